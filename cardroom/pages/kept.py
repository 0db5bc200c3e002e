"""Kept filters: a list's query under a name, for one log-in, offered wherever the list is shown."""

from typing import Any, Final, NamedTuple
from urllib.parse import urlencode

from django.conf import settings
from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.urls import reverse
from django.utils.http import url_has_allowed_host_and_scheme
from django.views.decorators.http import require_POST

from cardroom.errors import Malformed
from cardroom.pages.page import Page
from cardroom.staff import kept
from cardroom.staff.kept import Kept

# Where somebody is in a list, which is no part of what they like to see of it.
CURSORS: Final = frozenset({"before", "after", "page"})


class KeptHere(NamedTuple):
    """What is kept of a list: its filters, and the query that is shown now."""

    page: str
    url: str
    query: str
    filters: list[Kept]


def kept_here(request: HttpRequest, page: Page | None) -> KeptHere | None:
    """What somebody keeps of the list that a page shows; None where it shows none."""
    if page is None or not page.lists or request.resolver_match is None:
        return None
    said = {k: v for k, v in request.GET.items() if v and k not in CURSORS}
    return KeptHere(
        page=page.lists,
        url=reverse(f"admin:{page.lists}", kwargs=request.resolver_match.kwargs),
        query=urlencode(said),
        filters=kept.of(_user(request), page.lists),
    )


@require_POST
def keep(request: HttpRequest) -> HttpResponse:
    """Keep the query of a list that one may see."""
    from cardroom.pages.map import PAGES  # noqa: PLC0415 - the pages themselves have this offer

    form = request.POST
    page = next((one for one in PAGES if one.lists and one.name == form.get("list")), None)
    if page is None or not page.is_seen_by(request.user):
        raise Http404("this is no list of yours")
    try:
        kept.keep(
            _user(request), page=page.lists, name=form.get("name", ""), query=form.get("query", "")
        )
    except Malformed as fault:
        messages.error(request, f"The filter isn't kept: {fault.detail}.")
    return _back(request)


@require_POST
def drop(request: HttpRequest, number: int) -> HttpResponse:
    """Drop one of one's own."""
    kept.drop(_user(request), number)
    return _back(request)


def _back(request: HttpRequest) -> HttpResponse:
    """To where it was asked for, if that is a page of the site."""
    wanted = request.POST.get("next", "")
    is_here = url_has_allowed_host_and_scheme(wanted, allowed_hosts=None)
    is_ours = is_here and wanted.startswith(settings.SITE_PATH)
    return HttpResponseRedirect(wanted if is_ours else reverse("admin:index"))


def _user(request: HttpRequest) -> Any:  # noqa: ANN401 - of whatever model users are
    return request.user
