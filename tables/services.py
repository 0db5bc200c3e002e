"""Use cases: recording a batch of a table's events, in one durable transaction."""

from collections.abc import Sequence

from cardroom import clock
from cardroom.errors import Forbidden, IdReused, Missing
from cardroom.house import keys
from cardroom.house.codes import Checker
from cardroom.log import store
from tables import history
from tables.blind import Blind
from tables.recording import Recording
from tables.rounds import codec
from tables.rounds.admit.authority import CLAIMED
from tables.rounds.codec import Event
from tables.views import Answer


def record(
    *,
    house: str,
    table: str,
    content: bytes,
    recorded_by: str,
    scope: str = "tables",
    is_blind: bool = False,
    confirmed: bool = False,
) -> Answer:
    """Record a batch: all of it or nothing, and what is known already not again.

    `scope` is the sender's key's. Blind is who may count boxes: neither a refusal nor the answer
    tells him of those that aren't counted. `confirmed` batches are refused where a code proves
    nothing: of people who sit there and can read another one off their phones. Raises Malformed,
    RuleViolation, ProcedureViolation, PositionConflict, IdReused, Missing, Forbidden, each with its
    event as `pointer`, and Unauthenticated.
    """
    batch = codec.read_batch(content)
    events = codec.read_events(batch)
    checker = Checker(house, {person for event in events for person in event.coded})
    try:
        with checker.counting(), store.recording():
            head = store.lock(house, history.stream_of(table))
            keys.check_runs(recorded_by, now=clock.now())
            known = store.known(house, [event.id for event in events])
            recording = Recording(
                head,
                known,
                checker,
                scope=scope,
                recorded_at=clock.now(),
                is_blind=is_blind,
            )
            if not (recording.is_in_use or head.position):
                raise Missing(f"house {house} has no table {table}")
            recording.take_all(events, batch)
            if confirmed and any(note.code == CLAIMED for note in recording.notes):
                raise Forbidden("the code isn't accepted: read the next one off the phone")
            recording.write(recorded_by)
    except IdReused as refusal:
        refusal.pointer = _place(refusal, events)
        raise
    answer = recording.answer(table)
    return Blind(head).answer(answer, recording.given) if is_blind else answer


def _place(refusal: IdReused, events: Sequence[Event]) -> str:
    """Where in the batch the id stands, also where it was taken only while this one was judged."""
    if refusal.pointer != IdReused.PLACE:
        return refusal.pointer
    at = next((index for index, event in enumerate(events) if event.id == refusal.event_id), None)
    return "" if at is None else f"/events/{at}{refusal.pointer}"
