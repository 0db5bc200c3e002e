"""What a count sheet says: its facts, its lines with what was struck, and its marks."""

from collections.abc import Sequence
from datetime import datetime
from itertools import pairwise
from typing import Final, NamedTuple

from cardroom.money import dollars
from cardroom.reports.cells import local
from ledger.views.count import CountView, FigureView

# What every sheet has a line for: one that is empty and one that says none are told apart.
USUAL: Final = (100, 200, 500, 1_000, 2_000, 2_500, 5_000, 10_000)


class Struck(NamedTuple):
    """A former figure of a line."""

    pieces: int
    cents: int
    by: str
    at: datetime
    reason: str


class Line(NamedTuple):
    """A worth, in cents, and how many pieces of it; None while nobody said so."""

    cents: int
    pieces: int | None
    struck: list[Struck]


def marks(view: CountView, *, sandbox: bool) -> list[str]:
    """What nobody may overlook."""
    found = ["A house for trying things out: no such money exists."] if sandbox else []
    if view.accepted_at is None:
        found.append("Not accepted: signatures are missing.")
    if view.exceptions:
        found.append("Counted against the house's policy, by a signed exception: see below.")
    return found


def facts(view: CountView, zone: str) -> list[tuple[str, str]]:
    """Establishment, date and time, shift, box and table, people, as pairs of label and text."""
    return [
        ("Establishment", view.establishment),
        ("Count started", local(view.started_at, zone)),
        ("Box", view.box),
        ("Accepted", "" if view.accepted_at is None else local(view.accepted_at, zone)),
        ("Table", view.table),
        ("Box came off", local(view.removed_at, zone)),
        ("Gaming day", view.gaming_day.isoformat()),
        ("Taken off by", view.collector),
        ("Shift", view.shift or "none"),
        ("Witness", view.witness or "none named"),
        ("Purpose", view.purpose),
        ("Received by", view.receiver),
        ("Boxes in count", f"{view.boxes:,}"),
        ("Counters", ", ".join(view.counters)),
    ]


def adjustments(view: CountView, zone: str) -> list[str]:
    """What the count was adjusted to, by whom, when and why."""
    return [
        f"To {dollars(one.total_cents)} by {one.by}, approved by {one.authorised_by},"
        f" {local(one.at, zone)}: {one.reason}"
        for one in view.adjustments
    ]


def exceptions(view: CountView, zone: str) -> list[str]:
    """What was let stand against the policy, by whom, when and why."""
    return [
        f"{', '.join(one.rules)}: let stand by {one.authorised_by}, {local(one.at, zone)}:"
        f" {one.reason}"
        for one in view.exceptions
    ]


def denominations(view: CountView) -> list[Line]:
    """The usual worths, and every other that was ever counted in this box."""
    held = [figure.denominations for figure in view.figures]
    worths = {*USUAL, *(int(cents) for pieces in held for cents in pieces)}
    return [
        Line(cents, held[-1].get(str(cents), 0) if held else None, struck(view.figures, cents))
        for cents in sorted(worths)
    ]


def struck(figures: Sequence[FigureView], cents: int) -> list[Struck]:
    """The former figures of a worth, in their order."""
    found = []
    for before, after in pairwise(figures):
        old, new = (one.denominations.get(str(cents), 0) for one in (before, after))
        if old != new:
            found.append(Struck(old, old * cents, after.by, after.at, after.reason or ""))
    return found
