"""Offerings and houses as the rules want them, made from the house's versions."""

from datetime import datetime

import msgspec

from cardroom.days import calendars
from cardroom.gaming_day import Calendar
from cardroom.house import houses
from cardroom.house.houses import HouseFacts, OfferingVersion
from cardroom.house.records import TpppsRecord
from tables.rounds.admit.facts import House
from tables.rules import games
from tables.rules.offering import Offering
from tables.rules.paytables import pay_table
from tables.rules.rotation.facts import Company
from tables.rules.ruleset import Limits, RuleSet

# Made once from facts that never change; a house's facts are replaced when a version is added.
_houses: dict[str, tuple[HouseFacts, Calendar, House]] = {}
_offerings: dict[tuple[int, int], tuple[OfferingVersion, Offering]] = {}


def house(code: str) -> House:
    """The house as it is now; Missing when there is none."""
    facts = houses.facts(code)
    calendar = calendars.under(facts)
    known = _houses.get(code)
    if known is None or known[0] is not facts or known[1] is not calendar:
        known = _houses[code] = facts, calendar, _house(facts, calendar)
    return known[2]


def offering(version: int, ruleset_version: int) -> Offering:
    """The offering that a table bound, with the rule set as it was then."""
    stored = houses.offering_version(version)
    known = _offerings.get((version, ruleset_version))
    if known is None or known[0] is not stored:
        rules = games.VERSIONS[stored.data.game, ruleset_version]
        known = _offerings[version, ruleset_version] = stored, _offering(stored, rules)
    return known[1]


def at(house_code: str, code: str, instant: datetime) -> Offering:
    """The offering of a code as it was at an instant, or at first; Missing when it never was."""
    stored = houses.offering_at(house_code, code, instant)
    return offering(stored.id, games.RULE_SETS[stored.data.game].version)


def _house(facts: HouseFacts, calendar: Calendar) -> House:
    return House(
        code=facts.code,
        timezone=facts.zone,
        gaming_day=calendar.gaming_day,
        people=facts.people,
        void_fee=facts.void_fee,
        tables=facts.tables,
        tppps={code: company(record) for code, record in facts.tppps.items()},
        offerings={
            code: offering(stored.id, games.RULE_SETS[stored.data.game].version)
            for code, stored in facts.offerings.items()
        },
    )


def company(record: TpppsRecord) -> Company:
    """A TPPPS's contract as the rotation asks of it."""
    return Company(
        contract_from=record.contract_from,
        contract_to=record.contract_to,
        games=record.games,
        hours=record.hours,
        badges=record.expiries,
        max_tables=record.max_tables,
    )


def _offering(stored: OfferingVersion, rules: RuleSet) -> Offering:
    data = stored.data
    return Offering(
        code=stored.code,
        version=stored.id,
        rules=msgspec.structs.replace(
            rules,
            seats=data.seats,
            decks=data.decks,
            coverage_policy=data.coverage_policy,
            paytables={bet: table.name for bet, table in data.paytables.items()},
            limits={kind: Limits(*bounds) for kind, bounds in data.limits.items()},
        ),
        paytables={
            bet: pay_table(bet, list(table.rows.values()), name=table.name)
            for bet, table in data.paytables.items()
        },
        schedule=data.fee_schedule,
        rotation_profile=data.rotation_profile,
    )
