"""What was asked: the words of the one box, read. Pure."""

import re
from collections.abc import Collection
from datetime import date, datetime, timedelta
from datetime import time as clock_time
from typing import Final
from uuid import UUID
from zoneinfo import ZoneInfo

from msgspec import Struct

from cardroom.texts import seen
from tables.rounds.events import LAST_ROUND

MOST: Final = 200  # characters that are looked at

_AMOUNT: Final = re.compile(r"\$\s?([\d,]+)(?:\.(\d\d))?|([\d,]+)\.(\d\d)")
_NUMBER: Final = re.compile(r"#?(\d[\d,]{0,13})")
_DATE: Final = re.compile(r"\d{4}-\d\d-\d\d")
_TIME: Final = re.compile(r"(\d\d?)(?::([0-5]\d)(?::([0-5]\d))?)?(am|pm)?", re.IGNORECASE)
_HALVES: Final = frozenset({"am", "pm"})  # of a day of 12 and 12 hours
_ROUND: Final = frozenset({"round", "r", "at"})
_NOON: Final = 12
_MOST_CENTS: Final = 10**13


class Asked(Struct, frozen=True, kw_only=True):
    """What the words may mean; a field is None where they don't say it.

    `word` is what may be the token of a player or the code of a box; `tables` are codes.
    """

    tables: tuple[str, ...] = ()
    number: int | None = None
    at: datetime | None = None
    amount_cents: int | None = None
    event: UUID | None = None
    word: str | None = None

    @property
    def is_nothing(self) -> bool:
        """Whether no word could be read."""
        return self == Asked()


def read(text: str, *, tables: Collection[str], zone: str, now: datetime) -> Asked:
    """What was typed: `17`, `T05 18417`, `T05 22:17`, `$1,250`, `P-1004`, `B-014`, an event's id.

    A time without a day is the last one that the house's clocks have shown.
    """
    codes = {code.casefold(): code for code in tables}
    words = seen(text[:MOST]).split()
    named = tuple(codes[word.casefold()] for word in words if word.casefold() in codes)
    rest = [word for word in words if word.casefold() not in {*codes, *_ROUND}]
    return _rest(Asked(tables=named), rest, zone, now)


def _rest(asked: Asked, words: list[str], zone: str, now: datetime) -> Asked:
    """What is said beside tables: one thing, of which a day and a time are two words."""
    said = " ".join(words)
    if not said:
        return asked
    instant = _instant(words, zone, now)
    amount, number = _AMOUNT.fullmatch(said), _NUMBER.fullmatch(said)
    cents = None if amount is None else _cents(amount)
    if instant is not None:
        return _with(asked, at=instant)
    if cents is not None:
        return _with(asked, amount_cents=cents)
    if number is not None and int(number[1].replace(",", "")) <= LAST_ROUND:
        return _with(asked, number=int(number[1].replace(",", "")), word=said)
    event = _uuid(said)
    return _with(asked, event=event) if event is not None else _with(asked, word=said)


def _with(asked: Asked, **said: object) -> Asked:
    return Asked(tables=asked.tables, **said)  # type: ignore[arg-type]


def _cents(amount: re.Match[str]) -> int | None:
    whole = int((amount[1] or amount[3]).replace(",", "") or 0)
    cents = whole * 100 + int(amount[2] or amount[4] or 0)
    return cents if 0 < cents <= _MOST_CENTS else None


def _uuid(said: str) -> UUID | None:
    try:
        return UUID(said)
    except ValueError:
        return None


def _time(said: str, zone: ZoneInfo) -> clock_time | None:
    """`22:17`, `22:17:05`, `10:17pm` or `10pm`."""
    shown = _TIME.fullmatch(said)
    if shown is None or (shown[2] is None and shown[4] is None):
        return None
    hour, minute, second = (int(part or 0) for part in shown.groups()[:3])
    if shown[4] is not None:
        if not 1 <= hour <= _NOON:
            return None
        hour = hour % _NOON + _NOON * (shown[4].casefold() == "pm")
    return clock_time(hour, minute, second, tzinfo=zone) if hour < 2 * _NOON else None


def _instant(words: list[str], zone: str, now: datetime) -> datetime | None:
    """A day and a time, or a time alone, by the clocks of the house."""
    if len(words) > 1 and words[-1].casefold() in _HALVES:
        words = [*words[:-2], words[-2] + words[-1]]
    *days, clock = words
    at = _time(clock, ZoneInfo(zone))
    if at is None or len(days) > 1 or not all(map(_DATE.fullmatch, days)):
        return None
    if days:
        try:
            return datetime.combine(date.fromisoformat(days[0]), at)
        except ValueError:
            return None
    today = now.astimezone(ZoneInfo(zone)).date()
    instant = datetime.combine(today, at)
    return instant if instant <= now else datetime.combine(today - timedelta(days=1), at)
