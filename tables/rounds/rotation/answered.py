"""Answered: what was offered since a table's last hand, when an event of it was corrected."""

from collections.abc import Iterable

from msgspec import structs

from tables.rounds.codec import Recorded
from tables.rounds.rotation.again import PastRound, back
from tables.rounds.rotation.happenings import happen
from tables.rounds.state import Table
from tables.rules.rotation.memory import Memory


def corrected(
    table: Table,
    memory: Memory,
    was: Iterable[Recorded],
    will_be: Iterable[Recorded],
    *,
    past_round: PastRound,
) -> Memory:
    """The memory with what was answered since the last hand, if other events make it another."""
    since = _last_hand(table, past_round)
    before, after = (_answered(memory, since, events) for events in (was, will_be))
    return memory if before == after else after


def _last_hand(table: Table, past_round: PastRound) -> int:
    """Where the last round opened of which there was a hand; 0 before the first."""
    for _, turn in back(table, table.last_round, past_round):
        if turn.counts and turn.opened_position is not None:
            return turn.opened_position
    return 0


def _answered(memory: Memory, since: int, events: Iterable[Recorded]) -> Memory:
    """The memory with the answers, stops and starts of these events behind a position."""
    found = structs.replace(memory.copy(), offers={}, came=[], is_begun=False, is_stopped=False)
    for event in events:
        if event.position > since:
            happen(found, event, event.fact)
    return structs.replace(
        memory.copy(),
        offers=found.offers,
        came=found.came,
        is_begun=found.is_begun,
        is_stopped=found.is_stopped,
    )
