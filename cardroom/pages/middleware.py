"""What people need around a request, and machines would only wait for."""

from collections.abc import Callable

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.utils.module_loading import import_string

Answering = Callable[[HttpRequest], HttpResponse]


class ForPeople:
    """Sessions, log-in, messages and the policy around pages; the API is answered without.

    Forms are protected by the admin site itself, which checks the token before each of its views.
    """

    def __init__(self, get_response: Answering) -> None:
        self.plain = self.around = get_response
        for name in reversed(settings.MIDDLEWARE_FOR_PEOPLE):
            self.around = import_string(name)(self.around)

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Answer a request."""
        is_page = request.path.startswith(settings.SITE_PATH)
        return self.around(request) if is_page else self.plain(request)
