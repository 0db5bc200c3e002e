"""The page of a gaming day or month: verdicts, findings, holders; its filters stand in the URL."""

from typing import Any, Final

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from cardroom.pages.compliance import due, findings, reading, verdicts
from cardroom.pages.compliance.addresses import Choice, other, picked
from cardroom.pages.compliance.bars import share_of
from cardroom.pages.compliance.choosing import FILTERS, Wanted, sifted
from cardroom.pages.compliance.findings import MOST
from cardroom.pages.compliance.seen import seen
from cardroom.pages.visitor import visitor_of
from cardroom.reports import notes
from cardroom.reports.kinds import ROTATION
from cardroom.reports.notes import NoteView
from cardroom.reports.rotation.dataset import Rotation
from cardroom.reports.store import Kept

_MOST_HOLDERS: Final = 12
_MOST_OPEN: Final = 16  # up to so many tables show their timelines at once


def index(request: HttpRequest) -> HttpResponse:
    """The rotation of a day or month: judged, found, held by whom."""
    visitor = visitor_of(request)
    about = seen(request, visitor.house)
    shown = reading.newest(visitor, ROTATION, about.period)
    content: dict[str, Any] = {"title": f"Compliance, {about.period}", "seen": about}
    content |= {"tab": "compliance", "withheld": reading.WITHHELD}
    content |= due.of_period(visitor.house, about.period)
    if shown is not None:
        content |= {"kept": shown.kept}
    if shown is not None and isinstance(shown.data, Rotation):
        kept, report, said = shown.kept, shown.data, notes.of(shown.kept)
        content |= {"report": report, "here": request.get_full_path()}
        content |= _judged(report, said) | _found(request, kept, report, said)
        content |= _held(report, request.GET.get("table", ""))
    return render(request, "compliance/day.html", content)


def _judged(report: Rotation, said: list[NoteView]) -> dict[str, Any]:
    """The verdicts, day by day for a month; and what was noted of the whole."""
    return {
        "verdict": verdicts.of_house(report),
        "tables": verdicts.of_tables(report),
        "by_day": [(day, *verdicts.WORDS[day.verdict]) for day in report.by_day],
        "notes": [note for note in said if note.rule is None],
    }


def _found(
    request: HttpRequest, kept: Kept, report: Rotation, said: list[NoteView]
) -> dict[str, Any]:
    """The findings that are asked for, and the filters, with how many each has."""
    ask, all_of_them = request.GET.get, report.findings
    wanted = Wanted(ask("show", "all"), ask("table", ""), ask("rule", ""), ask("holder", ""))
    those, numbers = sifted(all_of_them, wanted, said)
    return {
        "findings": findings.rows(kept, those, said, request.get_full_path()),
        "found": len(those),
        "more": max(0, len(those) - MOST),
        "choices": [
            Choice(
                word,
                numbers[name],
                other(request, show=name),
                name == wanted.show,
            )
            for name, word in FILTERS.items()
        ],
        "fields": [
            picked(request, "table", "Table", (table.table for table in report.tables)),
            picked(request, "rule", "Rule", (found.rule for found in all_of_them)),
            picked(request, "holder", "Holder", (found.holder for found in all_of_them)),
        ],
        "show": wanted.show,
    }


def _held(report: Rotation, code: str) -> dict[str, Any]:
    """Who held the position, in the house or at the one table that is looked at."""
    dealt = [table for table in report.tables if table.hands]
    table = next((table for table in dealt if table.table == code), None)
    holders = report.holders if table is None else table.holders
    return {
        "timelines": dealt if table is None else [table],
        "opens": table is not None or len(dealt) <= _MOST_OPEN,
        "at": "" if table is None else table.table,
        "holders": [
            (one, f"{one.share_per_mille / 10:.1f}", share_of(one.hands, holders[0].hands))
            for one in holders[:_MOST_HOLDERS]
        ],
        "others": max(0, len(holders) - _MOST_HOLDERS),
    }
