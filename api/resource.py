"""Resources: what every view of the API has in common."""

from typing import Any, ClassVar, Final

from rest_framework.request import Request
from rest_framework.views import APIView

from api.auth import Scopes
from api.schema import PARAMETERS
from cardroom.errors import Malformed

# HEAD comes with GET; OPTIONS would describe a view by other words than the schema's.
METHODS: Final = ["get", "head", "post"]


class Resource(APIView):
    """A view that keys may use: `scopes` says which, by method."""

    scopes: ClassVar[Scopes] = {}
    http_method_names = METHODS

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        """Who asks, whether he may, and that he asks for nothing that isn't there."""
        super().initial(request, *args, **kwargs)
        handler = getattr(self, (request.method or "").lower(), None)
        if handler is not None:
            check_query(request, getattr(handler, PARAMETERS, frozenset()))


def check_query(request: Request, known: frozenset[str]) -> None:
    """Malformed names the first query parameter that a path doesn't know, or is given twice."""
    for name, said in request.GET.lists():
        if name not in known:
            others = ", ".join(f"`{one}`" for one in sorted(known)) or "none"
            raise Malformed(f"query parameter `{name[:40]}` isn't known here; there is {others}")
        if len(said) > 1:
            raise Malformed(f"query parameter `{name}` is given {len(said)} times")
