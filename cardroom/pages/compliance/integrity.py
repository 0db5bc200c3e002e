"""Integrity of a day or month: verified or not, witnessed or not, and what went out by mail."""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from cardroom.pages.compliance import due, reading
from cardroom.pages.compliance.seen import seen
from cardroom.pages.visitor import visitor_of
from cardroom.pages.words import sentence
from cardroom.reports import deliveries, mailing
from cardroom.reports.integrity.dataset import Integrity
from cardroom.reports.kinds import INTEGRITY


def index(request: HttpRequest) -> HttpResponse:
    """Whether the log is whole, as far as this day or month goes."""
    visitor = visitor_of(request)
    about = seen(request, visitor.house)
    shown = reading.newest(visitor, INTEGRITY, about.period)
    content: dict[str, Any] = {"title": f"Integrity, {about.period}", "seen": about}
    content |= {"tab": "integrity", "withheld": reading.WITHHELD}
    content |= due.of_period(visitor.house, about.period)
    content |= {
        "sent": deliveries.of(visitor.house, str(about.period)),
        "recipients": len(mailing.recipients(visitor.house)),
    }
    if shown is not None:
        content |= {"kept": shown.kept, "report": shown.data}
        if isinstance(shown.data, Integrity):
            content |= _told(shown.data)
    return render(request, "compliance/integrity.html", content)


def _told(report: Integrity) -> dict[str, Any]:
    """Its state in a word, and why."""
    kind, word = ("run", "Whole") if report.ok else ("warn", "Not proven whole")
    if report.findings_in_all:
        kind, word = "breach", "Not whole"
    return {
        "kind": kind,
        "word": word,
        "why": [sentence(reason) for reason in report.reasons],
        "roles": sentence(report.roles) if report.roles else "",
        "not_checked": [sentence(one) for one in report.not_checked],
        "more": max(0, report.findings_in_all - len(report.findings)),
    }
