"""Admission: facts in; what to note out, or a refusal. `rule` comes before `procedure`."""

from datetime import date, timedelta
from typing import assert_never

import msgspec
from msgspec import UNSET

from cardroom.errors import ProcedureViolation, RuleViolation
from tables.rounds import events as e
from tables.rounds.admit import authority, cards, decisions, fees, rounds, tables, wagers
from tables.rounds.admit.facts import Breaches, Facts
from tables.rounds.codec import Event, Recorded
from tables.rounds.events import Irregularity, Noted
from tables.rounds.state import Round, Table

AHEAD = timedelta(minutes=5)
LATE = timedelta(minutes=10)

# What follows from the table alone is found for an event that arrives as for one of the log.
Happened = Event | Recorded


def admit(table: Table, event: Event, facts: Facts) -> Noted:
    """What the record of an event notes; RuleViolation, or without override ProcedureViolation."""
    if event.occurred_at > facts.recorded_at + AHEAD:
        raise RuleViolation("occurred_at is more than 5 minutes ahead of the server")
    words = authority.check(event, facts)
    tables.check_open(table, event.fact)
    breaches = _breaches(table, event, facts)
    if breaches and event.override is None:
        code, detail = breaches[0]
        raise ProcedureViolation(detail, rule=code, retryable=code == "out_of_turn")
    irregularities = [Irregularity(code, detail) for code, detail in breaches]
    irregularities += _observed(table, event, facts)
    irregularities += authority.claims(words, overridden=bool(breaches))
    noted = Noted(
        irregularities=tuple(irregularities), authorisation=authority.authorisation(words)
    )
    return bind(table, event, facts, noted)


def gaming_day(table: Table, event: Happened, facts: Facts) -> date:
    """A round keeps the day it opened in, never before the last's; the rest by its instant."""
    if isinstance(event.fact, e.RoundOpened):
        day = facts.house.gaming_day(event.occurred_at)
        return day if table.gaming_day is None else max(day, table.gaming_day)
    if event.round is not None and table.has_round(event.round):
        return _round_of(table, event, facts).gaming_day
    return facts.house.gaming_day(event.occurred_at)


def _breaches(table: Table, event: Event, facts: Facts) -> Breaches:
    """Everything of class `procedure` that is wrong with an event; RuleViolation on the way."""
    match event.fact:
        case e.RoundOpened():
            return rounds.opened(table, event, event.fact, facts)
        case e.FeeCollected() | e.FeeWaived() | e.FeeRefunded():
            return fees.moved(_round_of(table, event, facts), table, event.fact)
        case e.RoundVoided():
            return rounds.voided(_round_of(table, event, facts))
        case e.CardBurned(card=card):
            if event.round is not None:
                _open_round(table, event)
            return cards.copies(table.shoe, card)
        case e.OfRound():
            return _in_round(table, _open_round(table, event), event.fact)
        case _:
            return tables.breaches(table, event.fact, facts)


def _in_round(table: Table, now: Round, fact: e.PlayFact) -> Breaches:
    match fact:
        case e.WagerPlaced():
            return wagers.placed(table, now.felt, fact)
        case e.WagerWithdrawn():
            return wagers.withdrawn(table, now.felt, fact)
        case e.WagerAdded():
            return wagers.added(now.felt, fact)
        case e.PlayerDealerWagered():
            return wagers.player_dealer_wagered(now.felt, fact)
        case e.CardDealt():
            return cards.dealt(table.shoe, now.felt, fact)
        case e.CardRevealed():
            return cards.revealed(table.shoe, now.felt, fact)
        case e.HoleCardChecked():
            return cards.checked(now.felt)
        case e.DecisionMade():
            return decisions.made(now.felt, fact)
        case e.ActionButtonPlaced():
            return rounds.button_placed(now.felt, fact)
        case e.RoundCompleted():
            return rounds.completed(now.felt)
        case _:
            assert_never(fact)


def _open_round(table: Table, event: Happened) -> Round:
    if table.round is None:
        raise RuleViolation(f"round {event.round} isn't open", rule="round")
    if table.round.number != event.round:
        raise RuleViolation(f"round {table.round.number} is open, not {event.round}")
    return table.round


def _round_of(table: Table, event: Happened, facts: Facts) -> Round:
    """The open round, or a past one for what may still come in: fees, voids and incidents."""
    number = event.round or 0
    if table.round is not None and table.round.number == number:
        return table.round
    if not table.has_round(number):
        raise RuleViolation(f"there is no round {number} at this table")
    return facts.past_round(number)


def bind(table: Table, event: Happened, facts: Facts, noted: Noted) -> Noted:
    """What the event's defaults stood for when it was recorded, so that a round folds by itself."""
    fact = event.fact
    match fact:
        case e.TableOpened():
            offering = facts.house.offerings[fact.offering]
            return msgspec.structs.replace(
                noted, offering_version=offering.version, ruleset_version=offering.rules.version
            )
        case e.RoundOpened():
            seat = table.seats[fact.player_dealer_seat]
            return msgspec.structs.replace(
                noted,
                player=seat.player,
                holder=UNSET if seat.holder == seat.player else seat.holder,
                offering_version=table.offering_version,
                ruleset_version=table.ruleset_version,
            )
        case e.WagerPlaced(player=None) | e.WagerWithdrawn(player=None):
            now = _open_round(table, event)
            return msgspec.structs.replace(
                noted, player=wagers.circle_player(table, now.felt, fact.seat)
            )
        case e.FeeCollected() | e.FeeWaived() | e.FeeRefunded() if fact.player is None:
            now = _round_of(table, event, facts)
            return msgspec.structs.replace(noted, player=fees.payer(now, table, fact))
        case e.RoundVoided() if facts.house.void_fee == "refunded":
            return msgspec.structs.replace(noted, void_fee="refunded")
        case _:
            return noted


def _observed(table: Table, event: Event, facts: Facts) -> list[Irregularity]:
    """What is noted and never refused."""
    found: list[Irregularity] = []
    last = table.last_occurred_at
    if last is not None and event.occurred_at < last:
        found.append(Irregularity("clock_backwards", f"before the event of {last.isoformat()}"))
    match event.fact:
        case e.TableOpened(gaming_day=declared):
            day = facts.house.gaming_day(event.occurred_at)
            if declared != day:
                found.append(Irregularity("gaming_day", f"declared {declared}, it is {day}"))
        case e.RoundOpened():
            found += _opening(table, event, facts)
        case e.RoundVoided(reason=reason):
            found.append(Irregularity("voided", reason))
        case _:
            pass
    return found


def _opening(table: Table, event: Event, facts: Facts) -> list[Irregularity]:
    found = []
    late = facts.recorded_at - event.occurred_at
    if late > LATE:
        minutes = int(late.total_seconds()) // 60
        found.append(Irregularity("late_batch", f"recorded {minutes} minutes after it happened"))
    number = event.round or 0
    if number > table.last_round + 1:
        missing = f"{table.last_round + 1} to {number - 1}"
        found.append(Irregularity("round_gap", f"no round {missing}"))
    return found
