"""Admission of table events: opening, seats, shoe, offers."""

from cardroom.errors import RuleViolation
from tables.rounds import events as e
from tables.rounds.admit.facts import Breaches, Facts
from tables.rounds.admit.places import check_seat
from tables.rounds.state import Table
from tables.rules.ruleset import RuleSet

# What happens at a table after its closing: the drop, attestations, money of settled rounds.
WHILE_CLOSED = (
    e.BoxChanged
    | e.NoticeChecked
    | e.DayAttested
    | e.FeeCollected
    | e.FeeWaived
    | e.FeeRefunded
    | e.RoundVoided
    | e.WagerPaid
    | e.RoundCorrected
    | e.EventCorrected
    | e.RoundReportedLate
)


def check_open(table: Table, fact: e.ClientFact) -> None:
    """RuleViolation for an event before `table.opened`, or one that a closed table can't have."""
    if table.is_open or isinstance(fact, e.TableOpened | e.IncidentNoted):
        return
    if not table.offering_version or not isinstance(fact, WHILE_CLOSED):
        raise RuleViolation("the table isn't open: `table.opened` comes first")


def breaches(table: Table, fact: e.TableFact, facts: Facts) -> Breaches:
    """What is wrong with a table event."""
    match fact:
        case e.TableOpened():
            _opened(table, fact, facts)
        case e.TableClosed() if table.round is not None:
            raise RuleViolation(f"round {table.round.number} is open")
        case e.SeatTaken():
            _taken(table, fact, facts)
        case e.SeatLeft(seat=seat):
            _left(table, seat, facts)
        case e.PlayerDealerOffered(seat=seat):
            check_seat(rules_of(table, facts), seat)
        case e.ShoeLoaded(decks=decks):
            offered = rules_of(table, facts).decks
            what = f"{decks} decks, the offering has {offered}"
            return [] if decks == offered else [("decks", what)]
        case _:
            pass
    return []


def rules_of(table: Table, facts: Facts) -> RuleSet:
    """The rule set that the table is open with."""
    return facts.offering(table.offering_version, table.ruleset_version).rules


def check_closed(table: Table) -> None:
    """RuleViolation for a second opening."""
    if table.is_open:
        raise RuleViolation("the table is open already")


def _opened(table: Table, fact: e.TableOpened, facts: Facts) -> None:
    check_closed(table)
    if fact.offering not in facts.house.offerings:
        raise RuleViolation(
            f"this house has no offering `{fact.offering}`", pointer="/data/offering"
        )


def _left(table: Table, seat: int, facts: Facts) -> None:
    check_seat(rules_of(table, facts), seat)
    if seat not in table.seats:
        raise RuleViolation(f"nobody sits at seat {seat}", pointer="/data/seat")


def _taken(table: Table, fact: e.SeatTaken, facts: Facts) -> None:
    check_seat(rules_of(table, facts), fact.seat)
    if fact.seat in table.seats:
        raise RuleViolation(f"seat {fact.seat} is taken", pointer="/data/seat")
    elsewhere = table.seat_of(fact.player)
    if elsewhere is not None:
        raise RuleViolation(f"{fact.player} sits at seat {elsewhere}", pointer="/data/player")
