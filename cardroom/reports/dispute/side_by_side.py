"""Two revisions of a round side by side, as tables of the sheet."""

from collections.abc import Iterator
from typing import Final

from msgspec import UNSET

from cardroom.money import dollars
from cardroom.reports.document import Column, Section
from cardroom.texts import counted
from tables.replays import RoundReplay
from tables.rounds.replay import Change, Explained
from tables.rounds.replay.words import ranks

SEAT: Final = Column("seat", "Seat", "number")
PLAYER: Final = Column("player", "Player")
_CHANGES: Final = (
    SEAT,
    Column("wager", "Wager"),
    PLAYER,
    Column("was", "Before"),
    Column("now", "After"),
    Column("difference", "Player gets", "cents"),
)
_PEOPLE: Final = (
    PLAYER,
    Column("role", "As"),
    Column("was", "Before", "cents"),
    Column("now", "After", "cents"),
    Column("difference", "Difference", "cents"),
)


def change_sections(read: RoundReplay, change: Change) -> Iterator[Section]:
    """Two revisions side by side, and whose money it changes."""
    before = "nothing" if change.was is None else f"revision {change.was}"
    after = "the void" if change.now is None else f"revision {change.now}"
    same = f"The same in both: {counted(change.same, 'other wager')}."
    yield Section(
        name="changes",
        title=f"From {before} to {after}",
        columns=_CHANGES,
        rows=tuple(
            (
                one.seat,
                (one.now or one.was).what,  # type: ignore[union-attr]
                one.player,
                _side(one.was),
                "all returned" if change.now is None else _side(one.now),
                _won(one.now) - _won(one.was),
            )
            for one in change.lines
        ),
        keys=3,
        note=f"{same} {read.told.cause_of(change).sentence}",
    )
    yield Section(
        name="people",
        title=f"Whose money changes, from {before} to {after}",
        columns=_PEOPLE,
        rows=tuple(
            (
                one.player,
                "player-dealer" if one.is_player_dealer else "player",
                one.was_cents,
                one.now_cents,
                one.difference_cents,
            )
            for one in change.people
        ),
    )


def _won(one: Explained | None) -> int:
    return 0 if one is None else one.line.paid_cents - one.line.collected_cents


def _side(one: Explained | None) -> str:
    """One side of a change: cards, result, money."""
    if one is None:
        return "none"
    cards = [card for card in one.cards if card is not None]
    shown = f"{ranks(cards)}: " if one.line.hand is not None and cards else ""
    moved = [
        f"{dollars(cents)} {word}"
        for cents, word in (
            (one.line.paid_cents, "paid"),
            (one.line.collected_cents, "collected"),
            (one.line.returned_cents, "back"),
        )
        if cents
    ]
    return f"{shown}{result(one)}, {', '.join(moved)}"


def result(one: Explained) -> str:
    """`win 3:2`, `lose, part`, `no action`."""
    word = one.line.result.replace("_", " ")
    odds = "" if one.line.odds is UNSET else f" {one.line.odds}"
    return f"{word}{odds}{', part' if one.is_cut else ''}"
