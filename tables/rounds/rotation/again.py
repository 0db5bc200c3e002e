"""Again: a table's past hands counted anew, when one of them was corrected or reported late."""

from collections.abc import Callable, Iterable, Iterator
from typing import Final

from msgspec import structs

from tables.rounds.furniture import Run, Seat
from tables.rounds.rotation.people import deal_of, seated
from tables.rounds.rotation.turns import turn_of
from tables.rounds.state import Round, Standing, Table
from tables.rules.rotation.facts import Reference, Turn
from tables.rules.rotation.hand import hand
from tables.rules.rotation.memory import Memory
from tables.rules.rotation.settings import Settings

PastRound = Callable[[int], Round]

_OTHERS: Final = 2
_OF_HANDS: Final = ("holder", "hands", "positions", "player", "kind", "day")


def run_of(table: Table, past_round: PastRound) -> Run | None:
    """The last hands that have the holder in common with the very last (R1, R2)."""
    run = None
    for now, turn in back(table, table.last_round, past_round):
        if not turn.counts:
            continue
        if run is None:
            run = Run(now.holder, 0)
        elif run.holder != now.holder:
            break
        run.hands += 1
    return run


def remembered(table: Table, past_round: PastRound) -> Memory:
    """The memory of a table, its hands counted again; of an open round, what that found.

    What was offered since the last hand, and what lay between, stays as it was; of people who
    became player-dealer (D2) those of this game are found again, by today's sum of pauses.
    """
    last = table.last_round - (table.round is not None)
    memory = (table.opening.memory if table.opening else table.rotation).copy()
    counted = Memory(passage=memory.passage)
    place = next((turn.seat for _, turn in back(table, last, past_round)), 0)
    for now, turn in reversed(_needed(back(table, last, past_round), memory)):
        is_company = now.holder != turn.player
        seat = Seat(turn.player, "tppps", now.holder) if is_company else Seat(turn.player, "patron")
        hand(deal_of(turn, seated({turn.seat: seat}), counted, Reference()), Settings())
    is_same = counted.holder == memory.holder
    memory.breaks = memory.breaks if is_same else []
    memory.became = [became for became in counted.became if became.wall_ms >= 0]
    return structs.replace(
        memory, seat=place, **{name: getattr(counted, name) for name in _OF_HANDS}
    )


def back(table: Standing, last: int, past_round: PastRound) -> Iterator[tuple[Round, Turn]]:
    """The rounds that there are, from a number down."""
    for number in range(last, 0, -1):
        if not table.is_missing(number):
            now = past_round(number)
            yield now, turn_of(now)


def _needed(hands: Iterable[tuple[Round, Turn]], memory: Memory) -> list[tuple[Round, Turn]]:
    """Hands back to another holder, and to two people who are no TPPPS or the game's beginning."""
    found: list[tuple[Round, Turn]] = []
    holders, people = set[str](), set[str]()
    began = memory.passage.began_at
    for now, turn in hands:
        if not turn.counts:
            continue
        is_of_game = began is None or turn.at >= began
        if len(holders) > 1 and (len(people) >= _OTHERS or not is_of_game):
            break
        found.append((now, turn))
        holders.add(now.holder)
        if now.holder == turn.player:
            people.add(turn.player)
    return found
