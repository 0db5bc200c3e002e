"""Reports as they are kept: listed by kind and day, asked for, handed out in each form."""

from typing import Any, Final, NamedTuple

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from cardroom.errors import Malformed, Missing
from cardroom.pages.compliance import addresses, due, reading, verdicts
from cardroom.pages.compliance.seen import asked_for, query_of
from cardroom.pages.visitor import Visitor, visitor_of
from cardroom.reports import render as rendering
from cardroom.reports import store
from cardroom.reports.kinds import KINDS, ROTATION, kind_of
from cardroom.reports.outcomes import outcomes
from cardroom.reports.store import Kept

_PAGE: Final = 30
_SAID: Final[dict[str, tuple[str, str]]] = {
    **dict(verdicts.WORDS.items()),
    "ok": ("run", "Whole"),
    "not_ok": ("warn", "Not proven whole"),
}


class ListedReport(NamedTuple):
    """A revision in the list; without digest and changes for whom it may be withheld from."""

    kept: Kept
    title: str
    outcome: tuple[str, str] | None
    digest: str
    changes: tuple[str, ...]


def index(request: HttpRequest) -> HttpResponse:
    """The list."""
    return page(request)


def page(request: HttpRequest, *, fault: str = "") -> HttpResponse:
    """The list, the newest first, with the form by which one is asked for."""
    visitor, before = visitor_of(request), addresses.number(request, "before")
    given = request.POST if request.method == "POST" else request.GET
    kind = given.get("kind", "")
    period = None if fault else asked_for(request)
    found = store.latest_of_all(
        visitor.house,
        before=before,
        limit=_PAGE + 1,
        kind=kind if kind in KINDS else None,
        period=None if period is None else str(period),
    )
    content: dict[str, Any] = {
        "title": "Reports",
        "tab": "reports",
        "reports": _listed(visitor, found[:_PAGE]),
        "older": addresses.other(request, before=str(found[_PAGE - 1].id))
        if len(found) > _PAGE
        else "",
        "is_newest": before is None,
        "kinds": [(name, one.title) for name, one in KINDS.items()],
        "kind": kind,
        "day": given.get("day", ""),
        "month": given.get("month", ""),
        "forms": rendering.FORMS,
        "fault": fault,
        "given_up": due.given_up(visitor.house),
    }
    if period is not None:
        content |= due.of_period(visitor.house, period) | {"due_query": query_of(period)}
    return render(request, "compliance/reports.html", content, status=422 if fault else 200)


def file(request: HttpRequest, number: int, form: str) -> HttpResponse:
    """A revision in a form, byte for byte what the API hands out."""
    shown = reading.one(visitor_of(request), number)
    try:
        wanted = rendering.form_of(form)
    except Malformed as refusal:
        raise Missing(refusal.detail) from refusal
    answer = HttpResponse(rendering.render(shown.kept, wanted), content_type=wanted.content_type)
    answer["Content-Disposition"] = f'attachment; filename="{shown.kept.name}.{wanted.name}"'
    return answer


def chart(request: HttpRequest, number: int, name: str) -> HttpResponse:
    """A chart or timeline of a revision as a drawing, as in its PDF."""
    shown = reading.one(visitor_of(request), number)
    return HttpResponse(rendering.chart(shown.kept, name), content_type=rendering.SVG)


def _listed(visitor: Visitor, found: list[Kept]) -> list[ListedReport]:
    """Who may count is told of rotations alone here; of each other one on its own page."""
    told = [one for one in found if not visitor.is_blind or one.kind == ROTATION.name]
    said = outcomes(told)
    return [
        ListedReport(
            kept=one,
            title=kind_of(one.kind).title,
            outcome=_SAID.get(said.get(one.id, "")),
            digest=one.digest if one in told else "",
            changes=one.changes if one in told else (),
        )
        for one in found
    ]
