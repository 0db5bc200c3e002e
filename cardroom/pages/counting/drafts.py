"""Drafts: what is typed and not entered yet stays with who typed it, until they sign out."""

from collections.abc import Mapping
from typing import Any, Final
from uuid import UUID

from django.http import HttpRequest

_KEY: Final = "counts"
_MOST: Final = 20
_LONGEST: Final = 100  # characters of a line


def kept(request: HttpRequest, count: UUID) -> dict[str, str]:
    """What was typed of a count, by line."""
    return dict(_drafts(request).get(str(count), {}))


def keep(request: HttpRequest, count: UUID, typed: Mapping[str, str]) -> None:
    """Keep what is typed; of many counts the last ones."""
    drafts = _drafts(request)
    drafts.pop(str(count), None)
    drafts[str(count)] = {name: text[:_LONGEST] for name, text in typed.items() if text.strip()}
    request.session[_KEY] = dict([*drafts.items()][-_MOST:])


def drop(request: HttpRequest, count: UUID) -> None:
    """Forget it: it is entered."""
    drafts = _drafts(request)
    if drafts.pop(str(count), None) is not None:
        request.session[_KEY] = drafts


def _drafts(request: HttpRequest) -> dict[str, Any]:
    return dict(request.session.get(_KEY, {}))
