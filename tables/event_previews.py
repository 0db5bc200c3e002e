"""What the correction of a table's event would change: rounds, money, the table; not kept."""

from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Final

from django.db import transaction
from msgspec import Struct

from cardroom import clock
from cardroom.errors import Missing
from cardroom.house.codes import Checker
from cardroom.log import store
from cardroom.log.records import Head
from tables import history
from tables.recording import Recording
from tables.rounds import codec
from tables.rounds.state import Round, Standing
from tables.views import NotedAt

# Rounds whose money is laid out; of a correction that changes more, the others are only counted.
MOST: Final = 200
_REFOLDED: Final = "round.refolded"
_NOBODY: Final = "nobody"
_SWITCHES: Final = (
    ("table", "is_open", "open", "closed"),
    ("game", "game_runs", "runs", "stopped"),
    ("play", "is_paused", "paused", "goes on"),
)


class Moved(Struct, frozen=True, kw_only=True):
    """What a person wins, less what he loses, and the fees that he owes: before and after."""

    player: str
    was_cents: int
    now_cents: int
    fees_was_cents: int
    fees_now_cents: int

    @property
    def is_changed(self) -> bool:
        """Whether anything of it differs."""
        return (self.was_cents, self.fees_was_cents) != (self.now_cents, self.fees_now_cents)


class EventPreview(Struct, frozen=True, kw_only=True):
    """The rounds that come out otherwise, whose money moves over all of these, the table's state.

    `more` rounds change as well, and their money isn't in `people`. `stands` is what of the table,
    how it was, how it would be.
    """

    rounds: tuple[int, ...]
    more: int
    people: tuple[Moved, ...]
    stands: tuple[tuple[str, str, str], ...]
    notes: tuple[NotedAt, ...]


def preview(house: str, code: str, content: bytes) -> EventPreview:
    """What a signed-in supervisor's correction would do; raises as recording it does.

    No code is asked for, and none is used up.
    """
    batch = codec.read_batch(content)
    events = codec.read_events(batch)
    with transaction.atomic():
        head = store.head(house, history.stream_of(code))
        if head is None:
            raise Missing(f"table {code} has no event")
        was = history.table_at(head)
        recording = Recording(
            head, {}, Checker(house, set()), scope="supervisor", recorded_at=clock.now()
        )
        recording.take_all(events, batch)
        changed = sorted(
            {one.round for one in recording.new if one.type == _REFOLDED and one.round is not None}
        )
        people = _people(head, [recording.rounds[number] for number in changed[:MOST]])
        transaction.set_rollback(True)  # nothing was written, and nothing is
    return EventPreview(
        rounds=tuple(changed[:MOST]),
        more=len(changed[MOST:]),
        people=tuple(one for one in people if one.is_changed),
        stands=tuple(_stands(was, recording.table)),
        notes=tuple(recording.notes),
    )


def _people(head: Head, rounds: Iterable[Round]) -> Iterator[Moved]:
    """Everybody of these rounds, as they were and as they would be."""
    won, owed = (Counter[str](), Counter[str]()), (Counter[str](), Counter[str]())
    for now in rounds:
        for side, found in enumerate((history.round_at(head, now.number), now)):
            _add(found, won[side], owed[side])
    for player in sorted({*won[0], *won[1], *owed[0], *owed[1]}):
        yield Moved(
            player=player,
            was_cents=won[0][player],
            now_cents=won[1][player],
            fees_was_cents=owed[0][player],
            fees_now_cents=owed[1][player],
        )


def _add(found: Round, won: Counter[str], owed: Counter[str]) -> None:
    """A round's money, by person; what was voided moved nothing."""
    if found.settlement is not None and not found.voided:
        for line in found.settlement.lines:
            won[line.player] += line.paid_cents - line.collected_cents
        won[found.felt.player_dealer] += found.settlement.player_dealer_net_cents
    if found.assessed is not None:
        for fee in found.assessed.lines:
            owed[fee.player] += fee.fee_cents or 0


def _stands(was: Standing, now: Standing) -> Iterator[tuple[str, str, str]]:
    """What of the table between rounds differs, in words."""
    for number in sorted({*was.seats, *now.seats}):
        yield from _differing(f"seat {number}", _seat(was, number), _seat(now, number))
    yield from _differing("dealer", was.dealer or _NOBODY, now.dealer or _NOBODY)
    for purpose in sorted({*was.boxes, *now.boxes}):
        before, after = was.boxes.get(purpose), now.boxes.get(purpose)
        yield from _differing(
            f"{purpose} box", before.box if before else "none", after.box if after else "none"
        )
    yield from _differing("offering", was.offering or "none", now.offering or "none")
    for what, of, yes, no in _SWITCHES:
        yield from _differing(what, *(yes if getattr(one, of) else no for one in (was, now)))
    yield from _differing("hands in a row", _run(was), _run(now))


def _differing(what: str, was: str, now: str) -> Iterator[tuple[str, str, str]]:
    if was != now:
        yield what, was, now


def _seat(table: Standing, number: int) -> str:
    seat = table.seats.get(number)
    if seat is None:
        return "empty"
    return " ".join(part for part in (seat.player, seat.kind, seat.tppps, seat.badge) if part)


def _run(table: Standing) -> str:
    return "none" if table.run is None else f"{table.run.hands} of {table.run.holder}"
