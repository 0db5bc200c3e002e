"""A fee schedule rates every amount within the limits, and rates it once."""

import pytest

from ledger.rules.fees import Basis, Rate, Role
from ledger.rules.schedule import Overlap, first_gap, one_too_many, overlap


def tier(
    from_cents: int,
    to_cents: int | None,
    fee_cents: int = 100,
    *,
    role: Role = "player",
    basis: Basis = "own_wager",
    kinds: tuple[str, ...] = ("game",),
) -> Rate:
    return Rate(
        role=role,
        basis=basis,
        kinds=kinds,
        from_cents=from_cents,
        to_cents=to_cents,
        fee_cents=fee_cents,
    )


@pytest.mark.parametrize(
    ("later", "amount_cents"),
    [
        (tier(1_000, None), 1_000),
        (tier(500, 700), 500),
        (tier(0, 100), 100),
        (tier(0, None), 100),
        (tier(200, 300, kinds=("buster", "game")), 200),
    ],
)
def test_two_tiers_that_share_an_amount_overlap(later: Rate, amount_cents: int) -> None:
    rates = [tier(0, None, role="player_dealer"), tier(100, 1_000), later]
    assert overlap(rates) == Overlap(1, 2, amount_cents)


@pytest.mark.parametrize(
    "later",
    [
        tier(1_001, None),
        tier(0, 99),
        tier(0, None, role="player_dealer"),
        tier(0, None, basis="flat"),
        tier(0, None, kinds=("buster",)),
    ],
)
def test_tiers_apart_or_for_another_role_basis_or_kind_do_not_overlap(later: Rate) -> None:
    assert overlap([tier(100, 1_000), later]) is None


def test_the_rate_with_one_amount_too_many_is_named_and_zero_is_no_amount() -> None:
    amounts = [100, 0, 200, 100, 300, 400, 0, 500]
    rates = [tier(index, index, amount) for index, amount in enumerate(amounts)]
    assert one_too_many(rates, 5) is None
    assert one_too_many(rates, 4) == 7
    assert one_too_many(rates, 3) == 5
    assert one_too_many(rates, 1) == 2


@pytest.mark.parametrize(
    ("tiers", "most_cents", "gap"),
    [
        ([(0, 1_000), (1_001, None)], 50_000, None),
        ([(1_001, None), (0, 1_000)], None, None),
        ([(0, 1_000), (1_002, None)], 50_000, 1_001),
        ([(0, 1_000), (1_001, 49_999)], 50_000, 50_000),
        ([(0, 1_000), (1_001, 50_000)], 50_000, None),
        ([(0, 1_000), (1_001, 50_000)], None, 50_001),
        ([(501, None)], 50_000, 500),
        ([(500, None)], 50_000, None),
        ([(0, 100), (200, 300), (301, None)], 50_000, None),
        ([], 50_000, 500),
    ],
)
def test_a_gap_is_the_least_amount_within_the_limits_without_a_tier(
    tiers: list[tuple[int, int | None]], most_cents: int | None, gap: int | None
) -> None:
    assert first_gap([tier(*ends) for ends in tiers], 500, most_cents) == gap
