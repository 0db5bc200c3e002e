"""Reports: those that are kept, in each of their forms; and asking for one."""

from datetime import datetime
from typing import Annotated, Final

import msgspec
from django.http import HttpResponse
from drf_spectacular.utils import OpenApiExample, OpenApiParameter, OpenApiResponse
from msgspec import Meta, Struct
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.reverse import reverse

from api import blind, pagination, posted
from api.auth import CAGE_AND_AUDIT, REPORTS, key_of
from api.examples.reporting import ASKED, REPORTS_LISTED
from api.resource import Resource
from api.schema import AFTER, LIMIT, described
from api.v1.report_documents import ANY_DOCUMENT
from api.wire import Renderer
from cardroom import clock, plain_json
from cardroom.due.kinds import REPORTS as QUEUE
from cardroom.due.nudge import nudge
from cardroom.errors import Forbidden, Malformed
from cardroom.house.keys import KeyFacts
from cardroom.reports import asking, hiding, periods, render, store
from cardroom.reports.asking import Asked
from cardroom.reports.kinds import KINDS, kind_of
from cardroom.reports.periods import Period
from cardroom.reports.store import Kept

Name = Annotated[str, Meta(pattern="^[a-z_]{1,40}$", description="the kind of a report")]
_DAY_TEXT = Annotated[str, Meta(pattern="^[0-9]{4}-[0-9]{2}-[0-9]{2}$", examples=["2026-11-28"])]
_MONTH_TEXT = Annotated[str, Meta(pattern="^[0-9]{4}-[0-9]{2}$", examples=["2026-11"])]

_KIND = OpenApiParameter(
    "kind", {"type": "string", "enum": [*KINDS]}, description="Those of this kind."
)
_GAMING_DAY = OpenApiParameter(
    "gaming_day", {"type": "string", "format": "date"}, description="Those of one gaming day."
)
_MONTH = OpenApiParameter(
    "month", {"type": "string", "pattern": "^[0-9]{4}-[0-9]{2}$"}, description="Those of a month."
)
_FORM = OpenApiParameter(
    "format",
    {"type": "string", "enum": [*render.FORMS], "default": "json"},
    description="How it is handed out.",
)
_CHART = OpenApiParameter(
    "chart",
    {"type": "string"},
    OpenApiParameter.PATH,
    description="Its name; of `fees` there is `variance_by_table`.",
)
_FILE: Final = {"type": "string", "format": "binary"}


class ReportItem(Struct, frozen=True, kw_only=True):
    """One revision of a report.

    `withheld` are digest and changes, and the report itself, from who may count, while it tells
    what an uncounted box holds or should hold; both are null then.
    """

    id: int
    kind: str
    house: str
    title: str
    gaming_day: str | None
    month: str | None
    revision: int
    generated_at: datetime
    software_version: str
    digest: str | None
    changes: list[str] | None
    withheld: bool


class ReportPage(Struct, frozen=True, kw_only=True):
    """Reports in the order in which they were made."""

    items: list[ReportItem]
    next_cursor: str | None


class ReportWanted(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The report of a gaming day, or of a month."""

    kind: Name
    gaming_day: _DAY_TEXT | None = None
    month: _MONTH_TEXT | None = None


_decode_wanted: Final = msgspec.json.Decoder(ReportWanted).decode


class ReportList(Resource):
    """The reports of the key's house."""

    scopes = REPORTS

    @described(
        "listReports",
        {200: ReportPage},
        parameters=[AFTER, LIMIT, _KIND, _GAMING_DAY, _MONTH],
        examples=[OpenApiExample("reports", REPORTS_LISTED, response_only=True)],
        tags=["reports"],
    )
    def get(self, request: Request) -> Response:
        """Every revision that is kept; the last one of a report is the one that holds."""
        key, most = key_of(request), pagination.limit(request)
        kind = pagination.word(request, "kind")
        period = _period(pagination.word(request, "gaming_day"), pagination.word(request, "month"))
        found = store.listed(
            key.house,
            after=pagination.after(request),
            limit=most + 1,
            kind=kind,
            period=None if period is None else str(period),
        )
        page, last = pagination.cut(found, most)
        items = [_item(one, is_withheld=is_withheld(key, one)) for one in page]
        return Response(ReportPage(items=items, next_cursor=str(last.id) if last else None))

    @described(
        "askForReport",
        {202: OpenApiResponse(Asked, "It is due; `Location` is where to see what becomes of it.")},
        refusals=["too_large", "unsupported_media_type", "rule"],
        request=ReportWanted,
        examples=[
            OpenApiExample("fees", {"kind": "fees", "gaming_day": "2026-11-28"}, request_only=True),
            OpenApiExample("asked", ASKED, response_only=True, status_codes=["202"]),
        ],
        tags=["reports"],
    )
    def post(self, request: Request) -> Response:
        """Ask for a report; a worker makes it, and on the same events it is the kept one.

        Asked again before it is made, the answer is the same.
        """
        wanted = plain_json.read(_decode_wanted, posted.content_of(request))
        period = _period(wanted.gaming_day, wanted.month)
        if period is None:
            raise Malformed("say either `gaming_day` or `month`")
        asked = asking.ask(key_of(request).house, wanted.kind, period, clock.now())
        nudge(QUEUE)
        location = reverse("due-report", [asked.id])
        return Response(asked, status=202, headers={"Location": location})


class ReportDetail(Resource):
    """One revision of a report."""

    scopes = CAGE_AND_AUDIT
    renderer_classes = tuple(
        type(name, (Renderer,), {"media_type": form.media_type, "format": name})
        for name, form in render.FORMS.items()
    )

    @described(
        "getReport",
        {
            (200, form.media_type): ANY_DOCUMENT if name == "json" else OpenApiResponse(_FILE)
            for name, form in render.FORMS.items()
        },
        refusals=["not_found"],
        parameters=[_FORM],
        tags=["reports"],
    )
    def get(self, request: Request, report: int) -> HttpResponse:
        """It, as it was made: the same bytes every time.

        403 for scope `cage` while it tells what an uncounted box holds or should hold.
        """
        form = render.form_of(pagination.word(request, "format") or "json")
        kept = _shown(key_of(request), report)
        response = HttpResponse(render.render(kept, form), content_type=form.content_type)
        response["Content-Disposition"] = f'attachment; filename="{kept.name}.{form.name}"'
        return response


class ReportChart(Resource):
    """A chart of one revision of a report."""

    scopes = CAGE_AND_AUDIT
    renderer_classes = (type("Svg", (Renderer,), {"media_type": render.SVG, "format": "svg"}),)

    @described(
        "getReportChart",
        {(200, render.SVG): OpenApiResponse(_FILE)},
        refusals=["not_found"],
        parameters=[_CHART],
        tags=["reports"],
    )
    def get(self, request: Request, report: int, chart: str) -> HttpResponse:
        """It as a drawing without script, as in the PDF: the same bytes every time.

        403 for scope `cage` while the report tells what an uncounted box holds or should hold.
        """
        kept = _shown(key_of(request), report)
        return HttpResponse(render.chart(kept, chart), content_type=render.SVG)


def _shown(key: KeyFacts, report: int) -> Kept:
    """A kept report; Forbidden for whom it is withheld from. Raises Missing."""
    kept = store.one(key.house, report)
    if is_withheld(key, kept):
        raise Forbidden("this report tells of boxes that aren't counted yet; scope audit reads it")
    return kept


def _period(gaming_day: str | None, month: str | None) -> Period | None:
    """What is meant; Malformed for both at once."""
    if gaming_day is not None and month is not None:
        raise Malformed("say either `gaming_day` or `month`")
    if month is not None:
        return periods.month(month)
    return None if gaming_day is None else periods.day(gaming_day)


def is_withheld(key: KeyFacts, kept: Kept) -> bool:
    """Whether the holder of a key is not shown a report now."""
    if not blind.is_blind(key):
        return False
    kind = kind_of(kept.kind)
    return hiding.is_withheld(kept.house, kind, kind.read(store.content_of(kept)))


def _item(kept: Kept, *, is_withheld: bool) -> ReportItem:
    return ReportItem(
        id=kept.id,
        kind=kept.kind,
        house=kept.house,
        title=kind_of(kept.kind).title,
        gaming_day=None if kept.gaming_day is None else kept.gaming_day.isoformat(),
        month=kept.period if kept.gaming_day is None else None,
        revision=kept.revision,
        generated_at=kept.generated_at,
        software_version=kept.software_version,
        digest=None if is_withheld else kept.digest,
        changes=None if is_withheld else list(kept.changes),
        withheld=is_withheld,
    )
