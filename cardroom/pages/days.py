"""The gaming days beside what a page shows, for its arrows: none is to come."""

from datetime import date, timedelta
from typing import Final, NamedTuple

_DAY: Final = timedelta(1)


class Beside(NamedTuple):
    """The day before, and the one behind; None where that hasn't begun."""

    before: date
    after: date | None


def beside(first: date, last: date, *, present: date) -> Beside:
    """The days beside a day, which is both its first and last, or beside a span of them."""
    return Beside(max(first, date.min + _DAY) - _DAY, last + _DAY if last < present else None)
