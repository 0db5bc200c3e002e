"""Touching: the rounds that the correction of a table event touches, each fitted to what is now."""

from collections.abc import Iterator
from typing import Final

from msgspec import UNSET, Struct, structs

from cardroom.errors import RuleViolation
from cardroom.log import store
from tables import sessions
from tables.rounds.admit import refit
from tables.rounds.admit.facts import Facts, Scene
from tables.rounds.admit.whole import late_scene
from tables.rounds.events import Noted
from tables.rounds.furniture import Box
from tables.rounds.state import Round, Table
from tables.sessions import Session

LATE: Final = "round.reported_late"


class Change(Struct, frozen=True):
    """A session without and with a correction; `position` is of the event that is corrected."""

    before: Session
    after: Session
    position: int

    @property
    def is_of_box(self) -> bool:
        """Whether it is a drop box that was changed otherwise."""
        return any(
            entry.position == self.position and entry.type == "box.changed"
            for entry in self.before.entries
        )


class Touched(Struct, frozen=True):
    """A round, and what each of its events stands for now."""

    round: Round
    noted: tuple[Noted, ...]

    @property
    def is_changed(self) -> bool:
        """Whether any of its events stands for something else."""
        return self.noted != tuple(event.noted for event in self.round.events)


def touched(change: Change, facts: Facts) -> Iterator[Touched]:
    """Rounds that used what is corrected; RuleViolation for one that can't be folded anew."""
    if change.is_of_box:
        yield from _reboxed(change, facts)
        return
    opened = sessions.opened(change.after.head, change.after.since, until=change.after.until)
    yield from _running(change, opened, facts)
    pairs = list(zip(change.before.entries, change.after.entries, strict=True))
    was, will_be = change.before.start(), change.after.start()
    entry = 0
    for number, position in opened.items():
        while entry < len(pairs) and pairs[entry][0].position < position:
            pairs[entry][0].apply(was)
            pairs[entry][1].apply(will_be)
            entry += 1
        seats = _differing(was, will_be)
        if seats or _offered(was) != _offered(will_be):
            now = facts.past_round(number)
            yield from _fitted(change.after.scene(now, will_be), now, facts, seats)
    if opened and _offered(was) != _offered(will_be):
        yield from _late(change, list(opened), will_be, facts)


def _reboxed(change: Change, facts: Facts) -> Iterator[Touched]:
    """Rounds that opened under other boxes now, also in later sessions, and late ones like them.

    A round's drop boxes concern its fees alone, so only its opening stands for something else.
    """
    head = change.after.head
    opened = sessions.opened(head, change.position, until=head.position)
    pairs = list(zip(change.before.frame, change.after.frame, strict=True))
    was, will_be = Table(), Table()
    entry = 0
    boxes: dict[int, dict[str, Box]] = {}
    for number, position in opened.items():
        while entry < len(pairs) and pairs[entry][0].position < position:
            pairs[entry][0].apply(was)
            pairs[entry][1].apply(will_be)
            entry += 1
        boxes[number] = dict(will_be.boxes)
        if was.boxes != will_be.boxes:
            yield _in_boxes(facts.past_round(number), boxes[number])
    for number in store.rounds_since(head, change.position, until=head.position, begun_by=LATE):
        below = max((there for there in opened if there < number), default=None)
        if below is not None and facts.past_round(number).boxes != boxes[below]:
            yield _in_boxes(facts.past_round(number), boxes[below])


def _in_boxes(now: Round, boxes: dict[str, Box]) -> Touched:
    opening, *others = (event.noted for event in now.events)
    return Touched(now, (structs.replace(opening, boxes=boxes or UNSET), *others))


def _running(change: Change, opened: dict[int, int], facts: Facts) -> Iterator[Touched]:
    """The round that was on when the corrected event happened."""
    before = [number for number, position in opened.items() if position < change.position]
    if before:
        now = facts.past_round(before[-1])
        yield from _fitted(change.after.scene(now), now, facts, set())


def _late(change: Change, opened: list[int], table: Table, facts: Facts) -> Iterator[Touched]:
    """Late rounds have the offering of the round below them, the first ones of the round above."""
    head, until = change.after.head, change.after.until
    late = store.rounds_since(head, change.after.since, until=head.position, begun_by=LATE)
    following = min(sessions.opened(head, until + 1, until=head.position), default=None)
    offering = facts.offering(*_offered(table))
    for number in sorted(late):
        below = number < opened[0] and sessions.opened(head, 1, until=change.after.since)
        if not below and (following is None or number < following):
            now = facts.past_round(number)
            yield from _fitted(late_scene(number, now.late, offering, now.boxes), now, facts, set())


def _fitted(scene: Scene, now: Round, facts: Facts, seats: set[int]) -> Iterator[Touched]:
    """The round, if it comes out otherwise or used one of these seats."""
    try:
        found = Touched(now, refit.refit(scene, now, facts))
    except RuleViolation as refusal:
        where = f"round {now.number} couldn't be folded then: {refusal.detail}"
        raise RuleViolation(where, pointer="/data", rule=refusal.rule) from None
    used = {now.felt.player_dealer_seat, *now.felt.circles, *(fee.seat for fee in now.fees)}
    if found.is_changed or used & seats:
        yield found


def _offered(table: Table) -> tuple[int, int]:
    return table.offering_version, table.ruleset_version


def _differing(was: Table, will_be: Table) -> set[int]:
    """The seats in which somebody else sits, or as somebody else."""
    numbers = was.seats.keys() | will_be.seats.keys()
    return {number for number in numbers if was.seats.get(number) != will_be.seats.get(number)}
