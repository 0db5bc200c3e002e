"""Judging one event by itself: authority, `rule`, `procedure`, and what its defaults stand for."""

from collections.abc import Callable
from typing import assert_never

from msgspec import UNSET, structs

from cardroom.errors import ProcedureViolation, RuleViolation
from tables.rounds import events as e
from tables.rounds.admit import authority, by_floor, cards, decisions, fees, rounds, tables, wagers
from tables.rounds.admit.facts import Breaches, Facts
from tables.rounds.codec import Event, Recorded
from tables.rounds.events import Irregularity, Noted
from tables.rounds.state import Round, Table
from tables.rules.offering import Offering

# What follows from the table alone is found for an event that arrives as for one of the log.
Happened = Event | Recorded


def judge(
    table: Table, event: Event, facts: Facts, *, also: Callable[[], list[Irregularity]] = list
) -> Noted:
    """What the record of an event notes; RuleViolation, or without override ProcedureViolation.

    `also` finds what is only noted, once nothing forbids the event.
    """
    if event.occurred_at > facts.latest:
        raise RuleViolation("occurred_at is more than 5 minutes ahead of the server")
    words = authority.check(event, facts)
    tables.check_open(table, event.fact)
    breaches = _breaches(table, event, facts)
    if breaches and event.override is None:
        code, detail = breaches[0]
        raise ProcedureViolation(detail, rule=code, retryable=code == "out_of_turn")
    irregularities = [Irregularity(code, detail) for code, detail in breaches]
    irregularities += also()
    irregularities += authority.claims(words, overridden=bool(breaches))
    noted = Noted(
        irregularities=tuple(irregularities), authorisation=authority.authorisation(words)
    )
    return bind(table, event, facts, noted)


def fits(table: Table, event: Event, facts: Facts, noted: Noted) -> Noted:
    """What an event that was judged before stands for at a table; RuleViolation if it can't be."""
    _breaches(table, event, facts)
    return bind(table, event, facts, noted)


def round_of(table: Table, event: Happened, facts: Facts) -> Round:
    """The open round, or a past one for what may still come in: fees, voids, corrections."""
    number = number_of(event) or 0
    if table.round is not None and table.round.number == number:
        return table.round
    if not table.has_round(number):
        raise RuleViolation(f"there is no round {number} at this table")
    return facts.past_round(number)


def number_of(event: Happened) -> int | None:
    """The round that an event is about, whether its envelope or its data name it."""
    return event.fact.round if isinstance(event.fact, e.WholeRound) else event.round


def _open_round(table: Table, event: Happened) -> Round:
    if table.round is None:
        raise RuleViolation(f"round {event.round} isn't open", rule="round")
    if table.round.number != event.round:
        raise RuleViolation(f"round {table.round.number} is open, not {event.round}")
    return table.round


def _breaches(table: Table, event: Event, facts: Facts) -> Breaches:
    """Everything of class `procedure` that is wrong with an event; RuleViolation on the way."""
    fact = event.fact
    match fact:
        case e.CardDealt() | e.DecisionMade():  # most of what comes
            return _in_round(table, _open_round(table, event), fact)
        case e.RoundOpened():
            return rounds.opened(table, event, fact, facts)
        case e.FeeCollected() | e.FeeWaived() | e.FeeRefunded():
            return fees.moved(round_of(table, event, facts), table, fact)
        case e.RoundVoided():
            return rounds.voided(round_of(table, event, facts), fact, facts)
        case e.WagerPaid():
            return rounds.paid(round_of(table, event, facts), fact)
        case e.RoundCorrected() | e.RoundReportedLate() | e.EventCorrected():
            return []  # what they bring is judged by itself
        case e.CardBurned(card=card):
            if event.round is not None:
                _open_round(table, event)
            return cards.copies(table.shoe, card)
        case e.OfRound():
            return _in_round(table, _open_round(table, event), fact)
        case _:
            return tables.breaches(table, fact, facts)


def _in_round(table: Table, now: Round, fact: e.PlayFact) -> Breaches:
    match fact:
        case e.CardDealt():
            return cards.dealt(table.shoe, now.felt, fact)
        case e.DecisionMade():
            return decisions.made(now.felt, fact)
        case e.WagerPlaced():
            return wagers.placed(table, now.felt, fact)
        case e.WagerWithdrawn():
            return wagers.withdrawn(table, now.felt, fact)
        case e.WagerAdded():
            return wagers.added(now.felt, fact)
        case e.PlayerDealerWagered():
            return wagers.player_dealer_wagered(now.felt, fact)
        case e.CardRevealed():
            return cards.revealed(table.shoe, now.felt, fact)
        case e.HoleCardChecked():
            return cards.checked(now.felt)
        case e.ActionButtonPlaced():
            return rounds.button_placed(now.felt, fact)
        case e.RoundCompleted():
            return rounds.completed(now.felt)
        case e.RoundSettledByFloor():
            return by_floor.settled(now.felt, fact)
        case _:
            assert_never(fact)


def bind(table: Table, event: Happened, facts: Facts, noted: Noted) -> Noted:
    """What the event's defaults stood for when it was recorded, so that a round folds by itself."""
    fact = event.fact
    match fact:
        case e.CardDealt() | e.DecisionMade():
            return noted  # neither has a default that depends on others
        case e.TableOpened():
            return binding(noted, facts.house.offerings[fact.offering])
        case e.RoundOpened():
            seat = table.seats[fact.player_dealer_seat]
            return structs.replace(
                noted,
                player=seat.player,
                holder=UNSET if seat.holder == seat.player else seat.holder,
                offering_version=table.offering_version,
                ruleset_version=table.ruleset_version,
                boxes=dict(table.boxes) or UNSET,
            )
        case e.WagerPlaced(player=None) | e.WagerWithdrawn(player=None):
            now = _open_round(table, event)
            return structs.replace(noted, player=wagers.circle_player(table, now.felt, fact.seat))
        case e.FeeCollected() | e.FeeWaived() | e.FeeRefunded() if fact.player is None:
            payer = fees.payer(round_of(table, event, facts), table, fact)
            return structs.replace(noted, player=payer)
        case e.RoundVoided() if facts.house.void_fee == "refunded":
            return structs.replace(noted, void_fee="refunded")
        case e.EventCorrected():
            bound = facts.bound(fact)
            return noted if bound is None else binding(noted, bound)
        case _:
            return noted


def binding(noted: Noted, offering: Offering) -> Noted:
    """The note of an opening, which binds an offering."""
    return structs.replace(
        noted, offering_version=offering.version, ruleset_version=offering.rules.version
    )
