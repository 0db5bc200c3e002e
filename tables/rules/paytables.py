"""Pay tables of the side bets: named, versioned rows of odds, the last one open upwards (P-29)."""

from collections.abc import Sequence
from typing import Final

from msgspec import Struct

# The lowest count at which a bet can win: two red cards, or an over hand's least three.
FIRST_COUNT: Final = {"red_flex": 2, "buster": 3}


class PayTable(Struct, frozen=True, kw_only=True):
    """Odds to one by count: `{2: 2, 3: 3, …}`; from `open_from` on, the last row pays.

    Raises ValueError unless rows run without a gap from the bet's first count to `open_from`
    and no higher count pays less.
    """

    name: str
    bet: str
    rows: dict[int, int]
    open_from: int
    version: int = 1

    def __post_init__(self) -> None:
        if self.bet not in FIRST_COUNT:
            raise ValueError(f"{self.bet!r} is no side bet; there are {', '.join(FIRST_COUNT)}")
        counts, odds = list(self.rows), list(self.rows.values())
        first = FIRST_COUNT[self.bet]
        if not counts or counts != list(range(first, first + len(counts))):
            raise ValueError(f"{self.bet} rows are numbered {first}, {first + 1}, … without a gap")
        if self.open_from != counts[-1]:
            raise ValueError(f"the last row, {counts[-1]}, is the open one, not {self.open_from}")
        if odds[0] < 1 or odds != sorted(odds):
            raise ValueError("odds are at least 1 to 1 and never fall as the count rises")


def pay_table(bet: str, odds: Sequence[int], *, name: str = "") -> PayTable:
    """A table from its odds in order, called by them (`2-3-8-50-100-250`) unless named."""
    first = FIRST_COUNT.get(bet, 0)
    rows = dict(enumerate(odds, start=first))
    called = name or "-".join(map(str, odds))
    return PayTable(name=called, bet=bet, rows=rows, open_from=first + len(rows) - 1)


def pays(table: PayTable, count: int) -> int | None:
    """Odds to one for a count; None when it is below the first row and the wager loses."""
    return table.rows.get(min(count, table.open_from))


_RED_FLEX: Final = ((2, 3, 8, 50, 100, 250), (1, 5, 10, 50, 100, 200))
_BUSTER: Final = (
    (1, 3, 6, 30, 100, 200),
    (2, 2, 4, 15, 50, 300),
    (2, 2, 4, 12, 50, 250),
    (2, 2, 4, 18, 50, 250),
    (1, 2, 8, 20, 50, 250),
)


def _by_name(bet: str, all_odds: Sequence[Sequence[int]]) -> dict[str, PayTable]:
    tables = (pay_table(bet, odds) for odds in all_odds)
    return {table.name: table for table in tables}


# By bet, then by name.
PAY_TABLES: Final[dict[str, dict[str, PayTable]]] = {
    "red_flex": _by_name("red_flex", _RED_FLEX),
    "buster": _by_name("buster", _BUSTER),
}
