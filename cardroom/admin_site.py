"""The house's own admin site: the pages of the map, behind log-in, code and right."""

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.contrib.admin import AdminSite
from django.contrib.auth.views import redirect_to_login
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import URLPattern, URLResolver, path, reverse

from cardroom.pages import kept
from cardroom.pages.guard import guarded
from cardroom.pages.map import PAGES
from cardroom.staff.members import member_of
from cardroom.staff.signing_in import SignInForm


class HouseSite(AdminSite):
    """Django's admin site with a route table that is read on one page, `cardroom/pages/map.py`."""

    login_form = SignInForm
    enable_nav_sidebar = False
    site_title = "Cardroom"
    site_header = "Cardroom"
    site_url = None

    def has_permission(self, request: HttpRequest) -> bool:
        """Whether somebody of a house is signed in, by password and code."""
        member = member_of(request.user)
        if member is None or not super().has_permission(request):
            return False
        return not member.needs_code or request.user.is_verified()  # type: ignore[union-attr]

    def get_urls(self) -> list[URLPattern | URLResolver]:
        """The map's pages, and of Django's own those that people need to come and go."""
        own = [path(page.path, self._behind(guarded(page)), name=page.name) for page in PAGES]
        return [
            path("", self.admin_view(self.index), name="index"),
            path("login/", self.login, name="login"),
            path("logout/", self.admin_view(self.logout), name="logout"),
            path("password/", self._behind(self.password_change), name="password_change"),
            path(
                "password/done/",
                self.admin_view(self.password_change_done),
                name="password_change_done",
            ),
            path("filters/", self._behind(kept.keep), name="keep_filter"),
            path("filters/<int:number>/drop/", self._behind(kept.drop), name="drop_filter"),
            *own,
        ]

    def _behind(self, view: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
        """A view behind the door; who sends a form and is signed out by then hears of its loss."""
        behind = self.admin_view(view)

        @wraps(view)
        def answered(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
            """Answer, or lead to the front door with that word."""
            if request.method == "POST" and not self.has_permission(request):
                door = f"{reverse('admin:login')}?unsent=1"
                return redirect_to_login(request.get_full_path(), door)
            return behind(request, *args, **kwargs)

        return answered

    def index(  # type: ignore[override]
        self,
        request: HttpRequest,
        extra_context: Any = None,  # noqa: ANN401, ARG002 - Django's own
    ) -> HttpResponse:
        """Go to the first page that one may see, or say why there is none."""
        allowed = (page for page in PAGES if page.section and page.is_seen_by(request.user))
        first = next(allowed, None)
        if first is not None:
            return HttpResponseRedirect(reverse(f"admin:{first.name}"))
        return render(request, "admin/nothing.html", {"title": "Nothing to see yet"})
