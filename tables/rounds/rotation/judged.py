"""Judged: all of a course at once, from scratch, in the order of its rounds."""

from collections.abc import Iterable, Mapping

from tables.rounds.codec import Recorded
from tables.rounds.rotation.course import Course
from tables.rules.rotation.facts import Turn
from tables.rules.rotation.findings import Finding


class Judged:
    """What a course came to from scratch, and how long the run was behind each round."""

    findings: list[Finding]
    runs: dict[int, int]

    def __init__(
        self, course: Course, happened: Iterable[Recorded], turns: Mapping[int, Turn]
    ) -> None:
        self.course = course
        self.findings = []
        self.runs = {}
        coming = iter(happened)
        event = next(coming, None)
        for number in sorted(turns):
            turn = turns[number]
            while event is not None and _is_before(event, turn):
                self.findings += course.happened(event)
                event = next(coming, None)
            self.findings += course.stands(turn)
            self.runs[number] = course.hands if turn.counts else 0
        while event is not None:
            self.findings += course.happened(event)
            event = next(coming, None)


def _is_before(event: Recorded, turn: Turn) -> bool:
    """Whether something happened before a round; a late one stands right behind the lower one."""
    return turn.opened_position is not None and event.position < turn.opened_position
