"""Collection fees on a real log: what a schedule binds, what is noted, and what is proven of it."""

from typing import Any, Final

import pytest

from cardroom import clock
from cardroom.house import loading
from cardroom.house_games import GAMES
from tables.verify import Counts, verify
from tables.views import Answer
from tests.cases import HOUSE_FILE
from tests.corrected import (
    all_is_proven,
    changed,
    event_corrected,
    from_the_cage,
    given,
    opening,
    read,
    round_corrected,
)
from tests.forged import forge, position_of
from tests.played import Evening, an_evening

TIER: Final = "to_cents = 10000, fee_cents = 100"
DEARER: Final = "to_cents = 10000, fee_cents = 150"
# Another schedule, and the first offering once more with it.
FLAT: Final = """
[[fee_schedules]]
code = "FS-2"
approval = "GEGA-2"
option = "2"
effective_from = "2026-01-01"
rates = [
  { role = "player", basis = "flat", fee_cents = 100 },
  { role = "player_dealer", basis = "total_action", to_cents = 20000, fee_cents = 100 },
  { role = "player_dealer", basis = "total_action", from_cents = 20001, fee_cents = 200 },
]

[[offerings]]
code = "P215-F"
game = "pure-21.5"
decks = 6
seats = 8
fee_schedule = "FS-2"
coverage_policy = "matched_gross"
rotation_profile = "two_hands"
paytables = { red_flex = "2-3-8-50-100-250", buster = "1-3-6-30-100-200" }

[offerings.limits]
game = [500, 50000]
red_flex = [100, 10000]
buster = [100, 10000]
player_dealer = [1000, 1000000]
"""

pytestmark = pytest.mark.django_db(transaction=True, databases=["default", "owner"])


def load(*changes: tuple[str, str], more: str = "") -> None:
    """The house of the cases as it is from now on."""
    text = HOUSE_FILE.read_text(encoding="utf-8")
    for before, after in changes:
        assert before in text
        text = text.replace(before, after)
    loading.load(text + more, path="house.toml", games=GAMES, now=clock.now())


def fees(answer: Answer) -> list[str]:
    """What was noted of fees."""
    return [note.detail for note in answer.irregularities if note.code == "fee"]


def assessed(number: int) -> tuple[int, int, list[str]]:
    """A round's assessment: its revision, its sum, and its exceptions."""
    now = read(number).fees
    assert now is not None
    return now.revision, now.assessed_cents, [one.code for one in now.exceptions]


def test_a_schedule_binds_when_the_table_opens() -> None:
    evening = an_evening(1)
    load((TIER, DEARER))
    evening.play()
    from_the_cage(evening, round_corrected(evening, 1, given(evening)))
    assert assessed(1) == assessed(2) == (1, 700, [])
    evening.post(evening.event("table.closed", {"reason": "a new schedule"}))
    evening.opening = [evening._fresh(event, 0) for event in evening.opening]
    evening.open()
    answer = evening.post(*evening.next_round())
    seats = ((2, "P-1000"), (4, "P-1002"), (7, "P-1003"))
    said = "$1.50 assessed, $1.00 collected"
    assert fees(answer) == [f"wrong_fee: seat {seat}, {who}: {said}" for seat, who in seats]
    assert assessed(3) == (1, 850, ["wrong_fee"] * 3)
    all_is_proven()


def test_a_corrected_wager_owes_by_its_right_tier() -> None:
    evening = an_evening(1)
    raised = given(evening, game=15_000)
    answer = from_the_cage(evening, round_corrected(evening, 1, raised))
    assert fees(answer) == ["wrong_fee: seat 4, P-1002: $2.00 assessed, $1.00 collected"]
    assert assessed(1) == (2, 800, ["wrong_fee"])
    answer = evening.post(evening.fee(1))
    assert fees(answer) == [
        "late_fee: seat 4, P-1002: collected after the first card, due before the deal"
    ]
    paid = changed(raised, "fee.collected", {"amount_cents": 200}, nth=2)
    assert fees(from_the_cage(evening, round_corrected(evening, 1, paid))) == []
    assert assessed(1) == (2, 800, [])
    all_is_proven()


def test_an_opening_put_right_binds_its_own_schedule_and_says_which_fees_were_wrong() -> None:
    load(more=FLAT)
    evening = Evening()
    evening.open()
    evening.play(2)
    right: dict[str, Any] = {"offering": "P215-F", "gaming_day": "2026-11-28"}
    event = event_corrected(evening, opening(evening, "table.opened"), right)
    answer = from_the_cage(evening, event)
    wrong = "wrong_fee: seat 8, P-1004: $1.00 assessed, $2.00 collected"
    assert fees(answer) == [f"round 1: {wrong}", f"round 2: {wrong}"]
    assert fees(from_the_cage(evening, event)) == fees(answer)
    assert assessed(1) == assessed(2) == (2, 600, ["wrong_fee"])
    all_is_proven()


def test_money_of_another_purpose_is_in_no_sum_of_fees() -> None:
    evening = an_evening(1)
    assert fees(evening.post(evening.fee(1, purpose="jackpot"))) == []
    now = read(1).fees
    assert now is not None
    assert (now.collected_cents, len(now.moved), now.exceptions) == (700, 6, ())
    all_is_proven()


def test_verification_finds_what_is_noted_of_fees_and_was_not_wrong() -> None:
    evening = an_evening(1)
    late = evening.post(evening.fee(1, player="P-9")).last_position
    forge(late, {"noted.irregularities.0.detail": "late_fee: seat 4, P-9: nothing"})
    completed = position_of("round.completed", number=1)
    note = {"code": "fee", "detail": "missing_fee: seat 4, P-1002: $1.00 assessed"}
    forge(completed, {"noted": {"irregularities": [note]}})
    found = [(one.position, one.column) for one in verify(Counts())]
    assert found == [(completed, "noted.irregularities"), (late, "noted.irregularities")]
