"""The report `irregularities`: all that was noted, by code, dealer and authoriser."""

import json
from typing import Any, Final

import pytest

from cardroom import clock
from cardroom.reports import periods, store
from cardroom.reports.dataset import stamped
from cardroom.reports.irregularities import making
from cardroom.reports.irregularities.dataset import IrregularItem, Irregularities
from cardroom.reports.kinds import IRREGULARITIES
from tests import asking
from tests.corrected import (
    event_corrected,
    from_the_cage,
    given,
    round_corrected,
    voided,
)
from tests.counting import CountRoom
from tests.phones import a_phone
from tests.played import HOUSE, Evening, load_the_house

pytestmark = pytest.mark.django_db

DAY: Final = periods.day("2026-11-28")
ITEM: Final = {"table", "position", "round", "code", "authorised_by", "authorisation"}
NOISE: Final = {"late_batch", "clock_backwards"}


def made() -> Irregularities:
    """The report on what is recorded now."""
    kept = store.make(HOUSE, IRREGULARITIES, DAY, now=clock.now)
    found = IRREGULARITIES.read(store.content_of(kept))
    assert isinstance(found, Irregularities)
    return found


def told(report: Irregularities) -> list[IrregularItem]:
    """Its items, but for those that every old evening has."""
    return [item for item in report.items if item.code not in NOISE]


def an_evening() -> Evening:
    """A table with a dealer, and its first round."""
    load_the_house()
    evening = Evening()
    evening.open()
    evening.post(evening.event("dealer.changed", {"dealer": "D-1"}))
    evening.play()
    return evening


def test_it_has_the_keys_that_checks_rely_on_and_nothing_twice() -> None:
    evening = an_evening()
    evening.open_round_and_void()
    position = evening.last.positions[0]
    kept = store.make(HOUSE, IRREGULARITIES, DAY, now=clock.now)
    said: dict[str, Any] = json.loads(stamped(store.content_of(kept), kept.stamp))
    assert all(item.keys() >= ITEM for item in said["items"])
    found = [item for item in said["items"] if item["position"] == position]
    codes = sorted(item["code"] for item in found if item["code"] not in NOISE)
    assert codes == ["authorisation_claimed", "voided"]
    assert {item["authorised_by"] for item in found} == {"floor-7"}
    assert {item["authorisation"] for item in found} == {"claimed"}
    assert {(item["round"], item["dealer"], item["reason"]) for item in found} == {
        (2, "D-1", "misdeal")
    }


def test_an_override_is_told_with_its_breach_and_whose_word_it_was() -> None:
    evening = an_evening()
    phone = a_phone("floor-7")
    opened, *_ = evening.next_round()
    evening.post(opened)
    late = evening.event(
        "card.dealt", {"to": "seat", "seat": 7, "hand": 1, "card": "9H", "face": "up"}
    )
    late["round"] = evening.rounds
    late["override"] = {"authorised_by": "floor-7", "reason": "agreed", "code": phone.shows()}
    bet = evening.event("wager.placed", {"seat": 4, "kind": "game", "amount_cents": 1_000})
    bet["round"] = evening.rounds
    other = evening.event("wager.placed", {"seat": 7, "kind": "game", "amount_cents": 1_000})
    other["round"] = evening.rounds
    evening.post(bet, other)
    evening.post(late)
    items = [item for item in told(made()) if item.authorised_by]
    assert {item.code for item in items} <= {"out_of_turn", "face"}
    assert items
    assert {(i.authorised_by, i.authorisation, i.reason) for i in items} == {
        ("floor-7", "confirmed", "agreed")
    }
    (who,) = made().by_authoriser
    assert (who.events, who.claimed, who.confirmed) == (1, 0, 1)


def test_a_whole_round_tells_its_own_notes_and_those_of_its_events() -> None:
    evening = an_evening()
    correction = round_corrected(evening, 1, voided(given(evening)))
    position = from_the_cage(evening, correction).positions[0]
    items = [item for item in told(made()) if item.position == position]
    own = {item.code for item in items if item.event is None}
    inner = {(item.code, item.type, item.authorised_by) for item in items if item.event is not None}
    assert own == {"corrected", "authorisation_claimed"}
    assert inner == {
        ("voided", "round.voided", "floor-7"),
        ("authorisation_claimed", "round.voided", "floor-7"),
    }
    assert {item.round for item in items} == {1}
    people = {who.authorised_by: who.types for who in made().by_authoriser}
    assert people == {"floor-7": {"round.voided": 1}, "sup-1": {"round.corrected": 1}}


def test_a_confirmed_authority_of_which_nothing_was_noted_is_told_beside() -> None:
    evening = an_evening()
    words = {"reason": "a regular", "authorised_by": "floor-7", "code": a_phone("floor-7").shows()}
    data = {"seat": 4, "role": "player", "amount_cents": 100} | words
    answer = evening.post(evening.event("fee.waived", data, number=1))
    report = made()
    noted = {item.position for item in report.items}
    own = [one for one in report.authorised if one.position == answer.positions[0]]
    assert bool(own) != (answer.positions[0] in noted)
    (who,) = report.by_authoriser
    assert (who.authorised_by, who.confirmed, who.types) == ("floor-7", 1, {"fee.waived": 1})


def test_counts_are_by_the_dealer_as_his_changes_stand_corrected() -> None:
    load_the_house()
    evening = Evening()
    evening.open()
    changed = evening.event("dealer.changed", {"dealer": "D-1"})
    evening.post(changed)
    evening.open_round_and_void()
    assert {one.dealer for one in made().by_dealer if "voided" in one.codes} == {"D-1"}
    from_the_cage(evening, event_corrected(evening, changed, {"dealer": "D-2"}))
    assert {one.dealer for one in made().by_dealer if "voided" in one.codes} == {"D-2"}
    assert {one.code: one.items for one in made().by_code}["voided"] == 1


def test_what_tells_of_fees_in_an_uncounted_box_is_withheld() -> None:
    room = CountRoom()
    room.drop()
    report = made()
    assert any(item.code == "fee" for item in report.items)
    assert making.is_withheld(HOUSE, report)
    room.counted()
    assert not making.is_withheld(HOUSE, report)
    assert not making.is_withheld("NOWHERE", report)


def test_a_withdrawn_change_of_dealer_leaves_the_one_before_it_at_the_table() -> None:
    load_the_house()
    evening = Evening()
    evening.open()
    changes = [evening.event("dealer.changed", {"dealer": f"D-{n}"}) for n in (1, 2, 1)]
    for changed in changes:
        evening.post(changed)
    evening.open_round_and_void()
    evening.post(evening.event("dealer.changed", {"dealer": "D-2"}))
    for changed, expected in zip(reversed(changes), ("D-2", "D-1", None), strict=True):
        from_the_cage(evening, event_corrected(evening, changed, None))
        found = [item.dealer for item in made().items if item.code == "voided"]
        assert found == [expected]


def test_more_tables_take_no_more_statements(monkeypatch: pytest.MonkeyPatch) -> None:
    an_evening().open_round_and_void()
    counts, tables = [], []
    for more in ("T02", "T03"):
        with asking.statements(monkeypatch) as asked:
            tables.append({item.table for item in making.make(HOUSE, DAY, clock.now()).items})
        counts.append(len(asked))
        evening = Evening(more)
        evening.open()
        evening.open_round_and_void()
    assert tables == [{"T01"}, {"T01", "T02"}]
    assert counts[0] == counts[1] > 0
