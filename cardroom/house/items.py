"""The items of a house: what a sound house file says, ready to be kept."""

from collections.abc import Iterator, Mapping
from typing import Literal, NamedTuple, TypeVar

import msgspec

from cardroom.house import records
from cardroom.house.document import FeeScheduleSection, HouseFile, OfferingSection
from cardroom.house.fee_checks import rates
from cardroom.house.games import GameFacts
from cardroom.house.offering_checks import limits, paytable_rows
from ledger.rules.fees import Schedule

R = TypeVar("R", bound=msgspec.Struct)
Kind = Literal["house", "shift", "person", "tppps", "paytable", "fee_schedule", "offering", "table"]


class Item(NamedTuple):
    """One thing that is versioned for itself; its code is unique among those of its kind."""

    kind: Kind
    code: str
    record: msgspec.Struct


def items(file: HouseFile, games: Mapping[str, GameFacts]) -> Iterator[Item]:
    """The house first, and an offering after its fee schedule; the file has been checked."""
    yield Item("house", file.house.code, _taken(file.house, records.HouseRecord))
    for shift in file.shifts:
        yield Item("shift", shift.code, _taken(shift, records.ShiftRecord))
    for person in file.people:
        yield Item("person", person.code, _taken(person, records.PersonRecord))
    for company in file.tppps:
        yield Item("tppps", company.code, _taken(company, records.TpppsRecord))
    for own in file.paytables:
        rows = {int(count): odds for count, odds in own.rows.items()}
        yield Item("paytable", own.code, records.PaytableRecord(bet=own.bet, rows=rows))
    schedules = {section.code: _schedule(section) for section in file.fee_schedules}
    for code, schedule in schedules.items():
        yield Item("fee_schedule", code, schedule)
    for offering in file.offerings:
        game, schedule = games[offering.game], schedules[offering.fee_schedule]
        yield Item("offering", offering.code, _offering(file, offering, game, schedule))
    for table in file.tables:
        yield Item("table", table.code, records.TableRecord())


def _schedule(section: FeeScheduleSection) -> Schedule:
    return Schedule(
        code=section.code,
        approval=section.approval,
        option=section.option,
        effective_from=section.effective_from,
        effective_to=section.effective_to,
        timing=section.timing,
        max_rates=section.max_rates,
        rates=rates(section),
    )


def _offering(
    file: HouseFile, offering: OfferingSection, game: GameFacts, schedule: Schedule
) -> records.OfferingRecord:
    return records.OfferingRecord(
        game=offering.game,
        decks=offering.decks,
        seats=offering.seats,
        coverage_policy=offering.coverage_policy,
        rotation_profile=offering.rotation_profile,
        paytables={
            bet: records.NamedPaytable(
                name=offering.paytables[bet], rows=paytable_rows(file, offering, game, bet)
            )
            for bet in game.side_bets
        },
        limits=limits(offering, game),
        fee_schedule=schedule,
    )


def _taken(section: msgspec.Struct, kind: type[R]) -> R:
    """The fields of a section that its record has too."""
    return msgspec.convert(section, kind, from_attributes=True)
