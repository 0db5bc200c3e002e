"""How the floor settles a round: its lines are held against the wagers that lie there."""

from collections.abc import Iterable, Iterator

from cardroom.errors import RuleViolation
from cardroom.money import dollars
from tables.rounds import events as e
from tables.rounds.admit.facts import Breaches
from tables.rounds.admit.places import check_seat
from tables.rules.felt import Felt, Wager


def settled(felt: Felt, fact: e.RoundSettledByFloor) -> Breaches:
    """Every stake is accounted for, each line once; more than W is for the floor to answer for."""
    keys = set()
    for index, line in enumerate(fact.lines):
        place = f"/data/lines/{index}"
        check_seat(felt.offering.rules, line.seat, f"{place}/seat")
        wager, hand = _wager(felt, line, place)
        if line.stake_cents != line.collected_cents + line.returned_cents:
            raise RuleViolation("stake isn't collected + returned", pointer=place)
        key = (line.seat, hand, line.kind, wager.player)
        if key in keys:
            raise RuleViolation("the same wager is settled twice", pointer=place)
        keys.add(key)
    paid = sum(line.paid_cents for line in fact.lines)
    collected = sum(line.collected_cents for line in fact.lines)
    gross = felt.offering.rules.coverage_policy == "matched_gross"
    moved = paid + collected if gross else abs(collected - paid)
    if moved > felt.wager_cents:
        return [("limit", f"{dollars(moved)} moved, W is {dollars(felt.wager_cents)} (G-12)")]
    return []


def _wager(felt: Felt, line: e.FloorLine, place: str) -> tuple[Wager, int | None]:
    """The wager that a line settles, and its hand, None for a side bet; RuleViolation for none.

    A game wager that lies on one hand needn't say which. Who sits there may be put right
    afterwards, so what the seat's own player wagered is found whatever he is called in the line.
    """
    circle = felt.circles.get(line.seat)
    found = [
        (wager, hand)
        for wager in (() if circle is None else circle.of_kind(line.kind))
        for hand in _hands(wager)
        if hand is None or line.hand in {None, hand}
        if wager.backline or not line.backline
    ]
    named = [one for one in found if one[0].player == line.player]
    own = [one for one in found if not one[0].backline]
    chosen = named or own
    if len(chosen) == 1 or (chosen and line.kind != "game"):
        return chosen[0]
    what = f"{'backline ' if line.backline else ''}{line.kind} wager"
    on = "" if line.hand is None else f" on hand {line.hand}"
    which = "more than one" if chosen else "no"
    raise RuleViolation(f"{line.player} has {which} {what} at seat {line.seat}{on}", pointer=place)


def _hands(wager: Wager) -> Iterable[int | None]:
    """The hands that a wager lies on; a side bet lies on none."""
    return wager.stakes if wager.kind == "game" else (None,)


def unaccounted(felt: Felt, fact: e.RoundSettledByFloor) -> Iterator[str]:
    """What the floor's lines leave open: wagers without one, and stakes that aren't as wagered."""
    said = {}
    for line in fact.lines:
        wager, hand = _wager(felt, line, "")
        said[wager.seat, wager.player, wager.kind, hand] = line.stake_cents
    for wager in (wager for circle in felt.circles.values() for wager in circle.wagers):
        for hand in _hands(wager):
            on = "" if hand is None else f", hand {hand}"
            stake = wager.amount_cents if hand is None else wager.stakes[hand]
            line_cents = said.get((wager.seat, wager.player, wager.kind, hand))
            what = f"seat {wager.seat}{on}: {wager.kind} wager of {wager.player}, {dollars(stake)}"
            if line_cents is None:
                yield f"{what}, has no line"
            elif line_cents != stake:
                yield f"{what}, is settled as {dollars(line_cents)}"
