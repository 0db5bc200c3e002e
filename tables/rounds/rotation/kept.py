"""Kept: a story between two rounds, from which it goes on as if told from its beginning.

Only of a story that forgets: one in which something is put right is told anew.
"""

from datetime import date, datetime

from msgspec import Struct, structs

from tables.rounds.rotation.days import Day, Gap
from tables.rounds.rotation.presence import Presence
from tables.rounds.rotation.story import Story
from tables.rounds.rotation.unknown import Unknown
from tables.rounds.state import Standing, Table
from tables.rules.rotation.facts import Turn
from tables.rules.rotation.findings import Finding


class Kept(Struct, kw_only=True):
    """All that a story goes on from; `turn` is its last round, which has ended."""

    table: Standing
    turn: Turn
    unknown: Unknown
    presence: Presence
    findings: list[Finding]
    longest: dict[date, int]
    days: dict[date, Day]
    gaps: list[Gap]
    last_at: datetime | None
    last_day: date | None


def of(story: Story) -> Kept | None:
    """What is kept of a story; None before its first round, and while one is open."""
    turn, course = story.course.turn, story.course
    if turn is None or turn.ended_position is None:
        return None
    fields = {name: getattr(course.table, name) for name in Standing.__struct_fields__}
    return Kept(
        table=Standing(**fields),
        turn=turn,
        unknown=course.unknown,
        presence=course.presence,
        findings=story.watch.findings,
        longest=story.watch.longest_runs(),
        days=story.tally.days,
        gaps=story.tally.gaps,
        last_at=story.tally.last_at,
        last_day=story.tally.last_day,
    )


def goes_on(story: Story, kept: Kept) -> None:
    """Let a story that has not begun go on from what was kept of one."""
    course, watch, tally = story.course, story.watch, story.tally
    course.table = Table(**structs.asdict(kept.table))
    course.turn, course.unknown, course.presence = kept.turn, kept.unknown, kept.presence
    story.before = watch.last = kept.turn.round
    watch.findings, watch.longest = kept.findings, kept.longest
    tally.days, tally.gaps = kept.days, kept.gaps
    tally.last_at, tally.last_day = kept.last_at, kept.last_day
