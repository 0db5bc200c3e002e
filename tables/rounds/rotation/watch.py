"""Watch: a table's findings as its events come, and what corrections make of those found before.

What the last round comes to is judged alone; any other change judges everything that is kept again,
in the order of the rounds. Findings that don't hold any more stay, superseded by that event.
"""

from datetime import date
from typing import Final

from msgspec import structs

from tables.rounds.codec import Recorded
from tables.rounds.rotation.course import Course
from tables.rounds.rotation.judged import Judged
from tables.rounds.rotation.turns import turn_of
from tables.rounds.state import Round
from tables.rules.rotation.facts import Turn
from tables.rules.rotation.findings import Finding


class Watch:
    """The findings of one table from a course's beginning on.

    Without `keeps` it forgets what is judged, for a stream of which it's known that nothing in it
    is put right: then it needs no more memory for more rounds.
    """

    def __init__(self, course: Course, *, keeps: bool = True) -> None:
        self.start = course.copy() if keeps else None
        self.course = course
        self.findings: list[Finding] = []
        self.happenings: list[Recorded] = []
        self.turns: dict[int, Turn] = {}
        self.runs: dict[int, int] = {}
        self.last = course.table.last_round
        self.longest: dict[date, int] = {}
        self._since = 0  # where the findings of the last round begin

    @property
    def in_force(self) -> list[Finding]:
        """Those that no event has superseded."""
        return [finding for finding in self.findings if finding.superseded_by is None]

    def happened(self, event: Recorded) -> None:
        """A table event."""
        if self.start is not None:
            self.happenings.append(event)
        self.findings += self.course.happened(event)

    def corrected(self, position: int, event: Recorded | None, *, by: int) -> None:
        """The table event of a position stands otherwise, or not at all, by a later one."""
        kept = [each for each in self.happenings if each.position != position]
        kept += [] if event is None else [event]
        self.happenings = sorted(kept, key=lambda each: each.position)
        self._again(by)

    def stands(self, now: Round, *, by: int) -> Turn:
        """A round as it stands behind an event, its opening the first."""
        turn = turn_of(now)
        number = turn.round
        before = self.turns.get(number)
        if turn == before:
            return turn
        if self.start is None and number > self.last:
            self._forget()
        is_last = number >= self.last
        if before is not None and is_last and _is_ended(before, turn):
            self.turns[number] = self.course.turn = turn
            return turn
        if number > self.last:
            self._since = len(self.findings)
        self.turns[number] = turn
        self.last = max(self.last, number)
        if is_last and not (before is None and turn.is_late):
            found = self.course.stands(turn)
            self.runs[number] = self.course.hands if turn.counts else 0
            old = [each for each in self.findings[self._since :] if _is_of_hand(each, number)]
            self._replace(old, found, by, since=self._since)
        else:
            self._again(by)
        return turn

    def longest_runs(self) -> dict[date, int]:
        """The longest run of each gaming day, by its hands when a round of that day was dealt."""
        longest = dict(self.longest)
        for number, hands in self.runs.items():
            day = self.turns[number].gaming_day
            longest[day] = max(longest.get(day, 0), hands)
        return longest

    def _forget(self) -> None:
        """Rounds that nothing will change any more."""
        self.longest = self.longest_runs()
        self.turns.clear()
        self.runs.clear()

    def _again(self, by: int) -> None:
        """Judge all that is kept from the start."""
        if self.start is None:
            raise LookupError("this watch forgets, and nothing can be judged again")
        self.course = self.start.copy()
        judged = Judged(self.course, self.happenings, self.turns)
        self.runs = judged.runs
        self._replace(self.in_force, judged.findings, by)

    def _replace(self, old: list[Finding], new: list[Finding], by: int, *, since: int = 0) -> None:
        """Supersede those that don't hold any more, add those that are new."""
        gone, known = set(old) - set(new), set(old)
        if gone:
            self.findings[since:] = [
                structs.replace(each, superseded_by=by) if each in gone else each
                for each in self.findings[since:]
            ]
        self.findings += [each for each in new if each not in known]


def _is_ended(before: Turn, turn: Turn) -> bool:
    """Whether a hand that counts came to its end, and no more."""
    return turn.counts and structs.replace(before, ended_position=turn.ended_position) == turn


_OF_SEATS: Final = frozenset({"R8", "D4", "D5"})


def _is_of_hand(finding: Finding, number: int) -> bool:
    """Whether a round's hand made it, and stands; not somebody who sat down or left meanwhile."""
    return (
        finding.round == number and finding.superseded_by is None and finding.rule not in _OF_SEATS
    )
