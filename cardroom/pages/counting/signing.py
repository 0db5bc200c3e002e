"""Signing in person: each signer's own code or password, and what of a policy a refusal means."""

from typing import Final, NamedTuple

from django.http import HttpRequest

from cardroom.errors import CardroomError, RuleViolation
from cardroom.pages.visitor import Visitor
from cardroom.staff.in_person import is_password_of

_CODE_DIGITS: Final = 6
RULES: Final = {
    "collector_differs_from_counters": (
        "who took the box off its table, or saw it taken off, has no part in its count"
    ),
    "counters": "more people count a box",
    "signer_differs_from_counters": "somebody signs who didn't count",
}


class Excepted(NamedTuple):
    """What a form says of a signed exception from the policy."""

    authorised_by: str = ""
    reason: str = ""


class Fault(NamedTuple):
    """One sentence, and the place that it is about."""

    said: str
    place: str = ""


class Signer(NamedTuple):
    """How somebody shows who they are: by code, or as present, by their password."""

    code: str | None
    present: frozenset[str]


def signer(request: HttpRequest, visitor: Visitor, person: str, place: str) -> Signer:
    """Six digits are a code, which the service checks; anything else is a password.

    `place` is the field. Raises RuleViolation for a password that isn't the person's.
    """
    said = request.POST.get(place, "")
    digits = said.replace(" ", "")
    if len(digits) == _CODE_DIGITS and digits.isascii() and digits.isdigit():
        return Signer(digits, frozenset())
    if said and is_password_of(request, house=visitor.house, person=person, password=said):
        return Signer(None, frozenset({person}))
    if not person:
        raise RuleViolation("choose who signs", pointer="/by", rule="code")
    raise RuleViolation(
        f"that is not {person}'s one-time code, nor the password that {person} signs in with",
        pointer=f"/{place}",
        rule="code",
    )


def exception_in(request: HttpRequest) -> Excepted | None:
    """The exception that a form asks for; None where nobody is named."""
    supervisor = request.POST.get("supervisor", "").strip()
    if not supervisor:
        return None
    return Excepted(supervisor, request.POST.get("why", "").strip())


_PLACES: Final = {
    "code": "word",
    "authorised_by": "by",
    "exception": "supervisor",
    "exception/reason": "why",
    "exception/code": "their_word",
}


def fault_of(refusal: CardroomError) -> Fault:
    """A refusal in the words of the trade, at the field that it is about."""
    said = refusal.pointer.strip("/")
    place = _PLACES.get(said) or _PLACES.get(said.partition("/")[0]) or said.partition("/")[0]
    rule = getattr(refusal, "rule", None)
    if rule in RULES and "without a signed exception" in refusal.detail:
        return Fault(
            f"By the house's policy {RULES[rule]}. A supervisor who has no part in this box can let"
            " it stand once: fill in the exception.",
            "supervisor",
        )
    detail = refusal.detail.replace("`", "")
    return Fault(f"Nothing was recorded: {detail}.", place)
