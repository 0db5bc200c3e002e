"""Where a variance of the count lies: what the sheet says, and each correction of it."""

from typing import NamedTuple

from cardroom.pages.reconcile.figures import DASH, amount, signed
from ledger.views.count import CountView
from ledger.views.reconciliation import ReconciliationView


class Former(NamedTuple):
    """Pieces of one worth as they were counted before, and as they are now."""

    worth: str
    was: int
    now: int
    difference: str


class Sheet(NamedTuple):
    """What the count sheet says of a box: who, how much, and each correction of it."""

    of: CountView
    pieces: tuple[tuple[str, int, str], ...]
    corrected: tuple[tuple[str, tuple[Former, ...]], ...]


def where_count(box: ReconciliationView) -> str:
    """Where to look for what the count is off."""
    off = box.count_variance_cents
    if not off:
        return "The count found what was collected."
    what = "less" if off < 0 else "more"
    return (
        f"In no wager: the table took {amount(box.collected_cents or 0)} and the count found"
        f" {amount(abs(off))} {what}. It lies between the table's slot and the sheet."
    )


def sheet(count: CountView) -> Sheet:
    """What the count sheet says."""
    figure = count.figures[-1] if count.figures else None
    pieces = figure.denominations if figure else {}
    order = sorted(pieces, key=int, reverse=True)
    return Sheet(
        of=count,
        pieces=tuple(
            (amount(int(worth)), pieces[worth], amount(int(worth) * pieces[worth]))
            for worth in order
        ),
        corrected=tuple(
            (
                f"{after.by}: {after.reason or DASH}",
                _changes(now.denominations, after.denominations),
            )
            for now, after in zip(count.figures, count.figures[1:], strict=False)
        ),
    )


def _changes(was: dict[str, int], now: dict[str, int]) -> tuple[Former, ...]:
    """The worths of which another number was counted."""
    worths = sorted({*was, *now}, key=int, reverse=True)
    return tuple(
        Former(
            worth=amount(int(worth)),
            was=was.get(worth, 0),
            now=now.get(worth, 0),
            difference=signed(int(worth) * (now.get(worth, 0) - was.get(worth, 0))),
        )
        for worth in worths
        if was.get(worth, 0) != now.get(worth, 0)
    )
