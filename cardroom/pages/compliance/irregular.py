"""Irregularities of a day or month: what was let stand or put right, on whose authority."""

from collections.abc import Mapping, Sequence
from typing import Any, Final, NamedTuple

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse

from cardroom.pages.compliance import due, reading
from cardroom.pages.compliance.addresses import picked
from cardroom.pages.compliance.bars import share_of
from cardroom.pages.compliance.findings import url_of
from cardroom.pages.compliance.seen import seen
from cardroom.pages.visitor import visitor_of
from cardroom.reports.irregularities.dataset import (
    AuthorisedEvent,
    IrregularItem,
    Irregularities,
)
from cardroom.reports.kinds import IRREGULARITIES

MOST: Final = 200
_SHAPES: Final = {"confirmed": ("run", "confirmed"), "claimed": ("warn", "claimed")}
_NOBODY: Final = "nobody"
Told = IrregularItem | AuthorisedEvent


class ItemRow(NamedTuple):
    """Something that was noted, or done on somebody's authority."""

    told: Told
    code: str
    detail: str
    recorded_by: str
    authority: tuple[str, str] | None
    url: str
    round_url: str


def index(request: HttpRequest) -> HttpResponse:
    """The irregularities, by filters that stand in the address."""
    visitor = visitor_of(request)
    about = seen(request, visitor.house)
    shown = reading.newest(visitor, IRREGULARITIES, about.period)
    content: dict[str, Any] = {"title": f"Irregularities, {about.period}", "seen": about}
    content |= {"tab": "irregularities", "withheld": reading.WITHHELD}
    content |= due.of_period(visitor.house, about.period)
    if shown is not None:
        content |= {"kept": shown.kept, "report": shown.data}
        if isinstance(shown.data, Irregularities):
            content |= _told(request, shown.data)
    return render(request, "compliance/irregularities.html", content)


def _told(request: HttpRequest, report: Irregularities) -> dict[str, Any]:
    every: list[Told] = [*report.items, *report.authorised]
    fields = [
        picked(request, name, label, (_values(one)[name] for one in every))
        for name, label in (
            ("table", "Table"), ("code", "Code"), ("type", "Kind of event"),
            ("dealer", "Dealer"), ("by", "Authorised by"), ("authority", "Authority"),
        )
    ]  # fmt: skip
    wanted = {field.name: field.value for field in fields if field.value}
    chosen = sorted(
        (one for one in every if _is_wanted(one, wanted)),
        key=lambda one: (one.table, one.position),
    )
    claimed = sum(one.claimed for one in report.by_authoriser)
    return {
        "fields": fields,
        "items": _rows(chosen[:MOST]),
        "found": len(chosen),
        "in_all": len(every),
        "more": max(0, len(chosen) - MOST),
        "claimed": claimed,
        "authorised": sum(one.events for one in report.by_authoriser),
        "by_code": [(one, share_of(one.items, report.by_code[0].items)) for one in report.by_code],
        "by_dealer": [
            (one, _listed(one.codes), share_of(one.items, report.by_dealer[0].items))
            for one in report.by_dealer
        ],
        "by_authoriser": [(one, _listed(one.types)) for one in report.by_authoriser],
    }


def _values(one: Told) -> dict[str, str | None]:
    """What it is filtered by."""
    return {
        "table": one.table,
        "code": one.code if isinstance(one, IrregularItem) else None,
        "type": one.type,
        "dealer": one.dealer or _NOBODY,
        "by": one.authorised_by,
        "authority": one.authorisation,
    }


def _is_wanted(one: Told, wanted: Mapping[str, str]) -> bool:
    return _values(one).items() >= wanted.items()


def _rows(chosen: Sequence[Told]) -> list[ItemRow]:
    return [
        ItemRow(
            told=one,
            code=one.code if isinstance(one, IrregularItem) else "",
            detail=one.detail if isinstance(one, IrregularItem) else "",
            recorded_by=one.recorded_by if isinstance(one, IrregularItem) else "",
            authority=_SHAPES[one.authorisation] if one.authorisation else None,
            url=url_of(one.table, one.round, one.position),
            round_url=reverse("admin:round", args=[one.table, one.round]) if one.round else "",
        )
        for one in chosen
    ]


def _listed(counts: Mapping[str, int]) -> str:
    """Names with how often, most first."""
    found = sorted(counts.items(), key=lambda pair: (-pair[1], pair[0]))
    return ", ".join(f"{name} {number}" for name, number in found)
