"""Box periods as rows, with their sums and what can be chosen of them."""

from collections.abc import Callable, Iterable, Sequence
from typing import Final, NamedTuple

from cardroom.pages.reconcile.figures import DASH, NOT_YET, Figure, known, moved, variance
from cardroom.pages.reconcile.states import State, is_waiting, look_of, state_of
from ledger.views.day import SumView
from ledger.views.reconciliation import ReconciliationView

_WITHHELD: Final = "withheld until all of them are counted"
_FILTERS: Final[dict[str, tuple[str, Callable[[ReconciliationView], bool]]]] = {
    "all": ("All", lambda _: True),
    "open": ("Open", lambda box: box.state == "open" and not is_waiting(box)),
    "explained": ("Explained", lambda box: box.state == "explained"),
    "signed": ("Signed", lambda box: box.state == "signed"),
    "uncounted": ("Uncounted", lambda box: box.counted_cents is None),
}


class BoxRow(NamedTuple):
    """A box period as a row; a withheld one has no figures."""

    box: ReconciliationView
    rounds: str
    figures: tuple[Figure, ...]
    state: State


class SumRow(NamedTuple):
    """Box periods of one purpose, summed up; `withheld` says why there are no figures."""

    sum: SumView
    figures: tuple[Figure, ...]
    withheld: str


class Choice(NamedTuple):
    """What can be chosen: its name and word, how many there are, whether it is chosen."""

    name: str
    word: str
    number: int
    is_on: bool


def row(box: ReconciliationView) -> BoxRow:
    """A box period."""
    rounds = DASH if box.rounds is None else f"{box.rounds:,}"
    return BoxRow(box, rounds, () if box.withheld is True else figures(box), state_of(box))


def figures(box: ReconciliationView) -> tuple[Figure, ...]:
    """Its money in the order of the columns; what no schedule assesses is none."""
    assess = box.assess_variance_cents if box.is_assessed else None
    total = box.total_variance_cents if box.is_assessed else box.count_variance_cents
    return (
        known(box.assessed_cents if box.is_assessed else None),
        moved(-(box.waived_cents or 0)),
        moved(box.corrections_cents),
        known(box.expected_cents if box.is_assessed else None)._replace(look="strong"),
        known(box.collected_cents),
        known(box.counted_cents, otherwise=NOT_YET),
        variance(assess, look_of(box, "assess")),
        variance(box.count_variance_cents, look_of(box, "count")),
        variance(total),
    )


def sum_row(found: SumView) -> SumRow:
    """A sum; counted, and what it is off, are those of the counted boxes."""
    if found.withheld is True:
        return SumRow(found, (), _WITHHELD)
    shown = (
        known(found.assessed_cents),
        moved(-(found.waived_cents or 0)),
        moved(found.corrections_cents),
        known(found.expected_cents),
        known(found.collected_cents),
        known(found.counted_cents, otherwise=NOT_YET),
        variance(found.assess_variance_cents),
        variance(found.count_variance_cents),
        variance(found.total_variance_cents),
    )
    return SumRow(found, shown, "")


def choices(boxes: Sequence[ReconciliationView], chosen: str) -> list[Choice]:
    """What can be chosen of a day's box periods."""
    return [
        Choice(name, word, sum(map(passes, boxes)), name == chosen)
        for name, (word, passes) in _FILTERS.items()
    ]


def chosen_of(boxes: Iterable[ReconciliationView], chosen: str) -> list[ReconciliationView]:
    """Those that were chosen; all of them for an unknown choice."""
    _, passes = _FILTERS.get(chosen, _FILTERS["all"])
    return [box for box in boxes if passes(box)]
