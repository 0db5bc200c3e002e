"""Admission of a round's opening and ending, and of the action button."""

from typing import Final

from cardroom.errors import Forbidden, RuleViolation
from tables.rounds import events as e
from tables.rounds.admit import authority
from tables.rounds.admit.facts import Breaches, Facts
from tables.rounds.admit.places import check_seat
from tables.rounds.admit.wagers import limit
from tables.rounds.codec import Event
from tables.rounds.state import Round, Table
from tables.rules import hands, procedure
from tables.rules.felt import Felt
from tables.rules.settlement import Line

# A week of one table's rounds. A number that jumps further is a slip, and would use all numbers up.
MOST_SKIPPED: Final = 10_000


def opened(table: Table, event: Event, fact: e.RoundOpened, facts: Facts) -> Breaches:
    """One round at a time, numbers rising, with somebody in the player-dealer's seat."""
    if table.round is not None:
        raise RuleViolation(f"round {table.round.number} is open", pointer="/round")
    if (event.round or 0) <= table.last_round:
        raise RuleViolation(
            f"round numbers rise: the last was {table.last_round}", pointer="/round"
        )
    if (event.round or 0) > table.last_round + MOST_SKIPPED + 1:
        raise RuleViolation(
            f"more than {MOST_SKIPPED:,} rounds would be missing behind {table.last_round}",
            pointer="/round",
            rule="round_gap",
        )
    offering = facts.offering(table.offering_version, table.ruleset_version)
    check_seat(offering.rules, fact.player_dealer_seat, "/data/player_dealer_seat")
    if fact.player_dealer_seat not in table.seats:
        raise RuleViolation(
            f"nobody sits at seat {fact.player_dealer_seat}", pointer="/data/player_dealer_seat"
        )
    return limit(offering, "player_dealer", fact.wager_cents)


def button_placed(felt: Felt, fact: e.ActionButtonPlaced) -> Breaches:
    """On the seat that the hole card names, from its reveal to completion (P-05, P-07, F-03)."""
    check_seat(felt.offering.rules, fact.seat)
    seat = procedure.button_seat(felt)
    if seat is None:
        return [("button", "there is no action button, or not before the hole card lies open")]
    if seat != fact.seat:
        return [("button", f"the action button belongs on seat {seat}")]
    return []


def completed(felt: Felt) -> Breaches:
    """Every hand has ended and every card of the player-dealer's lies open."""
    if not felt.circles:
        raise RuleViolation("nobody wagered: void the round")
    turn = procedure.turn(felt)
    if turn is not None:
        circle, hand = turn
        raise RuleViolation(f"hand {hand.number} of seat {circle.seat} is unfinished")
    if not felt.dealer_is_known:
        raise RuleViolation("a card of the player-dealer lies face down or wasn't dealt")
    if procedure.dealer_draws(felt):
        points = hands.total(felt.known_dealer_cards).points
        return [("dealer_stand", f"the player-dealer draws on {points}")]
    return []


def voided(now: Round, fact: e.RoundVoided, facts: Facts) -> Breaches:
    """A round is voided once; after its settlement only as it would be corrected."""
    if now.settlement is not None and facts.scope == "tables":
        raise Forbidden("a settled round isn't voided from a table, but by a supervisor")
    if now.settlement is None and facts.scope == "cage":
        raise Forbidden("a key of scope `cage` voids only what was settled")
    if now.voided:
        raise RuleViolation(f"round {now.number} is voided already")
    if now.settlement is not None:
        authority.supervisor(fact.authorised_by, facts)
    return []


def paid(now: Round, fact: e.WagerPaid) -> Breaches:
    """What moved belongs to a line of the present settlement."""
    line_paid(now, fact)
    return []


def line_paid(now: Round, fact: e.WagerPaid) -> Line:
    """The line of the present settlement that a payment is of; RuleViolation when there is none."""
    lines = () if now.voided or now.settlement is None else now.settlement.lines
    wanted = (fact.seat, fact.hand, fact.kind, fact.player)
    for line in lines:
        if (line.seat, line.hand, line.kind, line.player) == wanted:
            return line
    raise RuleViolation(f"round {now.number} has no such settlement line")
