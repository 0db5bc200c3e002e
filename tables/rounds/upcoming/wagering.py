"""What may come next before the first card: wagers placed, changed and taken back."""

from collections.abc import Iterator
from typing import Any

from tables.rounds.admit.wagers import is_under_another
from tables.rounds.state import Round, Table
from tables.rounds.upcoming.entry import Next
from tables.rules.felt import Circle


def wagers(table: Table, now: Round) -> Iterator[Next]:
    """W, and what each circle may take or give back."""
    felt = now.felt
    yield Next(type="player_dealer.wagered", round=now.number, seat=felt.player_dealer_seat)
    seated = (table.seats[seat].player for seat in sorted(table.seats))
    others = tuple(player for player in seated if player != felt.player_dealer)
    for seat in range(1, felt.offering.rules.seats + 1):
        if seat in felt.circles:
            yield from _in_circle(now, felt.circles[seat])
        elif seat != felt.player_dealer_seat:
            yield from _first_there(table, now, seat, others)


def _first_there(table: Table, now: Round, seat: int, others: tuple[str, ...]) -> Iterator[Next]:
    """A game wager comes first: the seated player's, or in an unoccupied circle anyone's (G-19)."""
    seated = table.seats.get(seat)
    if seated is not None and seated.player in others:
        yield _wager("placed", now, seat, ("game",), player=seated.player)
    elif seated is None and others:
        yield _wager("placed", now, seat, ("game",), players=others)


def _in_circle(now: Round, circle: Circle) -> Iterator[Next]:
    """Side bets of its player, backline wagers of others, and what nothing rests on back again."""
    rules, owner = now.felt.offering.rules, circle.player
    missing = tuple(kind for kind in rules.wager_kinds if circle.wager(owner, kind) is None)
    if missing:
        yield _wager("placed", now, circle.seat, missing, player=owner)
    if rules.backline_kinds:
        kinds = tuple(sorted(rules.backline_kinds))
        yield _wager("placed", now, circle.seat, kinds, backline=True)
    for player in dict.fromkeys(wager.player for wager in circle.wagers):
        free = tuple(
            wager.kind
            for wager in circle.wagers
            if wager.player == player and not is_under_another(circle, wager)
        )
        if free:
            yield _wager("withdrawn", now, circle.seat, free, player=player)


def _wager(what: str, now: Round, seat: int, kinds: tuple[str, ...], **who: Any) -> Next:
    return Next(type=f"wager.{what}", round=now.number, seat=seat, kinds=kinds, **who)
