"""What is waiting, and for how long: the sign of life of the workers."""

from collections.abc import Iterable
from datetime import datetime
from typing import Any, Final

from django.db import connection
from msgspec import Struct

from cardroom.due.kinds import FAST, Kind
from cardroom.due.models import Row, Status

# A house without any row is one that no worker has looked at yet. Kinds that a queue doesn't know
# wait in one of their own. Whoever holds a row within its lease works through its queue.
_WAITING: Final = """
WITH pending AS (
    SELECT coalesce(q.queue, r.kind) AS queue, r.available_at AS since, r.session_pid,
        r.session_since
    FROM due_row r
    LEFT JOIN unnest(%(kinds)s::text[], %(queues)s::text[]) q(kind, queue) ON q.kind = r.kind
    WHERE r.status = 'pending'
    UNION ALL
    SELECT %(fast)s, created_at, NULL, NULL FROM house_house h
    WHERE NOT EXISTS (SELECT FROM due_row WHERE house_id = h.code)
), busy AS (
    SELECT DISTINCT queue FROM pending WHERE since > %(now)s AND EXISTS (
        SELECT FROM pg_stat_activity WHERE pid = session_pid AND backend_start = session_since
    )
)
SELECT count(*), min(since), min(since) FILTER (WHERE queue NOT IN (SELECT queue FROM busy))
FROM pending WHERE since <= %(now)s
"""
_FAILED: Final = "SELECT count(*) FROM due_row WHERE status = 'failed'"


class Waiting(Struct, frozen=True, kw_only=True):
    """How many pieces of work could be done now, since when the first; how many were given up.

    `neglected_since` leaves out the queues that somebody is working through.
    """

    rows: int
    since: datetime | None
    neglected_since: datetime | None
    failed: int


def waiting(now: datetime, kinds: Iterable[Kind]) -> Waiting:
    """What nobody has taken although it may be taken, of all houses."""
    queues = {kind.name: kind.queue for kind in kinds}
    asked: dict[str, Any] = {
        "now": now,
        "kinds": [*queues],
        "queues": [*queues.values()],
        "fast": FAST,
    }
    with connection.cursor() as cursor:
        cursor.execute(_WAITING, asked)
        count, since, neglected_since = cursor.fetchone()
        cursor.execute(_FAILED)
        (failed,) = cursor.fetchone()
    return Waiting(rows=count, since=since, neglected_since=neglected_since, failed=failed)


def unfinished(house: str | None) -> list[Row]:
    """What isn't done, of one house or all: given up first, then by when it may be taken next."""
    found = Row.objects.exclude(status=Status.DONE)
    if house is not None:
        found = found.filter(house=house)
    return list(found.order_by("status", "available_at", "pk"))
