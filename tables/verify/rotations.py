"""Rotations: how far tables were judged on gaming days, told from the log anew."""

from collections.abc import Iterator
from typing import Any

from msgspec import Struct, structs

from cardroom.log.records import Head
from tables.rotation import judged_rows, keeping
from tables.rotation.judged_rows import Row
from tables.rotation.references import References
from tables.verify.asked import Scope
from tables.verify.counts import Counts
from tables.verify.findings import Difference, Finding, differing
from tables.verify.run import Run


def verify(head: Head, run: Run, counts: Counts) -> Iterator[Finding]:
    """Every cell of the rows that were asked for; what other software judged is used by nobody."""
    references: References | None = None
    for row in judged_rows.of_stream(head.stream_id):
        if _is_asked(head, run, row):
            references = references or References(head.house)
            counts.rows += 1
            right = keeping.told_to(head, row.gaming_day, references, row.position)
            for found in _differences(row, right):
                name = f"gaming day {row.gaming_day}"
                kind = "row" if right is None else "cell"
                yield Finding.at(head, kind, found, table=judged_rows.TABLE, row=name)


def _is_asked(head: Head, run: Run, row: Row) -> bool:
    """Whether it is of the day, or came since the last verification that found nothing wrong."""
    if run.asked.day is not None:
        return row.gaming_day == run.asked.day
    sound = run.sound(head.house, head.stream)
    if run.asked.scope is not Scope.SINCE_CHECKPOINT or sound is None or sound.spoiled:
        return True
    return row.position > sound.position


def _differences(row: Row, right: Row | None) -> Iterator[Difference]:
    if right is None:
        yield Difference("position", row.position, None)
        return
    yield from differing(structs.replace(row, story=""), structs.replace(right, story=""))
    if (mine := _story(row)) != (other := right.kept):
        if not isinstance(mine, Struct):
            yield Difference("story", row.story, right.story)
            return
        for found in differing(mine, other):
            yield structs.replace(found, path=f"story.{found.path}")


def _story(row: Row) -> Any:  # noqa: ANN401 - what was altered may be anything
    """The story that a row holds, its text where that is none."""
    try:
        return row.kept
    except ValueError:
        return row.story
