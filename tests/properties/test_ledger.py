"""Whatever happens at a table, its journals balance, follow from it alone, and say what rounds do.

Rounds are played, paid otherwise than settled, voided, corrected, reported late; fees come in time,
late and back; boxes are hung, taken off, and said to have been others.
"""

from collections import Counter
from copy import deepcopy
from itertools import count
from random import Random
from typing import Any, Final

import pytest

from cardroom.errors import RuleViolation
from cardroom.log.rows import rows
from ledger.queries.journals import page
from ledger.queries.pages import Wanted
from ledger.rules.posting import kind_of, person
from ledger.views.journal import JournalView
from tables import queries, rebuild
from tables.verify import Counts, verify
from tables.views import RoundView
from tests.corrected import (
    SUPERVISOR,
    event_corrected,
    from_the_cage,
    given,
    reported_late,
    voided,
)
from tests.journals import balances, summed
from tests.played import HOUSE, Evening, Event, load_the_house, post

SEEDS: Final = 12
DEEDS_EACH: Final = 25
SETTLEMENTS: Final = frozenset(
    {"settlement", "settlement_superseded", "settlement_voided", "paid_differs"}
)


class Story:
    """A table with what happens at it, by chance, and what was paid really."""

    def __init__(self, rng: Random) -> None:
        self.rng = rng
        self.evening = Evening()
        self.evening.open()
        self.boxes = count(1)
        self.hung: list[Event] = []
        self.on_table: str | None = None
        self.paid: dict[tuple[int, Any], int] = {}
        self.refused = 0

    def play(self) -> None:
        """A round, or one that is skipped before it."""
        if self.rng.random() < 0.2:
            self.evening.rounds += 1
        self.evening.play()

    def some_round(self) -> int:
        """A number of a round, perhaps of one that was skipped."""
        return self.rng.randint(1, self.evening.rounds)

    def attempt(self, sent: Event, scope: str = "tables") -> bool:
        """Send what may be against the rules by now; whether it was recorded."""
        try:
            post(sent, table=self.evening.table, scope=scope)
        except RuleViolation:
            self.refused += 1
            return False
        return True

    def fee(self) -> None:
        """A fee comes late."""
        seat = self.rng.choice([2, 4, 7])
        cents = self.rng.choice([100, 200, 5_000])
        self.attempt(self.evening.fee(self.some_round(), cents, seat=seat))

    def refund(self) -> None:
        """A fee goes back, if the box holds that much."""
        data = {"seat": 4, "role": "player", "amount_cents": self.rng.choice([100, 100_000])}
        word = {"reason": "asked for", "authorised_by": "floor-7"}
        self.attempt(self.evening.event("fee.refunded", data | word, number=self.some_round()))

    def pay(self) -> None:
        """A line is paid otherwise than settled."""
        number = self.some_round()
        line = self.rng.choice(_lines(self.evening.table, number) or [None])
        if line is None:
            return
        wager = {"seat": line.seat, "hand": line.hand, "kind": line.kind, "player": line.player}
        moved = {"paid_cents": self.rng.choice([0, 300]), "collected_cents": 0}
        if self.attempt(self.evening.event("wager.paid", wager | moved, number=number)):
            self.paid[number, tuple(wager.values())] = moved["paid_cents"]

    def void(self) -> None:
        """A settled round is voided."""
        data = {"reason": "misdeal", "authorised_by": "sup-1"}
        self.attempt(self.evening.event("round.voided", data, number=self.some_round()), "cage")

    def correct(self) -> None:
        """A round was otherwise: another wager, another fee, none at all, or void."""
        events = given(self.evening, game=self.rng.choice([2_500, 3_000, 5_000]))
        fee = {"seat": 4, "role": "player", "amount_cents": self.rng.choice([100, 300])}
        if self.rng.random() < 0.7:
            place = next(n for n, one in enumerate(events) if one["type"] == "card.dealt")
            told = {"type": "fee.collected", "occurred_at": events[0]["occurred_at"], "data": fee}
            events.insert(place, told)
        if self.rng.random() < 0.2:
            events = voided(events)
        data = {"round": self.some_round(), "events": events, **SUPERVISOR}
        self.attempt(self.evening.event("round.corrected", data), "cage")

    def report(self) -> None:
        """A skipped round turns up."""
        self.attempt(reported_late(self.evening, self.some_round()))

    def change_box(self) -> None:
        """The box is changed for another, or taken off."""
        data = {"purpose": "collection", "removed_by": "drop-1"}
        box_in = None if self.rng.random() < 0.3 else f"B-{next(self.boxes)}"
        told = {"box_out": self.on_table, "box_in": box_in}
        self.hung.append(self.evening.event("box.changed", data | _said(told)))
        post(self.hung[-1], table=self.evening.table)
        self.on_table = box_in

    def correct_box(self) -> None:
        """A change of boxes never happened, or was of another box."""
        if not self.hung:
            return
        wrong = self.rng.choice(self.hung)
        data = deepcopy(wrong["data"]) | {"box_in": f"B-{next(self.boxes)}"}
        told = None if self.rng.random() < 0.3 else data
        corrected = event_corrected(self.evening, wrong, told)
        try:
            from_the_cage(self.evening, corrected)
        except RuleViolation:
            self.refused += 1


def _said(data: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in data.items() if value is not None}


def _view(table: str, number: int) -> RoundView | None:
    try:
        return queries.round_at(HOUSE, table, number)
    except LookupError:
        return None
    except Exception as error:
        if "has no round" in str(error):
            return None
        raise


def _lines(table: str, number: int) -> list[Any]:
    view = _view(table, number)
    return [] if view is None or view.settlement is None else [*view.settlement.lines]


def owed(story: Story) -> "tuple[Counter[str], int]":
    """What each person has by the rounds as they stand, and what lies in boxes; in cents."""
    people: Counter[str] = Counter()
    boxed = 0
    for number in range(1, story.evening.rounds + 1):
        view = _view(story.evening.table, number)
        if view is None:
            continue
        assert view.player_dealer is not None
        for line in _lines(story.evening.table, number):
            wager = (line.seat, line.hand, line.kind, line.player)
            won = story.paid.get((number, wager), line.paid_cents - line.collected_cents)
            people[person(line.player)] += won
            people[person(view.player_dealer.player)] -= won
        assert view.fees is not None
        for fee in view.fees.moved:
            cents = {"collected": fee.amount_cents, "refunded": -fee.amount_cents}.get(fee.what, 0)
            people[person(fee.player)] -= cents
            boxed += cents
    return people, boxed


def journals(table: str) -> list[JournalView]:
    """All journals of a table."""
    return page(HOUSE, Wanted(table=table), after=0, limit=10_000).items


DEEDS: Final = (
    *(Story.play,) * 4,
    Story.fee,
    Story.refund,
    Story.pay,
    Story.void,
    Story.correct,
    Story.report,
    Story.change_box,
    Story.correct_box,
)


@pytest.mark.slow
@pytest.mark.django_db
@pytest.mark.parametrize("seed", range(SEEDS))
def test_journals_are_what_the_rounds_of_any_history_say(seed: int) -> None:
    load_the_house()
    story = Story(Random(seed))  # noqa: S311 - play, no secret
    for _ in range(DEEDS_EACH):
        deed = story.rng.choice(DEEDS) if story.evening.rounds else Story.play
        deed(story)
    check(story)
    assert list(verify(Counts())) == []
    assert sum(done.journals for done in rebuild.rebuild()) == 0
    assert balances(HOUSE) == summed(HOUSE)


def check(story: Story) -> None:
    """The ledger of the story's table."""
    people: Counter[str] = Counter()
    boxed = 0
    for journal in journals(story.evening.table):
        assert journal.entries is not None
        assert sum(entry.amount_cents for entry in journal.entries) == 0
        if journal.kind in SETTLEMENTS:
            assert {kind_of(entry.account) for entry in journal.entries} == {"person"}
        for entry in journal.entries:
            if kind_of(entry.account) == "person":
                people[entry.account] += entry.amount_cents
            else:
                boxed += entry.amount_cents
    right, lies = owed(story)
    assert {who: cents for who, cents in people.items() if cents} == {
        who: cents for who, cents in right.items() if cents
    }
    assert boxed == lies >= 0
    negative = "SELECT a.code FROM ledger_balance b JOIN ledger_account a ON a.id = b.account_id"
    negative += " WHERE a.code NOT LIKE 'person:%%' GROUP BY a.code"
    negative += " HAVING sum(received_cents - given_cents) < 0"
    assert rows(negative, {}) == []
