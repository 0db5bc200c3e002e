"""What the address of a page asks for: a gaming day and a purpose, kept so that it can be saved."""

from datetime import date
from typing import Final

from django.http import HttpRequest

PURPOSES: Final = ("collection", "jackpot", "promo")


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
