"""What is noted of the rotation, never refused: on a hand's first card, on who sits or leaves."""

from collections.abc import Iterable
from datetime import datetime
from zoneinfo import ZoneInfo

from msgspec import structs

from tables.rounds import events as e
from tables.rounds.admit.facts import Facts, House
from tables.rounds.admit.judge import round_of
from tables.rounds.codec import Event
from tables.rounds.events import Irregularity
from tables.rounds.furniture import Seat
from tables.rounds.rotation.people import deal_of, person_of, seated
from tables.rounds.rotation.turns import turn_of
from tables.rounds.state import Table
from tables.rules.rotation import findings, two_hands
from tables.rules.rotation.facts import Reference
from tables.rules.rotation.findings import Finding, Place
from tables.rules.rotation.memory import Memory
from tables.rules.rotation.settings import Settings


def noted(table: Table, event: Event, facts: Facts) -> list[Irregularity]:
    """Breaches of profiles that hold, each by its rule; what runs in shadow is for reports."""
    match event.fact:
        case e.CardDealt():
            return _said(_dealt(table, event, facts))
        case e.SeatTaken():
            return _said(_taken(table, event, event.fact, facts))
        case e.SeatLeft(seat=seat):
            return _said(_left(table, event, seat, facts))
        case e.WagerPaid():
            return _paid(table, event, event.fact, facts)
        case _:
            return []


def reference(house: House, at: datetime) -> Reference:
    """What the house knows of people now, by its clocks at an instant."""
    players = (code for code, roles in house.people.items() if "house_player" in roles)
    return Reference(
        house_players=frozenset(players),
        companies=house.tppps,
        local_time=at.astimezone(ZoneInfo(house.timezone)).time(),
    )


def _said(found: Iterable[Finding]) -> list[Irregularity]:
    return [
        Irregularity("rotation", f"{each.rule}: {each.detail}") for each in found if each.counts
    ]


def _dealt(table: Table, event: Event, facts: Facts) -> list[Finding]:
    """A hand's first card."""
    now, opening = table.round, table.opening
    if now is None or now.felt.dealt or opening is None:
        return []
    turn = turn_of(now, dealt=(now.last_position + 1, event.occurred_at))
    return findings.of_hand(opening.deal(turn, reference(facts.house, event.occurred_at)), "")


def _taken(table: Table, event: Event, fact: e.SeatTaken, facts: Facts) -> Iterable[Finding]:
    seat = Seat(fact.player, fact.kind, fact.tppps, fact.badge, fact.unidentified)
    person = person_of(fact.seat, seat)
    day = facts.house.gaming_day(event.occurred_at)
    profile = facts.offering(table.offering_version, table.ruleset_version).rotation_profile
    return findings.of_seat(person, seated(table.seats), profile=profile, place=Place(day=day))


def _left(table: Table, event: Event, seat: int, facts: Facts) -> Iterable[Finding]:
    now = table.round
    if now is None or now.felt.player_dealer_seat != seat:
        return []
    person, day = person_of(seat, table.seats[seat]), facts.house.gaming_day(event.occurred_at)
    profile = now.felt.offering.rotation_profile
    return findings.of_leaving(person, profile=profile, place=Place(day=day))


def _paid(table: Table, event: Event, fact: e.WagerPaid, facts: Facts) -> list[Irregularity]:
    """What really moved, together with what is known to have moved on the other lines."""
    now = round_of(table, event, facts)
    turn = turn_of(structs.replace(now, paid=[*now.paid, fact]))
    breach = two_hands.r6(deal_of(turn, (), Memory(), Reference()), Settings())
    return [] if breach is None else [Irregularity("rotation", f"R6: {breach.detail}")]
