"""A round that the floor settled: its lines as they were given, its sums as they follow."""

from collections.abc import Iterator
from typing import TYPE_CHECKING, cast

from tables.rounds.events import FloorLine, RoundSettledByFloor
from tables.rules import procedure
from tables.rules.felt import Circle, Felt, Wager
from tables.rules.settlement import Line, Settlement

if TYPE_CHECKING:
    from tables.rounds.events.corrections import LineKind

RULE = "settled_by_floor"


def returned(felt: Felt) -> tuple[FloorLine, ...]:
    """Every wager as it lies, by seat, all of it going back: where a floor settlement begins."""
    circles = (felt.circles[seat] for seat in sorted(felt.circles))
    return tuple(line for circle in circles for line in _of_circle(circle))


def _of_circle(circle: Circle) -> Iterator[FloorLine]:
    """The game wagers by hand, then the others in the order placed."""
    for hand in circle.hands:
        for wager in circle.of_kind("game"):
            if hand.number in wager.stakes:
                yield _back(wager, wager.stakes[hand.number], hand.number)
    for wager in circle.wagers:
        if wager.kind != "game":
            yield _back(wager, wager.amount_cents, None)


def _back(wager: Wager, cents: int, hand: int | None) -> FloorLine:
    return FloorLine(
        seat=wager.seat,
        hand=hand,
        player=wager.player,
        kind=cast("LineKind", wager.kind),
        backline=wager.backline,
        stake_cents=cents,
        result="push",
        paid_cents=0,
        collected_cents=0,
        returned_cents=cents,
    )


def settled_by_floor(felt: Felt, fact: RoundSettledByFloor, *, revision: int) -> Settlement:
    """The floor's settlement in the form of any other; its lines say that the floor decided."""
    rules = felt.offering.rules
    paid = sum(line.paid_cents for line in fact.lines)
    collected = sum(line.collected_cents for line in fact.lines)
    is_gross = rules.coverage_policy == "matched_gross"
    return Settlement(
        revision=revision,
        game=rules.game,
        ruleset_version=rules.version,
        coverage_policy=rules.coverage_policy,
        wager_cents=felt.wager_cents,
        covers_all=sum(line.due_cents for line in fact.lines) <= felt.wager_cents,
        exhausted=any(_is_short(line) for line in fact.lines),
        used_cents=paid + collected,
        remaining_cents=felt.wager_cents - paid - collected if is_gross else None,
        action_button_seat=procedure.button_seat(felt),
        first_seat=fact.lines[0].seat,
        player_dealer_net_cents=collected - paid,
        lines=tuple(_line(order, line) for order, line in enumerate(fact.lines, start=1)),
    )


def _is_short(line: FloorLine) -> bool:
    """Whether a wager was cut short or got no action."""
    return line.result == "no_action" or line.paid_cents + line.collected_cents < line.due_cents


def _line(order: int, line: FloorLine) -> Line:
    return Line(
        order=order,
        seat=line.seat,
        hand=line.hand,
        player=line.player,
        kind=line.kind,
        backline=line.backline,
        stake_cents=line.stake_cents,
        result=line.result,
        due_cents=line.due_cents,
        paid_cents=line.paid_cents,
        collected_cents=line.collected_cents,
        returned_cents=line.returned_cents,
        rule=RULE,
    )
