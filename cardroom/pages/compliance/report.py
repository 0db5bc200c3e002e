"""One report: its revisions, what each changed, two of them side by side, and all it tells."""

from itertools import islice
from typing import Any, Final, NamedTuple

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from cardroom.errors import Missing
from cardroom.pages.compliance import addresses, reading
from cardroom.pages.compliance.reading import Shown
from cardroom.pages.compliance.seen import query_of
from cardroom.pages.visitor import visitor_of
from cardroom.reports import notes, periods, store
from cardroom.reports import render as rendering
from cardroom.reports.cells import text
from cardroom.reports.changes import MOST, differences
from cardroom.reports.document import Document, Section

_MOST_ROWS: Final = 100


class Grid(NamedTuple):
    """A section as a table of texts, each to the right or not; `more` rows stand in the files."""

    title: str
    note: str
    heads: list[tuple[str, bool]]
    rows: list[list[tuple[str, bool]]]
    more: int


def index(request: HttpRequest, number: int) -> HttpResponse:
    """A revision, alone or beside another one."""
    visitor = visitor_of(request)
    shown = reading.one(visitor, number)
    kept, document = shown.kept, _document(shown)
    read = periods.day if kept.gaming_day else periods.month
    other = addresses.number(request, "beside")
    content: dict[str, Any] = {
        "title": f"{document.title}, {kept.period}",
        "tab": "reports",
        "kept": kept,
        "document": document,
        "query": query_of(read(kept.period)),
        "revisions": store.revisions(visitor.house, kept.kind, kept.period),
        "notes": notes.of(kept),
        "forms": rendering.FORMS,
        "here": request.get_full_path(),
    }
    if other is None:
        content["grids"] = [_grid(section, document.zone) for section in document.sections]
    else:
        content |= _beside(shown, reading.one(visitor, other))
    return render(request, "compliance/report.html", content)


def _beside(one: Shown, other: Shown) -> dict[str, Any]:
    """Both revisions, the earlier one left, and what differs. Raises Missing for two reports."""
    if (one.kept.kind, one.kept.period) != (other.kept.kind, other.kept.period):
        raise Missing("only revisions of one report are laid side by side")
    was, now = sorted((one, other), key=lambda shown: shown.kept.revision)
    found = list(islice(differences(_document(was), _document(now)), MOST + 1))
    return {
        "was": was.kept,
        "now": now.kept,
        "marks": (_document(was).marks, _document(now).marks),
        "differences": [each for each in found[:MOST] if each.what != "mark"],
        "is_cut": len(found) > MOST,
    }


def _document(shown: Shown) -> Document:
    return shown.kind.lay_out(shown.data)


def _grid(section: Section, zone: str) -> Grid:
    right = [column.form in {"cents", "number"} for column in section.columns]
    return Grid(
        title=section.title,
        note=section.note,
        heads=[(one.title, is_right) for one, is_right in zip(section.columns, right, strict=True)],
        rows=[
            [
                (text(cell, column, zone), is_right)
                for cell, column, is_right in zip(row, section.columns, right, strict=True)
            ]
            for row in section.rows[:_MOST_ROWS]
        ],
        more=max(0, len(section.rows) - _MOST_ROWS),
    )
