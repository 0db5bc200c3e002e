"""Deadline: by when two others must have been player-dealer (D2), by each clock and reading.

Sliding: `minutes` from the second most recent time that a distinct person who is no TPPPS became
player-dealer; from the game's start while fewer than two did. Fixed: the game's time in blocks of
`minutes`, each of which needs two such people. Wall time runs always, play time not in a pause.
"""

from datetime import datetime, timedelta
from typing import Final

from msgspec import Struct

from tables.rules.rotation.memory import Block, Memory
from tables.rules.rotation.settings import Clock, Reading, Settings

_READINGS: Final[tuple[tuple[Clock, Reading], ...]] = (
    ("wall", "sliding"),
    ("wall", "fixed"),
    ("play", "sliding"),
    ("play", "fixed"),
)


class Deadline(Struct, frozen=True):
    """The last moment of a clock and a reading, and what was left of it; negative when it's over.

    `at` is None while play pauses, for play time; it moves as long as that lasts.
    """

    clock: Clock
    reading: Reading
    at: datetime | None
    left_ms: int


def deadlines(memory: Memory, now: datetime, settings: Settings) -> tuple[Deadline, ...]:
    """All four as they are at an instant; none before a game began."""
    if memory.passage.began_at is None:
        return ()
    wall_ms, play_ms = memory.passage.elapsed(now)
    elapsed = {"wall": wall_ms, "play": play_ms}
    found = []
    for clock, reading in _READINGS:
        left = _limit(memory, clock, reading, settings) - elapsed[clock]
        moves = clock == "play" and memory.passage.paused_at is not None
        at = None if moves else now + timedelta(milliseconds=left)
        found.append(Deadline(clock, reading, at, left))
    return tuple(found)


def _limit(memory: Memory, clock: Clock, reading: Reading, settings: Settings) -> int:
    """The deadline in milliseconds of the game."""
    if reading == "fixed":
        block = memory.wall_block if clock == "wall" else memory.play_block
        return (block.number + 1 + _is_enough(block, settings)) * settings.span_ms
    if len(memory.became) < settings.others:
        return settings.span_ms
    second = memory.became[settings.others - 1]
    return (second.wall_ms if clock == "wall" else second.play_ms) + settings.span_ms


def _is_enough(block: Block, settings: Settings) -> bool:
    return len(block.players) >= settings.others
