"""What a report is about: one gaming day, or all gaming days of a month."""

import re
from calendar import monthrange
from datetime import date, timedelta
from typing import Final

from msgspec import Struct

from cardroom.errors import Malformed

# Of the years that a cardroom may have.
_MONTH: Final = re.compile("2[01][0-9]{2}-[0-9]{2}")
_DAY: Final = re.compile("2[01][0-9]{2}-[0-9]{2}-[0-9]{2}")


class Period(Struct, frozen=True):
    """`first` is the gaming day, or the first one of the month."""

    first: date
    is_month: bool = False

    @property
    def last(self) -> date:
        """The last gaming day of it."""
        if not self.is_month:
            return self.first
        return self.first.replace(day=monthrange(self.first.year, self.first.month)[1])

    @property
    def gaming_day(self) -> date | None:
        """The gaming day, None for a month."""
        return None if self.is_month else self.first

    @property
    def month(self) -> str | None:
        """The month as `2026-11`, None for a day."""
        return f"{self.first:%Y-%m}" if self.is_month else None

    def days(self) -> list[date]:
        """The gaming days of it, oldest first."""
        return [self.first + timedelta(n) for n in range((self.last - self.first).days + 1)]

    def __str__(self) -> str:
        return self.month or self.first.isoformat()


def day(text: str) -> Period:
    """A gaming day, `2026-11-28`. Raises Malformed."""
    try:
        return Period(date.fromisoformat(text if _DAY.fullmatch(text) else ""))
    except ValueError:
        raise Malformed(f"a gaming day is a date, 2026-11-28, not {text[:40]!r}") from None


def month(text: str) -> Period:
    """A month, `2026-11`. Raises Malformed."""
    try:
        first = date.fromisoformat(f"{text if _MONTH.fullmatch(text) else ''}-01")
    except ValueError:
        raise Malformed(f"a month is a year and a month, 2026-11, not {text[:40]!r}") from None
    return Period(first, is_month=True)


def month_of(gaming_day: date) -> Period:
    """The month that a gaming day lies in."""
    return Period(gaming_day.replace(day=1), is_month=True)
