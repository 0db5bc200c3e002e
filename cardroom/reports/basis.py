"""What a report rests on: bounds of its period, and the rounds played in it. Read, not judged."""

from datetime import date, datetime, timedelta
from itertools import groupby
from typing import Any
from zoneinfo import ZoneInfo

from django.db.models import Count, F, Max

from cardroom.days import calendars
from cardroom.days import queries as days
from cardroom.errors import Missing, RuleViolation
from cardroom.house import houses, in_force
from cardroom.reports.dataset import TableBasis, Versioned
from cardroom.reports.periods import Period
from tables.models import RoundRow


def head(house: str, kind: str, title: str, period: Period, now: datetime) -> dict[str, Any]:
    """The fields of a dataset's head. RuleViolation for a period that hasn't begun."""
    start, end, zone, has_ended = _bounds(house, period)
    if start > now:
        raise RuleViolation(f"{period} hasn't begun: it does at {start:%Y-%m-%dT%H:%M:%SZ}")
    settings = in_force.settings(house, end).record
    return {
        "kind": kind,
        "house": house,
        "house_name": settings.name,
        "title": title,
        "gaming_day": period.gaming_day,
        "month": period.month,
        "from_": start,
        "to": end,
        "zone": zone,
        "from_local": start.astimezone(ZoneInfo(zone)).isoformat(),
        "to_local": end.astimezone(ZoneInfo(zone)).isoformat(),
        "minutes": (end - start) // timedelta(minutes=1),
        "has_ended": has_ended,
        **_played(house, period),
    }


def start_of(house: str, period: Period) -> datetime:
    """When it begins. Raises Missing when there is no house."""
    start, _, _, _ = _day(house, period.first)
    return start


def last_finished(house: str, now: datetime) -> date | None:
    """The last gaming day that is over of those on record and those that were played on.

    Raises Missing when there is no house.
    """
    present = calendars.of(house).gaming_day(now)
    played = RoundRow.objects.filter(
        generation=F("table__generation"), table__house=house, gaming_day__lt=present
    ).aggregate(last=Max("gaming_day"))["last"]
    recorded = [one.gaming_day for one in days.days(house) if one.end <= now]
    return max((day for day in (*recorded, played) if day is not None), default=None)


def _bounds(house: str, period: Period) -> tuple[datetime, datetime, str, bool]:
    """Start, end and zone, and whether the end is on record."""
    start = start_of(house, period)
    _, end, zone, has_ended = _day(house, period.last)
    return start, end, zone, has_ended


def _day(house: str, day: date) -> tuple[datetime, datetime, str, bool]:
    """A gaming day as it is on record, else as the house's calendar has it."""
    try:
        found = days.day(house, day)
    except Missing:
        planned = calendars.of(house).of(day)
        return planned.start, planned.end, planned.zone, False
    return found.start, found.end, found.zone, found.is_ended


def _played(house: str, period: Period) -> dict[str, tuple[Any, ...]]:
    """The rounds of the period: by table, and by what they were played under."""
    groups = (
        RoundRow.objects.filter(
            generation=F("table__generation"),
            table__house=house,
            gaming_day__range=(period.first, period.last),
        )
        .values_list("table__code", "game", "ruleset_version", "offering_version")
        .annotate(Count("number"), Max("last_position"))
        .order_by("table__code")
    )
    found = list(groups)
    return {
        "tables": tuple(_tables(found)),
        "rulesets": _versions((game, ruleset) for _, game, ruleset, *_ in found),
        "offerings": _versions(
            (offering.code, offering.version)
            for offering in map(houses.offering_version, {row[3] for row in found})
        ),
    }


def _tables(found: list[tuple[Any, ...]]) -> list[TableBasis]:
    return [
        TableBasis(
            table=table,
            rounds=sum(row[4] for row in rows),
            last_position=max(row[5] for row in rows),
        )
        for table, group in groupby(found, key=lambda row: row[0])
        for rows in [list(group)]
    ]


def _versions(found: Any) -> tuple[Versioned, ...]:  # noqa: ANN401 - pairs
    return tuple(Versioned(name=name, version=version) for name, version in sorted(set(found)))
