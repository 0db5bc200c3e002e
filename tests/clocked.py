"""A house whose clock a test turns by hand."""

from datetime import UTC, date, datetime, timedelta
from itertools import pairwise

from cardroom import clockwork
from cardroom.days import queries
from cardroom.days.facts import Day
from cardroom.due.kinds import FAST
from cardroom.due.work import Tally
from cardroom.house import loading
from cardroom.house_games import GAMES
from tests.house_file import changed


class Clock:
    """An instant that a test moves."""

    def __init__(self, at: datetime) -> None:
        self.at = at

    def __call__(self) -> datetime:
        """The present instant."""
        return self.at

    def to(self, text: str) -> None:
        """Move to an instant in UTC, `2026-11-30 14:00`."""
        self.at = instant(text)


def instant(text: str) -> datetime:
    """An instant in UTC, `2026-11-30 14:00`."""
    return datetime.fromisoformat(text).replace(tzinfo=UTC)


def a_house(code: str, clock: Clock, *, starts: str = "06:00", zone: str = "") -> str:
    """Load a house as it is said to be now."""
    text = changed('code = "CASES"', f'code = "{code}"')
    text = changed('gaming_day_starts = "06:00"', f'gaming_day_starts = "{starts}"', of=text)
    if zone:
        text = changed('timezone = "America/Los_Angeles"', f'timezone = "{zone}"', of=text)
    loading.load(text, path="house.toml", games=GAMES, now=clock())
    return code


def run(clock: Clock, house: str | None = None) -> Tally:
    """Do what is due, but for reports."""
    return clockwork.run_due(queues=[FAST], now=clock, house=house)


def hours(day: Day) -> int:
    """How long a day lasts, in whole hours."""
    return (day.end - day.start) // timedelta(hours=1)


def told(code: str) -> list[tuple[date, int, bool]]:
    """The days of a house on record: date, hours, whether it ended; each begins at the last end."""
    days = queries.days(code)
    for before, after in pairwise(days):
        assert before.is_ended
        assert before.end == after.start
    return [(day.gaming_day, hours(day), day.is_ended) for day in days]
