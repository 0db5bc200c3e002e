"""Admission: facts in; what to note out, or a refusal. `rule` comes before `procedure`."""

from datetime import date

from msgspec import structs

from tables.rounds import events as e
from tables.rounds.admit import authority, fees, owing, whole
from tables.rounds.admit.facts import Facts
from tables.rounds.admit.judge import Happened, bind, judge, number_of, round_of
from tables.rounds.admit.observed import observed
from tables.rounds.codec import Event
from tables.rounds.events import Noted
from tables.rounds.state import Table

__all__ = ["admit", "bind", "gaming_day"]


def admit(table: Table, event: Event, facts: Facts) -> Noted:
    """What the record of an event notes; Forbidden, RuleViolation, or ProcedureViolation."""
    authority.check_scope(event, facts)
    noted = judge(table, event, facts, also=lambda: observed(table, event, facts))
    given = whole.judge_given(table, event, facts)
    noted = structs.replace(noted, events=given) if given else noted
    return _laid(table, event, facts, noted)


def _laid(table: Table, event: Event, facts: Facts, noted: Noted) -> Noted:
    """The note with the boxes in which money lies because its own are counted already."""
    fact = event.fact
    if isinstance(fact, e.FeeFact):
        boxes = round_of(table, event, facts).boxes
        instead = fees.instead(table, boxes, facts, purpose=fact.purpose)
    elif isinstance(fact, e.WholeRound):
        instead = fees.instead(table, whole.boxes_of(table, fact, facts), facts)
    else:
        return noted
    if not instead:
        return noted
    notes = (*noted.irregularities, *owing.elsewhere(table, event, facts, noted, instead))
    return structs.replace(noted, instead=instead, irregularities=notes)


def gaming_day(table: Table, event: Happened, facts: Facts) -> date:
    """A round keeps the day it opened in, never before the last's; the rest by its instant."""
    number, now = number_of(event), table.round
    if now is not None and now.number == number:
        return now.gaming_day
    match event.fact:
        case e.RoundOpened():
            day = facts.house.gaming_day(event.occurred_at)
            return day if table.gaming_day is None else max(day, table.gaming_day)
        case e.RoundReportedLate(round=late, events=events):
            day, beside = facts.house.gaming_day(events[0].occurred_at), table.neighbour(late)
            return max(day, facts.past_round(beside).gaming_day) if beside < late else day
        case _ if number is not None and table.has_round(number):
            return round_of(table, event, facts).gaming_day
        case _:
            return facts.house.gaming_day(event.occurred_at)
