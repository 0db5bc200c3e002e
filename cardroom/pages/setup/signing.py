"""Signing a change of the house: who makes it, and that what is recorded was previewed as it is."""

import hashlib
from typing import Any, Final

import msgspec
from django.http import HttpRequest

from cardroom.pages.asked import Asked, fault, line_fault
from cardroom.pages.visitor import visitor_of

NOT_PREVIEWED: Final = "Something was changed after the preview: look at what it does now."


def by(request: HttpRequest) -> str:
    """Who makes a change, as its event says it: a person, or an administrator by their log-in."""
    visitor = visitor_of(request)
    return f"person:{visitor.person}" if visitor.person else visitor.name


def digest(facts: Any) -> str:  # noqa: ANN401 - of whatever is asked for
    """What shows that a form says what was previewed."""
    return hashlib.sha256(msgspec.json.encode(facts, order="deterministic")).hexdigest()


def unsigned(request: HttpRequest, form: Asked, *, does: bool, shown: str | None = None) -> str:
    """Why it can't be recorded, or previewed, like this; empty if it can."""
    if said := line_fault(form):
        return said
    if does and shown not in {None, request.POST.get("shown", "")}:
        return NOT_PREVIEWED
    return fault(request, form, does=does)
