"""Coverage told: how far W reached, wager by wager, and inside which one it ended."""

from typing import Final

from msgspec import Struct

from tables.rounds.events import RoundSettled
from tables.rounds.replay.explained import Explained
from tables.rounds.replay.words import money
from tables.rules.felt import Felt

_POLICY: Final = {
    "matched_gross": "what is paid and what is collected both use W up",
    "net_absorbing": "what is collected lets W pay more; its end is W won or W lost",
}
_WAY: Final = {"clockwise": "clockwise", "counter_clockwise": "counter-clockwise"}


class Segment(Struct, frozen=True, kw_only=True):
    """One wager on the way: what W moved, and what it didn't reach.

    `beyond_cents` is drawn behind W's end: the unpaid rest of a winner that was cut, the part of a
    losing stake that goes back, or the whole stake of a wager without action.
    """

    order: int
    seat: int
    what: str
    is_paid: bool
    moved_cents: int
    beyond_cents: int
    is_cut: bool
    has_action: bool
    left_cents: int | None
    net_cents: int


class Coverage(Struct, frozen=True, kw_only=True):
    """All segments in order; `ends_in` is the order of the wager in which W ended, if it did.

    A wager that W's end cuts is `ends_in` with `is_cut`; else W ended exactly with that wager.
    """

    policy: str
    wager_cents: int
    dues_cents: int
    used_cents: int
    remaining_cents: int | None
    covers_all: bool
    exhausted: bool
    ends_in: int | None
    sentence: str
    policy_sentence: str
    segments: tuple[Segment, ...]


def coverage(felt: Felt, settled: RoundSettled, lines: tuple[Explained, ...]) -> Coverage:
    """How far W reached in one settlement."""
    dues_cents = sum(one.owed_cents for one in lines)
    ends_in = _end(settled, lines)
    return Coverage(
        policy=settled.coverage_policy,
        wager_cents=settled.wager_cents,
        dues_cents=dues_cents,
        used_cents=settled.used_cents,
        remaining_cents=settled.remaining_cents,
        covers_all=settled.covers_all,
        exhausted=settled.exhausted,
        ends_in=None if ends_in is None else ends_in.line.order,
        sentence=f"{_reach(settled, dues_cents, ends_in)} {_order(felt, settled)}",
        policy_sentence=_POLICY[settled.coverage_policy],
        segments=tuple(_segment(one) for one in lines),
    )


def _end(settled: RoundSettled, lines: tuple[Explained, ...]) -> Explained | None:
    """The last wager that W reached, if it ended there."""
    if not settled.exhausted:
        return None
    reached = [one for one in lines if one.moved_cents]
    return next((one for one in reached if one.is_cut), reached[-1] if reached else None)


def _reach(settled: RoundSettled, dues_cents: int, ends_in: Explained | None) -> str:
    w = money(settled.wager_cents)
    if ends_in is None:
        return f"W of {w} covers all that was due, {money(dues_cents)}."
    where = "inside" if ends_in.is_cut else "exactly with"
    return (
        f"W of {w} falls short of the {money(dues_cents)} due and ends {where} wager"
        f" {ends_in.line.order}, {ends_in.what} at seat {ends_in.line.seat}."
    )


def _order(felt: Felt, settled: RoundSettled) -> str:
    """From where, and which way around."""
    rules = felt.offering.rules
    if rules.action_button and not settled.covers_all:
        begins = f"from the action button on seat {settled.action_button_seat}"
    elif rules.settle.start == "seat_1":
        begins = "from seat 1"
    else:
        begins = "from the highest seat"
    way = _WAY[rules.settle.direction]
    return f"Settled {begins}, {way}; the first wager lay at seat {settled.first_seat}."


def _segment(one: Explained) -> Segment:
    has_action = one.line.result != "no_action"
    return Segment(
        order=one.line.order,
        seat=one.line.seat,
        what=one.what,
        is_paid=one.by_cards == "win" or one.line.paid_cents > 0,
        moved_cents=one.moved_cents,
        beyond_cents=max(one.short_cents, 0) if has_action else one.line.stake_cents,
        is_cut=one.is_cut,
        has_action=has_action,
        left_cents=one.left_cents,
        net_cents=one.net_cents,
    )
