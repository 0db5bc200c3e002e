"""Making the dataset of the report `rotation`: day by day, table by table, from the log."""

from collections import Counter
from collections.abc import Iterable, Sequence
from datetime import datetime
from typing import Final

from msgspec import structs

from cardroom.reports import basis
from cardroom.reports.dataset import TableBasis, Versioned
from cardroom.reports.periods import Period
from cardroom.reports.rotation.dataset import (
    Rotation,
    RotationDay,
    RotationEvidence,
    RotationFinding,
    RotationHolder,
    RotationSpan,
    RotationTable,
)
from cardroom.reports.rotation.shares import per_mille
from tables import rotation
from tables.rotation import HouseDay
from tables.rounds.rotation.days import TableDay
from tables.rules.rotation import verdict
from tables.rules.rotation.findings import Finding
from tables.rules.rotation.profiles import DEFAULT, judging

KIND: Final = "rotation"
TITLE: Final = "Rotation of the player-dealer"


def make(house: str, period: Period, now: datetime) -> Rotation:
    """The report as what is recorded has it. RuleViolation for a period that hasn't begun."""
    head = basis.head(house, KIND, TITLE, period, now)
    begun = [day for day in period.days() if basis.start_of(house, Period(day)) <= now]
    days = [rotation.of_house(house, day) for day in begun]
    bases: dict[str, TableBasis] = {one.table: one for one in head.pop("tables")}
    codes = sorted({table.table for day in days for table in day.tables})
    tables = [_table(code, bases.get(code), days, period) for code in codes]
    findings = [finding for day in days for finding in day.findings]
    own = [table for day in days for table in day.tables]
    return Rotation(
        **head,
        profiles=_profiles(days),
        tables=tuple(tables),
        verdict=verdict.of_house(table.verdict for table in tables),
        counted=_counted(findings),
        hands=sum(table.hands for table in tables),
        tppps_hands=sum(day.by_holder[company] for day in own for company in day.companies),
        longest_run=max((table.longest_run for table in tables), default=0),
        offers=sum(table.offers for table in tables),
        accepted=sum(table.accepted for table in tables),
        declined=sum(table.declined for table in tables),
        stops=sum(table.stops for table in tables),
        findings=tuple(map(_finding, findings)),
        holders=_holders(own),
        by_day=tuple(_day(day) for day in days if day.tables),
    )


def _profiles(days: Iterable[HouseDay]) -> tuple[Versioned, ...]:
    """The versions that judged."""
    found = {
        (profile.name, profile.version)
        for day in days
        for name in {DEFAULT, *(name for table in day.tables for name in table.profiles)}
        for profile in judging(name, day.gaming_day)
    }
    return tuple(Versioned(name=name, version=version) for name, version in sorted(found))


def _table(
    code: str, found: TableBasis | None, days: Sequence[HouseDay], period: Period
) -> RotationTable:
    """One table's days summed up."""
    own = [(day, table) for day in days for table in day.tables if table.table == code]
    tables = [table for _, table in own]
    return RotationTable(
        table=code,
        rounds=0 if found is None else found.rounds,
        last_position=max(
            0 if found is None else found.last_position, *(one.last_position for one in tables)
        ),
        verdict=verdict.of_house(table.verdict for table in tables),
        hands=sum(table.hands for table in tables),
        longest_run=max(table.longest_run for table in tables),
        offers=sum(table.offers for table in tables),
        accepted=sum(table.accepted for table in tables),
        declined=sum(table.declined for table in tables),
        stops=sum(table.stops for table in tables),
        findings=sum(_counted(table.findings) for table in tables),
        evidence=_evidence(own, is_month=period.is_month),
        holders=_holders(tables),
        timeline=tuple(_timeline(own, is_month=period.is_month)),
    )


def _evidence(own: Iterable[tuple[HouseDay, TableDay]], *, is_month: bool) -> RotationEvidence:
    """That of all days; each reason says its day where there are several."""
    found = [(f"{day.gaming_day}: " if is_month else "", table.evidence) for day, table in own]
    return RotationEvidence(
        complete=all(one.complete for _, one in found),
        missing_rounds=tuple(sorted({n for _, one in found for n in one.missing_rounds})),
        reasons=tuple(f"{when}{reason}" for when, one in found for reason in one.reasons),
    )


def _holders(tables: Iterable[TableDay]) -> tuple[RotationHolder, ...]:
    """Hands by holder, most first."""
    hands, companies = Counter[str](), set[str]()
    for table in tables:
        hands.update(table.by_holder)
        companies |= table.companies
    total = sum(hands.values())
    return tuple(
        RotationHolder(
            holder=holder,
            kind="tppps" if holder in companies else "person",
            hands=number,
            share_per_mille=per_mille(number, total),
        )
        for holder, number in sorted(hands.items(), key=lambda pair: (-pair[1], pair[0]))
    )


def _timeline(
    own: Iterable[tuple[HouseDay, TableDay]], *, is_month: bool
) -> Iterable[RotationSpan]:
    """Hands by holder as time passes: by half hours, in a month by gaming days."""
    for day, table in own:
        if is_month:
            start = basis.start_of(day.house, Period(day.gaming_day))
            yield RotationSpan(at=start, hands=table.by_holder)
        else:
            for span in table.half_hours:
                yield RotationSpan(at=span.at, hands=span.hands)


def _day(day: HouseDay) -> RotationDay:
    return RotationDay(
        gaming_day=day.gaming_day,
        verdict=day.verdict,
        tables=len(day.tables),
        hands=sum(table.hands for table in day.tables),
        longest_run=max(table.longest_run for table in day.tables),
        findings=_counted(day.findings),
    )


def _counted(findings: Iterable[Finding]) -> int:
    return sum(finding.counts for finding in findings)


def _finding(finding: Finding) -> RotationFinding:
    return RotationFinding(**structs.asdict(finding))


def is_withheld(house: str, report: Rotation) -> bool:
    """Never: it tells of hands, and of no fee."""
    del house, report
    return False
