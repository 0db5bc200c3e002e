"""What will fall due next by the house's schedule as it is now, kind by kind."""

from datetime import datetime
from typing import NamedTuple

from cardroom.days import calendars
from cardroom.house import houses
from cardroom.reports import timing
from cardroom.reports.kinds import KINDS
from cardroom.reports.periods import month_of


class Coming(NamedTuple):
    """A report that falls due; nothing where the schedule has none."""

    kind: str
    title: str
    daily_at: datetime | None
    monthly_at: datetime | None


def coming(house: str, now: datetime) -> list[Coming]:
    """When each kind falls due next, of the day that lasts and of its month."""
    calendar = calendars.of(house)
    today = calendar.at(now)
    last = calendar.of(month_of(today.gaming_day).last)
    _, settings = houses.settings_at(house, now)
    found = timing.upcoming(settings.reports, today.gaming_day, end=today.end, month_end=last.end)
    at = {(falls.kind, falls.period.is_month): falls.at for falls in found}
    return [
        Coming(name, kind.title, at.get((name, False)), at.get((name, True)))
        for name, kind in KINDS.items()
    ]
