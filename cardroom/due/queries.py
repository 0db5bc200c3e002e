"""What is waiting, and for how long: the sign of life of the workers."""

from datetime import datetime
from typing import Final

from django.db import connection
from msgspec import Struct

from cardroom.due.models import Row, Status

# A house without any row is one that no worker has looked at yet.
_WAITING: Final = """
SELECT count(*), min(since) FROM (
    SELECT available_at AS since FROM due_row WHERE status = 'pending' AND available_at <= %(now)s
    UNION ALL
    SELECT created_at FROM house_house h
    WHERE created_at <= %(now)s AND NOT EXISTS (SELECT FROM due_row WHERE house_id = h.code)
) waiting
"""
_FAILED: Final = "SELECT count(*) FROM due_row WHERE status = 'failed'"


class Waiting(Struct, frozen=True, kw_only=True):
    """How many pieces of work could be done now, since when the first; how many were given up."""

    rows: int
    since: datetime | None
    failed: int


def waiting(now: datetime) -> Waiting:
    """What nobody has taken although it may be taken, of all houses."""
    with connection.cursor() as cursor:
        cursor.execute(_WAITING, {"now": now})
        count, since = cursor.fetchone()
        cursor.execute(_FAILED)
        (failed,) = cursor.fetchone()
    return Waiting(rows=count, since=since, failed=failed)


def unfinished(house: str | None) -> list[Row]:
    """What isn't done, of one house or all: given up first, then by when it may be taken next."""
    found = Row.objects.exclude(status=Status.DONE)
    if house is not None:
        found = found.filter(house=house)
    return list(found.order_by("status", "available_at", "pk"))
