"""What makes a fee schedule sound: no amount is rated twice, none within limits is left out."""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from ledger.rules.fees import Rate

# Penal Code 337j(f): at most five collection rates at a table.
MAX_RATES = 5


class Overlap(NamedTuple):
    """Two rates, by their indexes, and the least amount that both rate."""

    first: int
    second: int
    amount_cents: int


def overlap(rates: Sequence[Rate]) -> Overlap | None:
    """The first rate that rates again what an earlier one does."""
    for second, later in enumerate(rates):
        for first, earlier in enumerate(rates[:second]):
            amount_cents = max(earlier.from_cents, later.from_cents)
            both = earlier.holds(amount_cents) and later.holds(amount_cents)
            if both and any(earlier.applies(later.role, later.basis, kind) for kind in later.kinds):
                return Overlap(first, second, amount_cents)
    return None


def one_too_many(rates: Sequence[Rate], max_rates: int) -> int | None:
    """The index of the rate with which there are too many amounts; 0 is no amount."""
    amounts: set[int] = set()
    for index, rate in enumerate(rates):
        amounts |= {rate.fee_cents} - {0}
        if len(amounts) > max_rates:
            return index
    return None


def first_gap(tiers: Iterable[Rate], least_cents: int, most_cents: int | None) -> int | None:
    """The least amount from least to most, both included, that no tier holds."""
    amount_cents = least_cents
    for tier in sorted(tiers, key=lambda tier: tier.from_cents):
        if not tier.holds(amount_cents):
            continue
        if tier.to_cents is None:
            return None
        amount_cents = tier.to_cents + 1
    within = most_cents is None or amount_cents <= most_cents
    return amount_cents if within else None
