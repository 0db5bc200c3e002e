"""Gaming days to the microsecond, and clocks that are wrong: the device's and the server's."""

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, date, datetime, timedelta
from typing import Final
from unittest.mock import patch

from cardroom import clock
from cardroom.errors import RuleViolation
from cardroom.log import feed
from tests.drills.proof import clean
from tests.drills.registry import Seen, drill
from tests.drills.stage import fresh
from tests.played import HOUSE, STREAM, Evening, Event, an_evening, load_the_house, post
from tests.recorded import recorded

MICROSECOND: Final = timedelta(microseconds=1)
ONE_DAY: Final = timedelta(days=1)
LOS_ANGELES: Final = 'timezone = "America/Los_Angeles"'
# When days begin at 06:00, in UTC: around the change in spring a day of 23 hours, around that in
# autumn one of 25.
BOUNDARIES: Final = {
    "America/Los_Angeles": (
        "2026-03-07T14:00",
        "2026-03-08T13:00",
        "2026-10-31T13:00",
        "2026-11-01T14:00",
    ),
    "America/New_York": (
        "2026-03-07T11:00",
        "2026-03-08T10:00",
        "2026-10-31T10:00",
        "2026-11-01T11:00",
    ),
}


@drill("gaming-days", "a gaming day begins to the microsecond, when clocks change too, in any zone")
def gaming_days() -> Iterator[Seen]:
    """At each boundary a round that opens a microsecond before it, and one that opens on it."""
    for zone, boundaries in BOUNDARIES.items():
        with fresh():
            load_the_house("T04", change=(LOS_ANGELES, f'timezone = "{zone}"'))
            for number, text in enumerate(boundaries, start=1):
                begins_at = datetime.fromisoformat(text).replace(tzinfo=UTC)
                evening = Evening(f"T{number:02}")
                yield Seen(
                    f"{zone}: rounds around {begins_at:%Y-%m-%dT%H:%MZ}",
                    _around(evening, begins_at),
                )
            yield Seen(f"{zone}: the proof", clean())


def _around(evening: Evening, begins_at: datetime) -> str:
    """A round across the boundary belongs to the day before; who opens on it, to the new one."""
    before, day = begins_at.date() - ONE_DAY, begins_at.date()
    evening.post(*_at(evening.opening, begins_at - MICROSECOND))
    opened, *rest = evening.next_round()
    evening.post(*_at([opened], begins_at - MICROSECOND), *_at(rest, begins_at))
    evening.post(*_at(evening.next_round(), begins_at))
    found: dict[int | None, set[date]] = {}
    for event in recorded(stream=f"table:{evening.table}", house=HOUSE):
        found.setdefault(event.round, set()).add(event.gaming_day)
    assert found == {None: {before}, 1: {before}, 2: {day}}, found
    return f"opened 1 µs before: {before} to its end; opened on it: {day}"


def _at(events: list[Event], instant: datetime) -> list[Event]:
    return [event | {"occurred_at": instant.isoformat()} for event in events]


@drill("wrong-clocks", "a device's clock a day off or a server's stepped back confuse no order")
def wrong_clocks() -> Iterator[Seen]:
    """The server's clock is read in one place only, and there it is set back."""
    with fresh():
        evening = an_evening(1)
        now = clock.now()
        yield from _device(evening, now)
        for back in (timedelta(hours=1), timedelta(days=2)):
            with _server_at(now - back):
                yield _stepped_back(evening, back, now)
        evening.play()
        yield Seen("the server's clock right again", f"round {evening.rounds} recorded")
        feed.sequence()
        items = [item for item in feed.read(0, 500, HOUSE) if item.event.stream == STREAM]
        assert [item.event.position for item in items] == list(range(1, len(items) + 1))
        yield Seen("positions and feed", f"{len(items)} events in the order of their recording")
        yield Seen("the proof", clean())


@contextmanager
def _server_at(instant: datetime) -> Iterator[None]:
    with patch("cardroom.clock.now", lambda: instant):
        yield


def _device(evening: Evening, now: datetime) -> Iterator[Seen]:
    """A device whose clock is a day ahead, then one that is a day behind."""
    ahead = evening.next_round()
    refusal = _refused(_at(ahead, now + ONE_DAY))
    yield Seen("a device's clock a day ahead", f"refused: {refusal}; nothing recorded")
    evening.post(*_at(ahead, now))
    behind = evening.post(*_at(evening.next_round(), now - ONE_DAY))
    notes = sorted({note.code for note in behind.irregularities})
    days = [event.gaming_day for event in recorded(stream="table:T01", house=HOUSE)]
    assert days == sorted(days)
    assert notes == ["clock_backwards", "fee", "late_batch"] or "late_batch" in notes, notes
    yield Seen(
        "a device's clock a day behind",
        f"recorded, noted {', '.join(notes)}; its round counts to {days[-1]}, no earlier day",
    )


def _stepped_back(evening: Evening, back: timedelta, now: datetime) -> Seen:
    """Devices whose clocks are right wait; one that was set back too is recorded."""
    refusal = _refused(_at(evening.next_round(), now))
    evening.rounds -= 1
    there = now - back
    answer = evening.post(*_at(evening.next_round(), there))
    note = evening.event("incident.noted", {"text": "the clock is wrong"})
    evening.post(*_at([note], there))
    word = {"event": note["id"], "reason": "so it was", "authorised_by": "sup-1"}
    corrected = evening.event("event.corrected", word | {"data": {"text": "the clock was wrong"}})
    post(*_at([corrected], there), table=evening.table, scope="cage")
    notes = sorted({note.code for note in answer.irregularities})
    return Seen(
        f"the server's clock stepped back by {back}",
        f"a right device: {refusal}; one set back too: recorded, noted {', '.join(notes)}",
    )


def _refused(events: list[Event]) -> str:
    before = len(recorded(stream="table:T01", house=HOUSE))
    try:
        post(*events)
    except RuleViolation as refusal:
        assert len(recorded(stream="table:T01", house=HOUSE)) == before
        return refusal.detail
    raise AssertionError("it was recorded")
