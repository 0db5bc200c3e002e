"""A round told whole: its steps, and each settlement that it ever had with its reasons."""

from datetime import datetime
from typing import Final

from msgspec import Struct

from tables.rounds import events as e
from tables.rounds.codec import NAMES
from tables.rounds.replay.changes import Change, change
from tables.rounds.replay.coverage import Coverage, coverage
from tables.rounds.replay.explained import Explained, explained
from tables.rounds.replay.logged import Logged
from tables.rounds.replay.steps import Step, steps
from tables.rounds.round_fold import Offerings
from tables.rounds.state import Round

_SETTLED: Final = NAMES[e.RoundSettled]
_REVERSED: Final = NAMES[e.RoundReversed]
_CAUSES: Final = frozenset(
    NAMES[fact] for fact in (e.RoundCorrected, e.RoundVoided, e.RoundRefolded)
)


class Revision(Struct, frozen=True, kw_only=True):
    """A settlement as it was made at a step, and why its lines came out as they did."""

    number: int
    step: int
    position: int
    at: datetime
    player_dealer: str
    settlement: e.RoundSettled
    by_floor: bool
    lines: tuple[Explained, ...]
    coverage: Coverage


class Replay(Struct, frozen=True, kw_only=True):
    """A round told; `now` is it as it stands, of which a view may be made.

    `changes` lead from each settlement to the next one, or to the void that took it back.
    """

    now: Round
    steps: tuple[Step, ...]
    revisions: tuple[Revision, ...]
    changes: tuple[Change, ...]

    def revision_at(self, step: int) -> Revision | None:
        """The last settlement that was made up to a step."""
        return next((one for one in reversed(self.revisions) if one.step <= step), None)

    def step_at(self, position: int) -> int:
        """The last step up to a position of the table; the first one where there is none."""
        return max((one.number for one in self.steps if one.position <= position), default=1)

    def cause_of(self, change: Change) -> Step:
        """The correction or the void behind a change."""
        made = {one.number: one.step for one in self.revisions}
        if change.now is not None:
            until = made[change.now]
        else:
            since = made[change.was or 0]
            until = next(one.number for one in self.steps[since:] if one.type == _REVERSED)
        before = (one for one in reversed(self.steps[:until]) if one.part is None)
        return next(one for one in before if one.type in _CAUSES)

    @property
    def readings(self) -> tuple[str, ...]:
        """All readings that any settlement rests on, sorted."""
        lines = (line for one in self.revisions for line in one.lines)
        return tuple(sorted({id_ for line in lines for id_ in line.readings}))


def replay(logged: list[Logged], offerings: Offerings) -> Replay:
    """Tell a round from its events, the first of which begins it."""
    told, found, changes = list[Step](), list[Revision](), list[Change]()
    stands: Revision | None = None
    now: Round | None = None
    for step, now in steps(logged, offerings):
        told.append(step)
        before = stands
        if step.type == _SETTLED and now.settlement is not None:
            stands = _revision(step, now, now.settlement)
            found.append(stands)
        elif step.type == _REVERSED:
            stands = None
        if before is not stands and (before is not None or changes):
            changes.append(change(before, stands))
    if now is None:
        raise ValueError("a round without events can't be told")
    return Replay(now=now, steps=tuple(told), revisions=tuple(found), changes=tuple(changes))


def _revision(step: Step, now: Round, settled: e.RoundSettled) -> Revision:
    lines = explained(now.felt, settled, now.floor)
    return Revision(
        number=settled.revision,
        step=step.number,
        position=step.position,
        at=step.occurred_at,
        player_dealer=now.felt.player_dealer,
        settlement=settled,
        by_floor=now.floor is not None,
        lines=lines,
        coverage=coverage(now.felt, settled, lines),
    )
