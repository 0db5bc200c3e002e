"""The rotation as readers get it: whose turn, whether it must pass, who is asked next, by when."""

from collections.abc import Iterator
from datetime import datetime

from msgspec import Struct

from tables.rounds.rotation.asking import asking
from tables.rounds.state import Table
from tables.rules.rotation.deadline import deadlines
from tables.rules.rotation.profiles import judging
from tables.rules.rotation.settings import MINUTE_MS


class DeadlineView(Struct, frozen=True, kw_only=True):
    """By when two others must have been player-dealer, by one clock and one reading.

    `minutes_left` counts from the table's last event; it is negative when the time is over. For
    play time in a pause there is no `deadline_at`.
    """

    clock: str
    reading: str
    deadline_at: datetime | None
    minutes_left: int


class RotationView(Struct, frozen=True, kw_only=True):
    """Who holds the player-dealer position, and for how many consecutive hands so far.

    `turn` says the same for people: `2 of 2, must pass`. `offer_next` is the seat to be asked next,
    None when one has `accepted` or nobody is left; then, if the holder must pass, the game
    `must_stop`. `deadlines` are there where the offering's profile asks for others.
    """

    holder: str
    hands: int
    limit: int
    turn: str
    must_pass: bool
    seat: int
    player: str
    accepted: int | None
    declined: tuple[int, ...]
    offer_next: int | None
    must_stop: bool
    stopped: bool
    deadlines: tuple[DeadlineView, ...]


def rotation_view(table: Table, profile: str | None) -> RotationView | None:
    """The rotation at a table; None before its first hand. `profile` is that of its offering."""
    asked, memory = asking(table), table.rotation
    if asked is None:
        return None
    return RotationView(
        holder=memory.holder,
        hands=memory.hands,
        limit=asked.limit,
        turn=f"{memory.hands} of {asked.limit}{', must pass' if asked.must_pass else ''}",
        must_pass=asked.must_pass,
        seat=memory.seat,
        player=memory.player,
        accepted=asked.accepted,
        declined=asked.declined,
        offer_next=asked.offer_next,
        must_stop=asked.must_stop,
        stopped=not table.game_runs,
        deadlines=tuple(_deadlines(table, profile)),
    )


def _deadlines(table: Table, profile: str | None) -> Iterator[DeadlineView]:
    now, day = table.last_occurred_at, table.gaming_day
    if profile is None or now is None or day is None:
        return
    for judge in judging(profile, day):
        if "D2" in judge.rules:
            for found in deadlines(table.rotation, now, judge.settings):
                yield DeadlineView(
                    clock=found.clock,
                    reading=found.reading,
                    deadline_at=found.at,
                    minutes_left=found.left_ms // MINUTE_MS,
                )
