"""A second settlement, written from the register alone: plain dicts in, plain dicts out, no engine.

A round is `{"game", "policy", "seats", "w", "pd_seat", "pd_cards", "red_flex", "buster",
"circles"}`; a circle `{"seat", "hands", "wagers"}`, its first wager the seated player's game wager;
a hand `{"cards", "split", "surrendered"}`; a wager `{"player", "kind", "backline", "amount",
"stakes"}` with the stakes by hand number. `red_flex` and `buster` are the odds of a pay table.
"""

from collections.abc import Iterator
from fractions import Fraction
from typing import Any

Dict = dict[str, Any]

NATURAL_PAYS = {
    "pure-21.5": Fraction(3, 2),
    "no-bust-buster-4.0": Fraction(6, 5),
    "no-bust-21.5": Fraction(6, 5),
}
WON, EVEN, TWO = "win", Fraction(1), Fraction(2)


def worth(cards: list[str]) -> int:
    """The best total not over 21, else the lowest one."""
    low = sum(10 if c[0] in "TJQK" else 1 if c[0] == "A" else int(c[0]) for c in cards)
    return low + 10 if low <= 11 and any(c[0] == "A" for c in cards) else low


def natural(cards: list[str]) -> bool:
    """An ace and a ten-value, two cards."""
    return (
        len(cards) == 2
        and sorted(c[0] in "TJQK" for c in cards) == [False, True]
        and "A" in (cards[0][0] + cards[1][0])
    )


def rescued(game: str, mine: list[str], theirs: list[str]) -> bool:
    """Whether an over hand pushes against an over player-dealer."""
    if game == "pure-21.5":
        return [c[0] for c in theirs] == ["8", "8", "8"]
    totals = {25} if game == "no-bust-buster-4.0" else {23, 24, 25}
    return len(mine) == 3 and worth(mine) in totals and worth(theirs) > worth(mine)


def verdict(game: str, hand: Dict, theirs: list[str]) -> tuple[str, Fraction]:
    """What a stake on a hand comes to, and the part of it that is due."""
    mine = hand["cards"]
    has, faces = not hand["split"] and natural(mine), natural(theirs)
    if hand["surrendered"]:
        void = faces and game == "no-bust-buster-4.0"
        return ("lose", EVEN) if void else ("surrender", Fraction(1, 2))
    if has or faces:
        if has and faces:
            return "push", Fraction(0)
        return (WON, NATURAL_PAYS[game]) if has else ("lose", EVEN)
    me, them = worth(mine), worth(theirs)
    if me > 21:
        push = them > 21 and rescued(game, mine, theirs)
        return ("push", Fraction(0)) if push else ("lose", EVEN)
    if them > 21 or me > them:
        return WON, EVEN
    return ("push", Fraction(0)) if me == them else ("lose", EVEN)


def aside(rnd: Dict, kind: str) -> tuple[str, Fraction]:
    """What insurance or a side bet comes to; all bettors' alike."""
    cards = rnd["pd_cards"]
    if kind == "insurance":
        return (WON, TWO) if natural(cards) else ("lose", EVEN)
    if kind == "red_flex":
        count = next((i for i, c in enumerate(cards) if c[1] in "SC"), len(cards)) - 2
    else:
        count = len(cards) - 3 if worth(cards) > 21 else -1
    odds = rnd[kind]
    return (WON, Fraction(odds[min(count, len(odds) - 1)])) if count >= 0 else ("lose", EVEN)


def circle_stakes(rnd: Dict, circle: Dict) -> Iterator[Dict]:
    """The game stakes of a circle hand by hand, then its insurance, the seated player's first."""
    games = [w for w in circle["wagers"] if w["kind"] == "game"]
    for number, hand in enumerate(circle["hands"], start=1):
        for wager in games:
            if number in wager["stakes"]:
                said = verdict(rnd["game"], hand, rnd["pd_cards"])
                yield stake(circle, wager, number, wager["stakes"][number], said)
    for owner in games:
        for wager in circle["wagers"]:
            if wager["kind"] == "insurance" and wager["player"] == owner["player"]:
                yield stake(circle, wager, None, wager["amount"], aside(rnd, "insurance"))


def stake(
    circle: Dict, wager: Dict, hand: int | None, cents: int, said: tuple[str, Fraction]
) -> Dict:
    """A line before the player-dealer's wager reached it."""
    result, part = said
    due = part * cents
    assert due.denominator == 1
    return {
        "seat": circle["seat"],
        "hand": hand,
        "player": wager["player"],
        "kind": wager["kind"],
        "backline": wager["backline"],
        "stake_cents": cents,
        "result": result,
        "odds": f"{part.numerator}:{part.denominator}" if result == WON else None,
        "due_cents": int(due),
    }


def in_order(rnd: Dict, circles: list[Dict]) -> list[Dict]:
    """All stakes, kind by kind, each beginning again at the first of the circles."""
    lines = [line for circle in circles for line in circle_stakes(rnd, circle)]
    for kind in ("red_flex", "buster"):
        for circle in circles:
            lines += [
                stake(circle, wager, None, wager["amount"], aside(rnd, kind))
                for wager in circle["wagers"]
                if wager["kind"] == kind
            ]
    return lines


def button(rnd: Dict) -> int | None:
    """The seat that the player-dealer's second card points to."""
    if rnd["game"] == "no-bust-21.5":
        return None
    others: list[int] = [
        (rnd["pd_seat"] + i - 1) % rnd["seats"] + 1 for i in range(1, rnd["seats"])
    ]
    rank = "A23456789TJQK".index(rnd["pd_cards"][1][0]) + 1
    return others[(rank - 1) % len(others)]


def reach(policy: str, w: int, lines: list[Dict], *, covers_all: bool) -> None:
    """Pay and collect line by line as far as W goes."""
    left, net = w, 0
    for line in lines:
        wins, due = line["result"] == WON, line["due_cents"]
        spent = left == 0 if policy == "matched_gross" else abs(net) == w
        if spent and not covers_all:
            line.update(result="no_action", odds=None, due_cents=0)
            due = 0
        limit = left if policy == "matched_gross" else w + net if wins else w - net
        moved = min(due, limit)
        left -= moved
        net += -moved if wins else moved
        line["paid_cents"] = moved if wins else 0
        line["collected_cents"] = 0 if wins else moved
        line["returned_cents"] = line["stake_cents"] - line["collected_cents"]


def judge(rnd: Dict) -> Dict:
    """The settlement of a finished round, without revision, rule and version."""
    w, policy = rnd["w"], rnd["policy"]
    by_seat = sorted(rnd["circles"], key=lambda circle: circle["seat"])
    covers_all = sum(line["due_cents"] for line in in_order(rnd, by_seat)) <= w
    at = button(rnd)
    if at is None:
        circles = by_seat[::-1]
    elif covers_all:
        circles = by_seat
    else:
        circles = sorted(by_seat, key=lambda circle: (circle["seat"] - at) % rnd["seats"])
    lines = in_order(rnd, circles)
    reach(policy, w, lines, covers_all=covers_all)
    paid = sum(line["paid_cents"] for line in lines)
    collected = sum(line["collected_cents"] for line in lines)
    short = any(
        line["result"] == "no_action"
        or line["paid_cents"] + line["collected_cents"] < line["due_cents"]
        for line in lines
    )
    return {
        "game": rnd["game"],
        "coverage_policy": policy,
        "wager_cents": w,
        "covers_all": covers_all,
        "exhausted": short,
        "used_cents": paid + collected,
        "remaining_cents": w - paid - collected if policy == "matched_gross" else None,
        "action_button_seat": at,
        "first_seat": circles[0]["seat"],
        "player_dealer_net_cents": collected - paid,
        "lines": [{"order": n, **line} for n, line in enumerate(lines, start=1)],
    }
