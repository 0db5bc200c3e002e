"""Previews: what a batch about one round would change, found as recording does, and not kept."""

from collections.abc import Iterator

from django.db import transaction
from msgspec import Struct

from cardroom import clock
from cardroom.errors import Missing
from cardroom.house.codes import Checker
from cardroom.log import store
from cardroom.log.records import StoredEvent
from tables import history, offerings
from tables.recording import Recording
from tables.replays import logged
from tables.rounds import codec
from tables.rounds.replay import Change, Replay, replay
from tables.views import NotedAt
from tables.views.fees import FeesView, fees_view


class Preview(Struct, frozen=True):
    """The round as it would be told, the change that comes last, what would be noted, its fees.

    It is changed as well where it is settled for the first time.
    """

    told: Replay
    is_changed: bool
    change: Change | None
    notes: tuple[NotedAt, ...]
    fees: FeesView


def preview(
    house: str, code: str, number: int, content: bytes, *, is_blind: bool = False
) -> Preview:
    """What a signed-in supervisor's batch would make of a round; raises as recording it does.

    No code is asked for, and none is used up; what needs one of him who may count has no preview.
    """
    batch = codec.read_batch(content)
    events = codec.read_events(batch)
    with transaction.atomic():
        head = store.head(house, history.stream_of(code))
        if head is None:
            raise Missing(f"table {code} has no round {number}")
        checker = Checker(house, set())
        recording = Recording(
            head, {}, checker, scope="supervisor", recorded_at=clock.now(), is_blind=is_blind
        )
        recording.take_all(events, batch)
        known = list(logged(head, store.load_round(head, number)))
        fresh = [one for one in _stored(recording) if one.round == number]
        told = replay([*known, *logged(head, fresh)], offerings.offering)
        transaction.set_rollback(True)  # nothing was written, and nothing is
    before = replay(known, offerings.offering)
    changed = len(told.changes) > len(before.changes)
    return Preview(
        told,
        changed or len(told.revisions) > len(before.revisions),
        told.changes[-1] if changed else None,
        tuple(recording.notes),
        fees_view(told.now),
    )


def _stored(recording: Recording) -> Iterator[StoredEvent]:
    """What would be appended, as it would be read; hashed it is not."""
    head = recording.head
    for position, event in enumerate(recording.new, head.position + 1):
        yield StoredEvent(
            head.house,
            head.stream,
            position,
            event.id,
            event.type,
            event.version,
            event.occurred_at,
            recording.recorded_at,
            "preview",
            event.gaming_day,
            event.round,
            event.body,
            event.sameness,
            0,
            b"",
        )
