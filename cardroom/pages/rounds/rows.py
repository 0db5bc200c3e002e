"""Rows of the round's page: settlement lines, revisions side by side, events around a step."""

from collections.abc import Iterable
from typing import Final, NamedTuple

from msgspec import UNSET

from cardroom.pages.words import PHASES, dollars
from tables import readings
from tables.evenings import Listed
from tables.rounds.replay import Change, Explained, Replay, Revision, Step
from tables.rounds.replay.words import ranks

DASH: Final = "\u2013"  # none
AROUND: Final = 15  # events that are shown around a step
_SUITS: Final = {"S": "♠", "H": "♥", "D": "♦", "C": "♣"}


class LineRow(NamedTuple):
    """A settlement line as the page has it; amounts are said, a dash is none."""

    order: int
    seat: int
    what: str
    player: str
    stake: str
    result: str
    odds: str
    paid: str
    collected: str
    returned: str
    left: str
    why: str
    readings: tuple[tuple[str, str], ...]
    is_changed: bool
    is_cut: bool


class SideRow(NamedTuple):
    """A wager in two revisions."""

    seat: int
    what: str
    player: str
    was: tuple[str, str, str]
    now: tuple[str, str, str]
    difference: str


class RoundRow(NamedTuple):
    """A round in a list."""

    round: Listed
    number: str
    phase: str
    wager: str
    stake: str
    net: str
    is_corrected: bool


class EventRow(NamedTuple):
    """An event in the list; `heading` stands above the first of another history."""

    step: Step
    heading: str
    is_now: bool


def round_rows(listed: Iterable[Listed]) -> list[RoundRow]:
    """Rounds in a list."""
    return [
        RoundRow(
            round=one,
            number=f"{one.number:,}",
            phase=PHASES[one.phase].lower(),
            wager=DASH if one.wager_cents is None else said(one.wager_cents),
            stake=DASH if one.stake_cents is None else said(one.stake_cents),
            net=(
                DASH if one.player_dealer_net_cents is None else signed(one.player_dealer_net_cents)
            ),
            is_corrected=(one.settlement_revision or 1) > 1,
        )
        for one in listed
    ]


def line_rows(shown: Revision, changed: set[tuple[int, str, str, int | None]]) -> list[LineRow]:
    """The lines of a settlement."""
    return [_line(one, is_changed=key_of(one) in changed) for one in shown.lines]


def key_of(one: Explained) -> tuple[int, str, str, int | None]:
    """What a line is told from others by."""
    return one.line.seat, one.line.player, one.line.kind, one.line.hand


def _line(one: Explained, *, is_changed: bool) -> LineRow:
    line = one.line
    return LineRow(
        order=line.order,
        seat=line.seat,
        what=one.what,
        player=line.player,
        stake=amount(line.stake_cents),
        result=line.result.replace("_", " "),
        odds="" if line.odds is UNSET else str(line.odds),
        paid=amount(line.paid_cents),
        collected=amount(line.collected_cents),
        returned=amount(line.returned_cents),
        left="" if one.left_cents is None else said(one.left_cents),
        why=one.sentence,
        readings=readings.of(one.readings),
        is_changed=is_changed,
        is_cut=one.is_cut,
    )


def amount(cents: int) -> str:
    """An amount without its unit; a dash is none."""
    return said(cents) if cents else DASH


def said(cents: int) -> str:
    """An amount without its unit."""
    return dollars(cents).replace("$", "")


def signed(cents: int) -> str:
    """What somebody gets or gives."""
    return f"+{said(cents)}" if cents > 0 else said(cents)


def side_rows(change: Change) -> list[SideRow]:
    """The wagers that differ."""
    return [
        SideRow(
            seat=one.seat,
            what=_what(one.now, one.was),
            player=one.player,
            was=_side(one.was),
            now=_side(one.now),
            difference=signed(_won(one.now) - _won(one.was)),
        )
        for one in change.lines
    ]


def _what(*sides: Explained | None) -> str:
    return next(one.what for one in sides if one is not None)


def _won(one: Explained | None) -> int:
    return 0 if one is None else one.line.paid_cents - one.line.collected_cents


def _side(one: Explained | None) -> tuple[str, str, str]:
    """Cards, result and money of one side."""
    if one is None:
        return "", "none", DASH
    line = one.line
    odds = "" if line.odds is UNSET else f" {line.odds}"
    moved = [
        f"{said(cents)} {word}"
        for cents, word in (
            (line.paid_cents, "paid"),
            (line.collected_cents, "collected"),
            (line.returned_cents, "back"),
        )
        if cents
    ]
    cards = " ".join(map(shown_card, one.cards)) if line.hand is not None else ""
    part = ", part" if one.is_cut else ""
    return cards, f"{line.result.replace('_', ' ')}{odds}{part}", ", ".join(moved)


def shown_card(card: str | None) -> str:
    """`9♣`; a card that lies face down is a dot."""
    return "·" if card is None else f"{ranks([card])}{_SUITS[card[1]]}"


def event_rows(told: Replay, step: Step, *, all_of_them: bool) -> list[EventRow]:
    """The events around a step, or all."""
    first = max(0, min(step.number - AROUND + 4, len(told.steps) - AROUND))
    window = told.steps if all_of_them else told.steps[first : first + AROUND]
    rows, before = [], None
    for each in window:
        rows.append(EventRow(each, _heading(each, before), each.number == step.number))
        before = each
    return rows


def _heading(step: Step, before: Step | None) -> str:
    """What begins with this event."""
    if step.part == 1:
        return "as it should have been"
    if before is not None and before.part is not None and step.part is None:
        return "on the table's own record again"
    return ""
