"""The bare view: parse, one INSERT that commits by itself, answer. It serves the same bodies."""

import os

import msgspec
import psycopg
from django.core.wsgi import get_wsgi_application
from django.db import connection
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.urls import path

from tests.benchmarks.yardstick import INSERT

os.environ["DJANGO_SETTINGS_MODULE"] = "tests.benchmarks.bare_settings"

_decode = msgspec.json.Decoder(dict[str, list[dict[str, object]]]).decode


def record(request: HttpRequest, code: str) -> HttpResponse:
    """Store a batch."""
    batch = _decode(request.body)
    connection.ensure_connection()
    with psycopg.Cursor(connection.connection) as cursor:
        cursor.execute(INSERT, {"batch": request.body.decode()})
    response = JsonResponse({"table": code, "recorded": len(batch["events"])}, status=201)
    response["Content-Length"] = len(response.content)
    return response


urlpatterns = [path("api/v1/tables/<str:code>/events", record)]

application = get_wsgi_application()
