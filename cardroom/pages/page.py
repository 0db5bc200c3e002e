"""What a page is: its place, its words, who may see it and who may act on it."""

from collections.abc import Callable
from typing import NamedTuple

from django.contrib.auth.models import PermissionsMixin
from django.http import HttpRequest, HttpResponse

from cardroom.staff.members import Somebody
from cardroom.staff.rights import Right


class Section(NamedTuple):
    """An entry of the bar at the top: its word and the letter that opens it."""

    word: str
    letter: str


class Page(NamedTuple):
    """A page: its route, what one needs to see it, and what to act on it by POST; None: nobody may.

    `lists` names the list that it shows, where there is one whose query people may keep.

    A view is called with the request and what the route found, after all of that was checked.
    """

    name: str
    path: str
    title: str
    view: Callable[..., HttpResponse]
    sees: Right
    acts: Right | None = None
    section: Section | None = None
    lists: str = ""

    def is_seen_by(self, user: Somebody) -> bool:
        """Whether somebody may see it."""
        return _may(user, self.sees)

    def right_for(self, request: HttpRequest) -> Right | None:
        """The right that a request needs, None for what the page doesn't do."""
        return self.sees if request.method in {"GET", "HEAD"} else self.acts


def _may(user: Somebody, right: Right) -> bool:
    return isinstance(user, PermissionsMixin) and user.has_perm(f"staff.{right}")
