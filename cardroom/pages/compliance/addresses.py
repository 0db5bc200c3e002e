"""Addresses: a page with other filters, and the way back to it."""

from collections.abc import Iterable
from typing import NamedTuple
from urllib.parse import urlencode

from django.conf import settings
from django.http import HttpRequest
from django.utils.http import url_has_allowed_host_and_scheme


class Choice(NamedTuple):
    """A filter that may be chosen: its word, how many it lets through, its address."""

    word: str
    number: int
    url: str
    is_on: bool


class Picked(NamedTuple):
    """A field of the filters: its name and label, the values there are, the one that is chosen."""

    name: str
    label: str
    values: list[str]
    value: str


def other(request: HttpRequest, **changes: str) -> str:
    """The page's own address with something changed; an empty word leaves a filter out."""
    asked = request.GET.dict() | changes
    return f"{request.path}?{urlencode({key: value for key, value in asked.items() if value})}"


def picked(request: HttpRequest, name: str, label: str, found: Iterable[str | None]) -> Picked:
    """A field of the filters over what there is."""
    value = request.GET.get(name, "")
    values = sorted({one for one in found if one} | ({value} if value else set()))
    return Picked(name, label, values, value)


def number(request: HttpRequest, name: str) -> int | None:
    """A whole number of the address, None where there is none."""
    return whole(request.GET.get(name, ""))


def whole(said: str) -> int | None:
    """A whole number that a database knows too; None for anything else."""
    is_one = said.isascii() and said.isdigit() and len(said) < len(str(2**63))
    return int(said) if is_one else None


def back(request: HttpRequest, otherwise: str) -> str:
    """Where somebody came from, if that is a page of the site."""
    said = (request.POST if request.method == "POST" else request.GET).get("back", "")
    is_ours = url_has_allowed_host_and_scheme(said, allowed_hosts=None)
    return said if is_ours and said.startswith(settings.SITE_PATH) else otherwise
