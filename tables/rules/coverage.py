"""Coverage: how far the player-dealer's wager W reaches (G-12, G-18, G-26, P-40, F-04).

Each wager has a *due*: a losing stake, half of a surrendered one, stake times odds of a winner,
nothing for a push. W covers all when the dues add up to W at most. Worked, `matched_gross`,
W = $100: seat 1 loses 60 and 60 are collected; seat 2 wins 60 and 40 are paid; seats 3 and 4 get
no action. The player-dealer is up 20. Under `net_absorbing` the same four are collected, paid,
collected, paid: 0.
"""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from tables.rules.ruleset import CoveragePolicy


class Claim(NamedTuple):
    """What one wager asks of W in its turn: it wins or loses `due_cents`, or pushes with 0."""

    wins: bool
    due_cents: int


class Reach(NamedTuple):
    """What W did for one claim; `action` is false for a wager that W never reached."""

    moved_cents: int
    action: bool


def covers_all(wager_cents: int, claims: Sequence[Claim]) -> bool:
    """Whether the dues add up to W at most; the same under both policies."""
    return sum(claim.due_cents for claim in claims) <= wager_cents


def reach(wager_cents: int, claims: Sequence[Claim], policy: CoveragePolicy) -> list[Reach]:
    """What W does for each claim in turn."""
    walk = _matched_gross if policy == "matched_gross" else _net_absorbing
    return list(walk(wager_cents, claims, limited=not covers_all(wager_cents, claims)))


def _matched_gross(wager_cents: int, claims: Sequence[Claim], *, limited: bool) -> Iterator[Reach]:
    left = wager_cents
    for claim in claims:
        if limited and left == 0:
            yield Reach(0, action=False)
            continue
        moved = min(claim.due_cents, left)
        left -= moved
        yield Reach(moved, action=True)


def _net_absorbing(wager_cents: int, claims: Sequence[Claim], *, limited: bool) -> Iterator[Reach]:
    net = 0
    for claim in claims:
        if limited and abs(net) == wager_cents:
            yield Reach(0, action=False)
            continue
        moved = min(claim.due_cents, wager_cents + net if claim.wins else wager_cents - net)
        net += -moved if claim.wins else moved
        yield Reach(moved, action=True)
