"""The lines of a count sheet: one for each worth, in the order in which staff count.

The record knows pieces by what one is worth, and so does the sheet: chips and bills of one worth
stand on one line, typed as a sum of stacks, so that what is corrected is what was typed.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Final, NamedTuple

from cardroom.pages.counting.typed import read
from cardroom.reports.count_sheet.content import USUAL, Struck, struck
from ledger.rules.cash import KNOWN_CENTS
from ledger.views.count import FigureView

_BILLS: Final = frozenset((100, 200, 500, 1_000, 2_000, 5_000, 10_000))
_DOLLAR: Final = 100


class Line(NamedTuple):
    """A line as it is shown; `pieces` is None while nobody said how many."""

    cents: int
    worth: str
    kinds: str
    text: str
    pieces: int | None
    amount: str
    running: str
    struck: list[tuple[Struck, str]]
    fault: str

    @property
    def name(self) -> str:
        """The name of its field."""
        return name_of(self.cents)

    @property
    def is_bill(self) -> bool:
        """Whether there are bills of this worth, else chips or coins alone."""
        return self.cents in _BILLS


def name_of(cents: int) -> str:
    """The name of the field for pieces of a worth."""
    return f"d{cents}"


def typed_in(form: Mapping[str, str]) -> dict[str, str]:
    """What a form says of the lines that it has."""
    return {name_of(cents): form[name_of(cents)] for cents in KNOWN_CENTS if name_of(cents) in form}


def as_typed(pieces: Mapping[str, int], *, every: bool) -> dict[str, str]:
    """Pieces by cents as somebody would type them."""
    there = shown([pieces], every=every)
    return {name_of(cents): str(pieces.get(str(cents), 0)) for cents in there}


def shown(of: Iterable[Mapping[str, int]], *, every: bool = False) -> list[int]:
    """The worths that have a line: the usual ones, and what was ever counted of others."""
    counted = {int(cents) for pieces in of for cents in pieces}
    return sorted(KNOWN_CENTS if every else counted | {*USUAL})


def figure(cents: int) -> str:
    """An amount of a column whose heading says the unit."""
    return f"{cents // _DOLLAR:,}.{cents % _DOLLAR:02}"


def lines(
    figures: Sequence[FigureView],
    typed: Mapping[str, str] | None,
    *,
    every: bool = False,
    with_faults: bool = False,
) -> list[Line]:
    """The lines: as typed, or as the last figure has them where nobody types."""
    pieces_of = [each.denominations for each in figures]
    worths = {*shown(pieces_of, every=every), *(int(name[1:]) for name in typed or ())}
    found, total = [], 0
    for cents in sorted(worths):
        text, pieces, fault = _said(cents, pieces_of, typed)
        total += cents * (pieces or 0)
        found.append(
            Line(
                cents=cents,
                worth=_worth(cents),
                kinds=_kinds(cents),
                text=text,
                pieces=pieces,
                amount="" if pieces is None else figure(cents * pieces),
                running="" if pieces is None else figure(total),
                struck=[(old, figure(old.cents)) for old in struck(figures, cents)],
                fault=fault if with_faults else "",
            )
        )
    return found


def total_cents(of: Iterable[Line]) -> int:
    """What the lines come to that say how many."""
    return sum(line.cents * (line.pieces or 0) for line in of)


def denominations(of: Iterable[Line]) -> dict[str, int]:
    """Pieces by cents as the record takes them: what there is none of is left out."""
    return {str(line.cents): line.pieces for line in of if line.pieces}


def _said(
    cents: int, figures: Sequence[Mapping[str, int]], typed: Mapping[str, str] | None
) -> tuple[str, int | None, str]:
    if typed is not None:
        text = typed.get(name_of(cents), "")
        return text, *read(text)
    return "", figures[-1].get(str(cents), 0) if figures else None, ""


def _worth(cents: int) -> str:
    return f"${cents // _DOLLAR:,}" if cents >= _DOLLAR else f"{cents}¢"


def _kinds(cents: int) -> str:
    if cents < _DOLLAR:
        return "coins"
    return "chips and bills" if cents in _BILLS else "chips"
