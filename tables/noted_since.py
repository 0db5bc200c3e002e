"""Notes of a while: what was noted at tables since some position, counted on as events come."""

from collections.abc import Iterator, Mapping
from typing import Final

from django.db import connection
from msgspec import Struct

from cardroom.log import tails
from cardroom.log.records import StoredEvent
from tables import history
from tables.rounds.codec import Recorded
from tables.rounds.events import Noted

# As the codec writes it; in a text of somebody's the quotes would be escaped.
_SAYS: Final = '"irregularities":['


class NotedHere(Struct, frozen=True, kw_only=True):
    """An irregularity of a table, and the event that it was noted on."""

    position: int
    type: str
    round: int | None
    code: str
    detail: str


class _Kept(Struct, frozen=True):
    after: int
    until: int
    notes: tuple[NotedHere, ...]


_kept: dict[tuple[str, int], _Kept] = {}


def noted_since(spans: Mapping[int, tuple[int, int]]) -> dict[int, tuple[NotedHere, ...]]:
    """What was noted behind a position of each stream, to another inclusive; oldest first.

    A process reads each event once: the next time it goes on from where it was.
    """
    database = str(connection.settings_dict["NAME"])
    known = {
        stream: kept
        for stream, (after, until) in spans.items()
        if (kept := _kept.get((database, stream))) and kept.after == after and kept.until <= until
    }
    left = {
        stream: (known[stream].until if stream in known else after, until)
        for stream, (after, until) in spans.items()
    }
    new = tails.saying(_SAYS, {stream: span for stream, span in left.items() if span[0] < span[1]})
    found = {}
    for stream, (after, until) in spans.items():
        before = known[stream].notes if stream in known else ()
        found[stream] = (*before, *(note for one in new.get(stream, ()) for note in _notes(one)))
        _kept[database, stream] = _Kept(after, until, found[stream])
    return found


def _notes(stored: StoredEvent) -> Iterator[NotedHere]:
    record = history.recorded(stored)
    for noted in (record.noted, *record.noted.events):
        yield from _of(noted, record, stored.type)


def _of(noted: Noted, record: Recorded, kind: str) -> Iterator[NotedHere]:
    for note in noted.irregularities:
        yield NotedHere(
            position=record.position,
            type=kind,
            round=record.round,
            code=note.code,
            detail=note.detail,
        )
