"""The feed: all events of a house in one order, with long poll."""

from threading import BoundedSemaphore
from time import monotonic, sleep
from typing import Final

from drf_spectacular.utils import OpenApiParameter
from rest_framework.request import Request
from rest_framework.response import Response

from api import pagination
from api.auth import AUDIT, key_of
from api.resource import Resource
from api.schema import AFTER, LIMIT, described
from api.v1.events import EventPage
from tables import queries
from tables.views import EventItem

MAX_WAIT_SECONDS: Final = 30
POLL_SECONDS: Final = 0.2

# Who waits holds a thread of the web server; further ones are answered at once, so that followers
# never keep a table from recording.
PLACES: Final = 2
_waiting: Final = BoundedSemaphore(PLACES)

_WAIT = OpenApiParameter(
    "wait",
    {"type": "integer", "minimum": 0, "default": 0},
    description=(
        f"Seconds to wait for an event when there is none yet, at most {MAX_WAIT_SECONDS};"
        " a busy server may answer sooner."
    ),
)


class Feed(Resource):
    """All streams of the key's house."""

    scopes = AUDIT

    @described("followFeed", {200: EventPage}, parameters=[AFTER, LIMIT, _WAIT], tags=["feed"])
    def get(self, request: Request) -> Response:
        """Every event once, in an order that never changes.

        `next_cursor` is null when nothing came: then ask again with the cursor you have. In the
        stream `house:CODE` stand its gaming days (`gaming_day.opened`, `gaming_day.ended`), every
        change of its reference data (`person.changed`, `tppps.changed`, `offering.changed`, …: the
        item with its versions), and its keys, codes and log-ins (`key.issued`, `key.revoked`,
        `codes.issued`, `login.issued`, `login.revoked`), which show no secret.
        """
        after, most = pagination.after(request), pagination.limit(request)
        seconds = min(pagination.number(request, "wait", default=0), MAX_WAIT_SECONDS)
        found = _found(key_of(request).house, after, most, seconds)
        return Response(EventPage(items=found, next_cursor=found[-1].cursor if found else None))


def _found(house: str, after: int, most: int, seconds: int) -> list[EventItem]:
    """What there is; else what comes within the time, if there is room to wait."""
    found = queries.feed(house, after=after, limit=most)
    if found or not seconds or not _waiting.acquire(blocking=False):
        return found
    try:
        end = monotonic() + seconds
        while not found and monotonic() < end:
            sleep(POLL_SECONDS)
            found = queries.feed(house, after=after, limit=most)
    finally:
        _waiting.release()
    return found
