"""Shares: rounded, and not cut."""

import pytest

from cardroom.pages.compliance.bars import share_of
from cardroom.reports.rotation.shares import per_mille, percent


@pytest.mark.parametrize(
    ("part", "whole", "share"),
    [(2, 3, 667), (1, 3, 333), (1, 2000, 1), (1, 2001, 0), (3, 3, 1000), (0, 3, 0)],
)
def test_a_share_is_the_nearest_whole_thousandth(part: int, whole: int, share: int) -> None:
    assert per_mille(part, whole) == share


def test_a_bar_is_as_long_as_its_share_and_what_is_there_is_seen() -> None:
    assert [share_of(part, 3) for part in range(4)] == [0, 33, 67, 100]
    assert (share_of(1, 10_000), share_of(0, 0)) == (1, 0)


def test_a_share_reads_the_same_wherever_it_stands() -> None:
    assert percent(per_mille(6, 32)) == "18.8 %"
    assert percent(1000) == "100.0 %"
