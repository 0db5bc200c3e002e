"""What the address of a page asks for: a gaming day and a purpose, kept so that it can be saved."""

from datetime import date, timedelta
from typing import Final, NamedTuple

from django.http import HttpRequest

PURPOSES: Final = ("collection", "jackpot", "promo")
_DAY: Final = timedelta(1)


class Around(NamedTuple):
    """The gaming days beside one; there is none behind the present one."""

    before: date
    after: date | None


def day(request: HttpRequest) -> date | None:
    """`?day=2026-11-28`; None for none, and for what is no day."""
    try:
        return date.fromisoformat(request.GET.get("day", ""))
    except ValueError:
        return None


def purpose(request: HttpRequest) -> str | None:
    """`?purpose=jackpot`; None for all of them."""
    said = request.GET.get("purpose", "")
    return said or None


def around(shown: date, today: date) -> Around:
    """The days beside the one that is shown."""
    return Around(max(shown, date.min + _DAY) - _DAY, shown + _DAY if shown < today else None)
