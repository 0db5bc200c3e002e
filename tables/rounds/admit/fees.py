"""Admission of fee money: collected, waived and refunded, also after the round's end."""

from collections.abc import Mapping

from cardroom.errors import RuleViolation
from tables.rounds import events as e
from tables.rounds.admit.facts import Breaches, Facts
from tables.rounds.admit.places import check_seat
from tables.rounds.furniture import Box
from tables.rounds.state import Round, Table


def moved(now: Round, table: Table, fact: e.FeeFact) -> Breaches:
    """Money is never refused for its amount; it must only be somebody's."""
    check_seat(now.felt.offering.rules, fact.seat)
    if fact.player is None:
        payer(now, table, fact)
    return []


def payer(now: Round, table: Table, fact: e.FeeFact) -> str:
    """Who pays when the event names nobody: the circle's player, the player-dealer, the seat's."""
    if fact.seat == now.felt.player_dealer_seat:
        return now.felt.player_dealer
    if fact.seat in now.felt.circles:
        return now.felt.circles[fact.seat].player
    if table.round is now and fact.seat in table.seats:
        return table.seats[fact.seat].player
    raise RuleViolation(
        f"nobody played at seat {fact.seat}: name the `player`", pointer="/data/player"
    )


def instead(
    table: Table, boxes: Mapping[str, Box], facts: Facts, *, purpose: str | None = None
) -> dict[str, Box | None]:
    """For each of a round's boxes that is counted, the present one of its purpose, if any.

    Only one purpose's, where it is given.
    """
    return {
        each: table.boxes.get(each)
        for each, box in boxes.items()
        if purpose in {None, each} and table.boxes.get(each) != box and facts.is_counted(each, box)
    }
