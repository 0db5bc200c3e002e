"""What may come next at the table itself, whatever is played: people, furniture, money."""

from collections.abc import Iterator
from typing import Final

from tables.rounds.state import Table
from tables.rounds.upcoming.entry import Next
from tables.rules.ruleset import RuleSet

_ALWAYS: Final = (Next(type="incident.noted"),)
_ONCE_OPENED: Final = (
    Next(type="notice.checked"),
    Next(type="box.changed"),
    Next(type="day.attested"),
)
_WHILE_OPEN: Final = (
    Next(type="dealer.changed"),
    Next(type="shoe.loaded"),
    Next(type="card.burned"),
)
_OF_ANY_ROUND: Final = (
    Next(type="fee.collected"),
    Next(type="fee.waived"),
    Next(type="fee.refunded"),
)


def round_opened(table: Table) -> Iterator[Next]:
    """The next round, while a game runs and somebody sits there who may be the player-dealer."""
    if table.game_runs and table.seats:
        seats = tuple(sorted(table.seats))
        yield Next(type="round.opened", round=table.last_round + 1, seats=seats)


def while_closed(table: Table) -> Iterator[Next]:
    """Opening; and what belongs to the evening before, once there was one."""
    yield Next(type="table.opened")
    yield from _ALWAYS
    if table.offering_version:
        yield from _ONCE_OPENED
        yield from _of_past_rounds(table)


def while_open(table: Table, rules: RuleSet) -> Iterator[Next]:
    """Seats, game, dealer, shoe and boxes; closing between rounds."""
    taken = tuple(sorted(table.seats))
    free = tuple(seat for seat in range(1, rules.seats + 1) if seat not in table.seats)
    if free:
        yield Next(type="seat.taken", seats=free)
    if taken:
        yield Next(type="seat.left", seats=taken)
        yield Next(type="player_dealer.offered", seats=taken)
    yield Next(type="game.ended" if table.game_runs else "game.started")
    yield Next(type="play.resumed" if table.is_paused else "play.paused")
    if table.round is None:
        yield Next(type="table.closed")
    yield from _WHILE_OPEN
    yield from _ONCE_OPENED
    yield from _ALWAYS
    yield from _of_past_rounds(table)


def _of_past_rounds(table: Table) -> Iterator[Next]:
    """Fees of any round, the open one's too; payments of one that was settled; a missing one."""
    if table.last_round:
        yield from _OF_ANY_ROUND
    if table.last_round > (table.round is not None):
        yield Next(type="wager.paid")
    if table.missing:
        yield Next(type="round.reported_late")
