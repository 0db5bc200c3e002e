"""What is done on a count sheet: amounts entered, corrected, signed; each as one event."""

from typing import Any, Final, NamedTuple
from uuid import UUID

import msgspec
from django.http import HttpRequest

from cardroom.errors import CardroomError
from cardroom.pages.asked import Asked, reason_fault
from cardroom.pages.counting import drafts, lines
from cardroom.pages.counting.signing import Excepted, Fault, Signer, exception_in, fault_of, signer
from cardroom.pages.visitor import Visitor
from ledger.rules.counting.sheet import Sheet
from ledger.services import counts as services

CHANGED: Final = "The sheet has changed since you opened it: look at it again."
NO_REASON: Final = "Say why: the reason stands on the sheet beside the old figure."
SAME: Final = "Nothing is corrected yet: type the line that was wrong."
LINES: Final = "Some lines don't say how many yet."
UNKNOWN: Final = "Choose what to do with the sheet."


class Refused(NamedTuple):
    """Why nothing was recorded, and what was typed."""

    fault: Fault
    typed: dict[str, str] | None = None
    signing: str = ""
    excepted: Excepted | None = None


class At(NamedTuple):
    """A form of a sheet: who sent it, and the sheet as it stands."""

    request: HttpRequest
    visitor: Visitor
    sheet: Sheet
    form: Asked


def record(
    visitor: Visitor,
    name: str,
    body: dict[str, Any],
    *,
    count: UUID | None = None,
    present: frozenset[str] = frozenset(),
) -> None:
    """Say something of a count; what a body has None for isn't said."""
    services.record(
        name,
        house=visitor.house,
        content=msgspec.json.encode({key: one for key, one in body.items() if one is not None}),
        recorded_by=f"person:{visitor.person}",
        count=count,
        present=present,
    )


def enter(at: At) -> Refused | None:
    """The first figure: every line says how many."""
    return _figure(at, "count.amounts_entered", {})


def correct(at: At) -> Refused | None:
    """Another figure, and why; the old one is struck."""
    typed = lines.typed_in(at.request.POST)
    figure = at.sheet.figure
    if not any(str(each.id) == at.form.id for each in at.sheet.figures):
        if at.form.seen != str(len(at.sheet.figures)):
            return Refused(Fault(CHANGED), typed)
        read = lines.lines([], typed)
        if figure is not None and lines.denominations(read) == figure.denominations:
            return Refused(Fault(SAME), typed)
    if said := reason_fault(at.form, NO_REASON):
        return Refused(Fault(said, "reason"), typed)
    return _figure(at, "count.corrected", {"reason": at.form.reason})


def sign(at: At) -> Refused | None:
    """Somebody signs the figure in force, by their own code or password."""
    by, excepted = at.request.POST.get("by", ""), exception_in(at.request)
    known = any(str(each.id) == at.form.id for each in at.sheet.signatures)
    if not known and at.form.seen != str(len(at.sheet.figures)):
        return Refused(Fault(CHANGED))
    try:
        shown = signer(at.request, at.visitor, by, "word")
        exception, theirs = let_stand(at.request, at.visitor, excepted)
        record(
            at.visitor,
            "count.signed",
            {"id": at.form.id, "by": by, "code": shown.code, "exception": exception},
            count=at.sheet.count.id,
            present=shown.present | theirs,
        )
    except CardroomError as refusal:
        return Refused(fault_of(refusal), signing=by or "-", excepted=excepted)
    return None


def let_stand(
    request: HttpRequest, visitor: Visitor, excepted: Excepted | None
) -> tuple[dict[str, str] | None, frozenset[str]]:
    """The exception as it is sent, and who showed by a password that it is theirs."""
    if excepted is None:
        return None, frozenset()
    shown: Signer = signer(request, visitor, excepted.authorised_by, "their_word")
    sent = excepted._asdict() | ({"code": shown.code} if shown.code else {})
    return sent, shown.present


def _figure(at: At, name: str, more: dict[str, str]) -> Refused | None:
    typed = lines.typed_in(at.request.POST)
    read = lines.lines([], typed, with_faults=True)
    if not typed or any(line.fault for line in read):
        drafts.keep(at.request, at.sheet.count.id, typed)
        return Refused(Fault(LINES, "lines"), typed)
    body = {
        "id": at.form.id,
        "denominations": lines.denominations(read),
        "by": at.visitor.person,
        **more,
    }
    try:
        record(at.visitor, name, body, count=at.sheet.count.id)
    except CardroomError as refusal:
        return Refused(fault_of(refusal), typed)
    drafts.drop(at.request, at.sheet.count.id)
    return None


ACTS: Final = {"enter": enter, "correct": correct, "sign": sign}
