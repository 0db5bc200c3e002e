"""Payments on a real log that a correction makes differ: noted with it, and told or not."""

import json
from typing import Any

import pytest

from cardroom import clock
from cardroom.reports import periods, store
from cardroom.reports.irregularities.dataset import Irregularities
from cardroom.reports.kinds import IRREGULARITIES
from tests.api.club import Caller, issue
from tests.corrected import (
    all_is_proven,
    event_corrected,
    from_the_cage,
    given,
    opening,
    read,
    round_corrected,
)
from tests.database.test_corrected_events import OTHER_ODDS
from tests.phones import a_phone
from tests.played import HOUSE, TABLE, Evening, Event, an_evening

pytestmark = pytest.mark.django_db(transaction=True)


def paid_in_full(evening: Evening) -> Event:
    """Seat 4 is paid for his side bet what it won, by the odds of the first offering."""
    settlement = read(1).settlement
    assert settlement is not None
    line = next(one for one in settlement.lines if (one.seat, one.kind) == (4, "buster"))
    assert line.paid_cents
    moved = {"paid_cents": line.paid_cents, "collected_cents": 0}
    who: dict[str, Any] = {"seat": 4, "hand": None, "kind": "buster", "player": line.player}
    return evening.event("wager.paid", who | moved, number=1)


def other_offering(evening: Evening) -> Event:
    """The table opened with the other offering, whose odds are lower."""
    first = opening(evening, "table.opened")
    return event_corrected(evening, first, {**first["data"], "offering": "P215-N"})


def test_another_offering_is_noted_with_the_payments_that_differ_since() -> None:
    evening = an_evening(2, change=OTHER_ODDS)
    assert evening.post(paid_in_full(evening)).irregularities == ()
    answer = from_the_cage(evening, other_offering(evening))
    (note,) = [one for one in answer.irregularities if one.code == "paid_differs"]
    assert note.position == answer.positions[0]
    assert note.detail.startswith("round 1: seat 4, buster of P-1002: paid and collected ")
    kept = store.make(HOUSE, IRREGULARITIES, periods.day("2026-11-28"), now=clock.now)
    report = IRREGULARITIES.read(store.content_of(kept))
    assert isinstance(report, Irregularities)
    found = [item for item in report.items if item.code == "paid_differs"]
    assert [(item.position, item.round) for item in found] == [(note.position, None)]
    again = from_the_cage(evening, round_corrected(evening, 1, given(evening, buster=100)))
    assert "paid_differs" in {one.code for one in again.irregularities}
    all_is_proven()


def test_who_may_count_is_told_nothing_of_payments_in_a_box_that_is_not_counted() -> None:
    evening = an_evening(0, change=OTHER_ODDS)
    hung = {"purpose": "collection", "removed_by": "drop-1", "box_in": "B-1"}
    evening.post(evening.event("box.changed", hung))
    evening.play()
    evening.post(paid_in_full(evening))
    cage, auditor = Caller(issue("cage")), Caller(issue("audit"))
    correction = other_offering(evening)
    correction["data"]["code"] = a_phone("sup-1").shows()
    answer = cage.record(TABLE, [correction])
    assert "paid_differs" not in json.dumps(answer)
    assert "paid_differs" in json.dumps(auditor.read(f"tables/{TABLE}/events"))
    assert "paid_differs" not in json.dumps(cage.read(f"tables/{TABLE}/events"))
    assert "paid_differs" not in json.dumps(cage.read(f"tables/{TABLE}"))
