"""Verifying for the report `integrity`, before it is made: that takes its time and many reads.

What came since the last verification is read, and all that bears on the period's days is read again
in each case, so that an old mark vouches for nothing in the report.
"""

from collections.abc import Iterable
from typing import Final

from msgspec import Struct, field

from cardroom.log import feed
from cardroom.log.marks import Marks
from cardroom.reports.periods import Period
from tables.verify import Asked, Counts, Finding, Scope, verify
from tables.verify.trail import FEED

MOST: Final = 200  # findings that are listed


class Verified(Struct):
    """What was found; `until` is how far each stream was read, the feed under its own name."""

    findings: list[Finding] = field(default_factory=list)
    in_all: int = 0
    not_checked: list[str] = field(default_factory=list)
    until: dict[str, int] = field(default_factory=dict)


def verified(house: str, period: Period) -> Verified:
    """Verify the installation, as far as it concerns a house and the days of a period."""
    feed.sequence()
    marks, found = Marks.here(), Verified()
    since = _run(house, found, Asked(scope=Scope.SINCE_CHECKPOINT, marks=marks))
    if any(one.after for one in since.range.streams if one.house == house):
        for day in [] if period.is_month else period.days():
            _run(house, found, Asked(scope=Scope.DAY, day=day, marks=marks))
    relied = set(since.relied)
    found.not_checked = [line for line in since.not_checked if line not in relied]
    return found


def _run(house: str, found: Verified, asked: Asked) -> Counts:
    """One run; what it finds twice is told once."""
    counts = Counts()
    for one in verify(counts, asked):
        if one.house in {house, ""} and one not in found.findings:
            found.in_all += 1
            if len(found.findings) < MOST:
                found.findings.append(one)
    for stretch in counts.range.streams:
        if stretch.house == house:
            found.until[stretch.stream] = max(stretch.until, found.until.get(stretch.stream, 0))
    return counts


def behind(found: Verified, ends: Iterable[tuple[str, int]]) -> list[str]:
    """The streams that go on behind what was verified."""
    return [name for name, position in ends if found.until.get(name, 0) < position]


__all__ = ["FEED", "Verified", "behind", "verified"]
