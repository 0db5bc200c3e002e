"""The API's description of itself: OpenAPI as JSON, and Swagger UI from our own files."""

import json
from functools import cache

from django.http import HttpResponse
from drf_spectacular.generators import SchemaGenerator
from drf_spectacular.renderers import OpenApiJsonRenderer, OpenApiJsonRenderer2
from drf_spectacular.utils import extend_schema
from drf_spectacular.views import SpectacularSwaggerSplitView
from rest_framework.request import Request
from rest_framework.response import Response

from api.resource import METHODS, Resource, check_query

# Swagger UI sets styles from its script, and draws its icons from data.
_PAGE_POLICY = (
    "default-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:;"
    " frame-ancestors 'none'; base-uri 'none'; form-action 'self'"
)


class Description(Resource):
    """OpenAPI 3.1."""

    authentication_classes = ()
    permission_classes = ()
    renderer_classes = (OpenApiJsonRenderer2, OpenApiJsonRenderer)

    @extend_schema(exclude=True)
    def get(self, request: Request) -> HttpResponse:
        """The description, as JSON."""
        return HttpResponse(_description(), content_type=request.accepted_media_type)


@cache
def _description() -> bytes:
    """Made once in a process, for it follows from the code alone."""
    return json.dumps(SchemaGenerator().get_schema(request=None, public=True)).encode()


class Documentation(SpectacularSwaggerSplitView):
    """Swagger UI: no CDN, no script in the page."""

    authentication_classes = ()
    permission_classes = ()
    http_method_names = METHODS

    @extend_schema(exclude=True)
    def get(self, request: Request) -> Response:
        """The page, and with `?script=` what starts it."""
        check_query(request, frozenset({"script"}))
        response: Response = super().get(request)  # type: ignore[no-untyped-call]
        response["Content-Security-Policy"] = _PAGE_POLICY
        return response
