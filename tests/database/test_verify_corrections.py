"""Verification of corrections: whatever is forged in one, or behind it, is named."""

from typing import Any, NamedTuple

import pytest

from cardroom.log import feed, store
from tables.verify import Counts, verify
from tests.corrected import (
    event_corrected,
    from_the_cage,
    given,
    opening,
    reported_late,
    round_corrected,
    seat_taken,
)
from tests.forged import forge
from tests.played import HOUSE, STREAM, Evening, an_evening

pytestmark = pytest.mark.django_db(transaction=True, databases=["default", "owner"])


class Forgery(NamedTuple):
    """What is forged of the first event of a type, and how verification calls it."""

    kind: str
    change: dict[str, Any]
    found: str
    column: str | None


FORGERIES = [
    Forgery("round.corrected", {"noted.events.1.player": "P-7"}, "noted", "noted.events"),
    Forgery("round.corrected", {"noted.events.0.holder": "KN"}, "noted", "noted.events"),
    Forgery("round.corrected", {"noted.events.0.offering_version": 99}, "noted", "noted.events"),
    Forgery("round.corrected", {"noted.events": []}, "replay", None),
    Forgery("round.reported_late", {"noted.events.1.player": "P-7"}, "noted", "noted.events"),
    Forgery("round.reported_late", {"data.seats.0.player": "P-7"}, "noted", "noted.events"),
    Forgery("event.corrected", {"noted.offering_version": 1}, "noted", "noted.offering_version"),
    Forgery("event.corrected", {"data.data.player": "P-8"}, "decision", "noted[1].player"),
    Forgery("event.corrected", {"data.event": "0" * 32}, "replay", None),
    Forgery("round.refolded", {"data.noted.1.player": "P-8"}, "decision", "noted[1].player"),
    Forgery("round.refolded", {"data.event": "0" * 32}, "decision", "event"),
    Forgery("table.refolded", {"data.seats.2.player": "P-8"}, "decision", "seats.2.player"),
    Forgery("table.refolded", {"data.run.hands": 1}, "decision", "run.hands"),
    Forgery("round.reversed", {"data.revision": 1}, "decision", "revision"),
]


def position_of(kind: str) -> int:
    """Where the first event of a type stands."""
    return next(event.position for event in store.load(HOUSE, STREAM) if event.type == kind)


def put_right() -> Evening:
    """An evening with one correction of each kind."""
    evening = an_evening(1)
    evening.rounds += 1
    evening.play()
    evening.post(reported_late(evening, 2))
    seat = seat_taken(evening, 2)
    from_the_cage(evening, event_corrected(evening, seat, {**seat["data"], "player": "P-2002"}))
    from_the_cage(evening, round_corrected(evening, 1, given(evening, game=10_000)))
    content = {"reason": "wrong deck", "authorised_by": "sup-1"}
    from_the_cage(evening, evening.event("round.voided", content, number=1))
    first = opening(evening, "table.opened")
    from_the_cage(evening, event_corrected(evening, first, first["data"]))
    feed.sequence()
    return evening


def test_corrections_have_no_findings_and_are_counted() -> None:
    put_right()
    counts = Counts()
    assert list(verify(counts)) == []
    assert (counts.rounds, counts.settlements, counts.assessments) == (3, 6, 5)


@pytest.mark.parametrize("forgery", FORGERIES, ids=lambda one: f"{one.kind} {[*one.change]}")
def test_a_forgery_in_a_correction_is_found(forgery: Forgery) -> None:
    put_right()
    position = position_of(forgery.kind)
    forge(position, forgery.change)
    found = list(verify(Counts()))
    assert (found[0].kind, found[0].column) == (forgery.found, forgery.column), found
    assert found[0].position is not None
    assert position <= found[0].position <= position + 2


def test_a_correction_whose_decisions_are_missing_is_found() -> None:
    put_right()
    position = position_of("round.refolded")
    forge(position, {}, type="round.reversed")
    assert next(iter(verify(Counts()))).kind in {"decision", "replay"}
