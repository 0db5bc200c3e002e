"""The rows in SQL: planned once, taken by one at a time, done by whoever still holds them."""

from collections.abc import Sequence
from datetime import date, datetime
from typing import Any, Final

from django.db import connection
from django.db.transaction import TransactionManagementError

# Between two statements of a stopped worker the server gives up its transaction for it.
_STALLED: Final = "SET LOCAL idle_in_transaction_session_timeout = '30s'"

_PLAN: Final = """
INSERT INTO due_row (house_id, kind, gaming_day, purpose, due_at, available_at,
    status, attempts, fence, error)
VALUES (%(house)s, %(kind)s, %(gaming_day)s, %(purpose)s, %(due_at)s,
    greatest(%(due_at)s, %(now)s), 'pending', 0, 0, '')
ON CONFLICT (house_id, kind, gaming_day, purpose) DO NOTHING
"""

# A lease ends by time, or at once when the session that took it has ended: after `kill -9` the
# next one needn't wait. Rows that another one is just taking or finishing are passed over.
_TAKE: Final = """
UPDATE due_row SET attempts = attempts + 1, fence = fence + 1,
    available_at = %(now)s + (%(leases)s::interval[])[array_position(%(kinds)s::text[], kind)],
    session_pid = pg_backend_pid(),
    session_since = (SELECT backend_start FROM pg_stat_activity WHERE pid = pg_backend_pid())
WHERE id = (
    SELECT id FROM due_row r
    WHERE status = 'pending' AND due_at <= %(now)s AND kind = ANY(%(kinds)s::text[])
        AND house_id = coalesce(%(house)s, house_id)
        AND (available_at <= %(now)s OR session_pid IS NOT NULL AND NOT EXISTS (
            SELECT FROM pg_stat_activity WHERE pid = session_pid AND backend_start = session_since
        ))
    ORDER BY due_at, id LIMIT 1 FOR UPDATE SKIP LOCKED
)
RETURNING id, kind, house_id AS house, gaming_day, purpose, due_at, attempts, fence
"""

_DONE: Final = """
UPDATE due_row SET status = 'done', done_at = %(now)s, error = '', session_pid = NULL,
    session_since = NULL
WHERE id = %(id)s AND fence = %(fence)s AND status = 'pending'
"""

_MISSED: Final = """
UPDATE due_row SET status = %(status)s, available_at = %(available_at)s, error = %(error)s,
    session_pid = NULL, session_since = NULL
WHERE id = %(id)s AND fence = %(fence)s AND status = 'pending'
"""

_AGAIN: Final = """
UPDATE due_row SET status = 'pending', attempts = 0, available_at = %(now)s
WHERE status = 'failed' AND house_id = coalesce(%(house)s, house_id) AND id = coalesce(%(row)s, id)
"""


class Overtaken(Exception):
    """Somebody else has taken the row since; what was about to be kept must not be."""


def plan(
    kind: str,
    house: str,
    gaming_day: date,
    *,
    now: datetime,
    due_at: datetime | None = None,
    purpose: str = "",
) -> bool:
    """Have this piece of work done once it falls due, at once by default.

    Answers whether it wasn't planned before. What is planned late waits only from `now` on.
    """
    planned = {"kind": kind, "house": house, "gaming_day": gaming_day, "purpose": purpose}
    return bool(_execute(_PLAN, planned | {"due_at": due_at or now, "now": now}))


def take(
    kinds: Sequence[str], leases: Sequence[Any], *, house: str | None, now: datetime
) -> dict[str, Any] | None:
    """Take the row of these kinds that has waited longest, by column; None when nothing is due."""
    wanted = {"kinds": list(kinds), "leases": list(leases), "house": house, "now": now}
    with connection.cursor() as cursor:
        cursor.execute(_TAKE, wanted)
        found = cursor.fetchone()
        return found and {
            column.name: value for column, value in zip(cursor.description, found, strict=True)
        }


def done(row: int, fence: int, now: datetime) -> None:
    """Mark a row done, inside the transaction of its effect. Raises Overtaken."""
    if not connection.in_atomic_block:
        raise TransactionManagementError("a row is done inside the transaction of its effect")
    _execute(_STALLED, {})
    if not _execute(_DONE, {"id": row, "fence": fence, "now": now}):
        raise Overtaken


def missed(row: int, fence: int, error: str, *, again_at: datetime, is_last: bool) -> None:
    """Say why an attempt did nothing, and when the next one may be; none after the last."""
    status = "failed" if is_last else "pending"
    said = {"status": status, "available_at": again_at, "error": error}
    _execute(_MISSED, {"id": row, "fence": fence} | said)


def again(house: str | None, now: datetime, *, row: int | None = None) -> int:
    """Let rows that were given up be tried again, all or one; how many."""
    return _execute(_AGAIN, {"house": house, "row": row, "now": now})


def _execute(statement: str, values: dict[str, Any]) -> int:
    """Execute, and answer how many rows it touched."""
    with connection.cursor() as cursor:
        cursor.execute(statement, values or None)
        return int(cursor.rowcount)
