"""The guard before every page: who may not is told so, and what isn't there is a page as well."""

from collections.abc import Callable, Mapping
from functools import wraps
from typing import Any, Final
from zoneinfo import ZoneInfo

from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseNotAllowed
from django.utils import timezone

from cardroom.errors import Malformed, Missing
from cardroom.house import houses
from cardroom.pages.page import Page
from cardroom.pages.visitor import visitor_of
from cardroom.staff.rights import RIGHTS

# As far as a number of ours goes.
_MOST: Final = 2**63 - 1


def _check_readable(request: HttpRequest, found: Mapping[str, object]) -> None:
    """Nothing here has a number beyond all numbers, or a character that no text may have."""
    texts = [*found.values(), *(text for _, texts in request.GET.lists() for text in texts)]
    if any(isinstance(each, int) and each > _MOST for each in texts) or "\0" in "".join(
        each for each in texts if isinstance(each, str)
    ):
        raise Http404("the address can't be read")


def guarded(page: Page) -> Callable[..., HttpResponse]:
    """The page's view behind its rights."""

    @wraps(page.view)
    def view(request: HttpRequest, **found: Any) -> HttpResponse:
        """Answer, or say why not."""
        allowed = ["GET", "HEAD", *(["POST"] if page.acts else [])]
        right = page.right_for(request)
        if right is None or request.method not in allowed:
            return HttpResponseNotAllowed(allowed)
        if not request.user.has_perm(f"staff.{right}"):
            raise PermissionDenied(f"You may not {RIGHTS[right].words}.")
        _check_readable(request, found)
        request.page = page  # type: ignore[attr-defined]
        zone = houses.facts(visitor_of(request).house).zone
        try:
            # Instants in templates are shown by the clock on the house's wall.
            with timezone.override(ZoneInfo(zone)):
                return page.view(request, **found)
        except (Missing, Malformed) as refusal:  # an address that leads nowhere, or can't be read
            raise Http404(refusal.detail) from refusal

    return view
