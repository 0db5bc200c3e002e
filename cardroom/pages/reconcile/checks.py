"""The checklist of a gaming day: what is done, what is missing, and where each thing is done."""

from collections.abc import Iterable, Sequence
from datetime import date
from typing import Final, NamedTuple

from django.urls import reverse

from cardroom.pages.reconcile.states import State
from cardroom.reports.asking import Asked
from ledger.rules.reconciliation.closing import OpenItem
from ledger.views.day import GamingDayView
from ledger.views.journal import TrialBalance

_NEEDS: Final = {"explanation": "to explain", "signature": "to sign", "settlement": "in play"}
_TO_COUNT: Final = "to count, or to explain"
_LOOKS: Final = {"done": "run", "failed": "breach", "pending": "off"}


class Item(NamedTuple):
    """One missing thing: what, how far it is, and where one does it; `number` counts them all."""

    number: int
    what: str
    needs: str
    url: str


class Check(NamedTuple):
    """A line of the list; only what is `binding` keeps the day open."""

    what: str
    state: State
    said: str
    items: tuple[Item, ...] = ()
    binding: bool = True


class Group(NamedTuple):
    """Lines that belong together."""

    title: str
    checks: tuple[Check, ...]


def groups(
    day: GamingDayView, reports: Sequence[Asked], balance: TrialBalance, running: Sequence[str]
) -> tuple[Group, ...]:
    """The whole list; `running` are the tables that are open now."""
    items = [(one, _item(number, one, day.gaming_day)) for number, one in enumerate(day.missing, 1)]
    boxes = sum(one.boxes for one in day.totals)
    counted = boxes - sum(one.uncounted for one in day.totals)
    return (
        Group(
            "Tables",
            (_check("Rounds over", "No round is in play.", items, None), _running(running)),
        ),
        Group(
            "Money",
            (
                _check("Boxes counted", f"{counted} of {boxes}.", items, "uncounted"),
                _check("Custody", "Unbroken, and each fee has a box.", items, "custody", "no_box"),
                _check("Fees", "As owed, within tolerance, or signed.", items, "assess"),
                _check("Counts", "As collected, within tolerance, or signed.", items, "count"),
            ),
        ),
        Group("Record", (_ledger(balance), _reports(reports))),
    )


def _item(number: int, one: OpenItem, day: date) -> Item:
    """One missing thing of this day, or of one before it."""
    needs = _NEEDS[one.needs]
    if one.finding == "uncounted" and one.needs == "explanation":
        needs = _TO_COUNT
    parts = [one.table if one.box is None else f"{one.box}, {one.table}"]
    parts += [one.shift] if one.shift else []
    parts += [one.purpose] if one.purpose and one.purpose != "collection" else []
    parts += [f"of {one.gaming_day:%-d %b}"] if one.gaming_day != day else []
    return Item(number, ", ".join(parts), needs, _url(one))


def _url(one: OpenItem) -> str:
    if one.reconciliation is None:
        return reverse("admin:evening", args=[one.table])
    return reverse("admin:box_period", args=[one.reconciliation])


def _check(
    what: str, done: str, items: Iterable[tuple[OpenItem, Item]], *kinds: str | None
) -> Check:
    """A line with what is missing of some kinds of findings, None for rounds."""
    found = [(one, item) for one, item in items if one.finding in kinds]
    if not found:
        return Check(what, State("run", "done"), done)
    is_open = any(one.needs != "signature" for one, _ in found)
    said = done if "uncounted" in kinds else ""
    state = State("breach" if is_open else "warn", f"{len(found)} missing")
    return Check(what, state, said, tuple(item for _, item in found))


def _running(tables: Sequence[str]) -> Check:
    """Which tables are open now: they may run on into the next day, and hold none."""
    if not tables:
        return _told("Tables closed", State("run", "done"), "All of them.")
    items = tuple(
        Item(0, table, "is open, and may run on", reverse("admin:evening", args=[table]))
        for table in tables
    )
    return Check("Tables closed", State("off", f"{len(items)} open"), "", items, binding=False)


def _ledger(balance: TrialBalance) -> Check:
    """Whether the books are even; a day doesn't close them, so it is shown and binds nothing."""
    if balance.balance_cents:
        return _told("Ledger", State("breach", "uneven"), "The trial balance isn't zero.")
    return _told("Ledger", State("run", "done"), "Trial balance 0.00.")


def _reports(reports: Sequence[Asked]) -> Check:
    """What became of the day's reports; none of them holds it."""
    left = [one for one in reports if one.status != "done"]
    failed = sum(one.status == "failed" for one in left)
    if not reports:
        return _told(
            "Reports", State("off", "not due"), "They fall due once the day's end is on record."
        )
    if not left:
        return _told("Reports", State("run", "done"), f"{len(reports)} made.")
    state = State("breach", f"{failed} failed") if failed else State("off", f"{len(left)} pending")
    return _told("Reports", state, "Made in the background, and tried again.")


def _told(what: str, state: State, said: str) -> Check:
    return Check(what, state, said, binding=False)


def report_rows(reports: Sequence[Asked]) -> list[tuple[Asked, State]]:
    """The reports, each with its state."""
    return [(one, State(_LOOKS[one.status], one.status)) for one in reports]
