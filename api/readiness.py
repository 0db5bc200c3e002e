"""Readiness: what must hold for this process to do its work, each said in a sentence."""

from datetime import datetime
from typing import Final

from django.db import DEFAULT_DB_ALIAS, InterfaceError, OperationalError, connection, connections
from django.db.migrations.executor import MigrationExecutor
from msgspec import Struct

from cardroom import clock
from cardroom.days import clockwork as days
from cardroom.due.queries import Waiting, waiting
from cardroom.log import feed
from cardroom.reports import schedule as reports
from cardroom.texts import counted

# Beat nudges every half minute; what waits four times as long has no worker.
LONGEST_WAIT_S: Final = 120


class Check(Struct, frozen=True, kw_only=True):
    """One thing that must hold."""

    name: str
    ok: bool
    detail: str


def checks() -> list[Check]:
    """What holds now; without a database there is nothing else to ask."""
    database = _database()
    if not database.ok:
        return [database]
    migrations = _migrations()
    return [database, migrations, _feed(), *([_due()] if migrations.ok else [])]


def _database() -> Check:
    try:
        with connection.cursor() as cursor:
            cursor.execute("SELECT current_setting('server_version')")
            (version,) = cursor.fetchone()
    except (OperationalError, InterfaceError):
        return Check(name="database", ok=False, detail="the database doesn't answer")
    return Check(name="database", ok=True, detail=f"PostgreSQL {version} answers")


def _migrations() -> Check:
    executor = MigrationExecutor(connections[DEFAULT_DB_ALIAS])
    plan = executor.migration_plan(executor.loader.graph.leaf_nodes())
    names = ", ".join(str(migration) for migration, _ in plan)
    detail = f"not applied yet: {names}" if plan else "all migrations are applied"
    return Check(name="migrations", ok=not plan, detail=detail)


def _feed() -> Check:
    """A feed that lags is no fault: whoever reads it numbers what has committed."""
    lag = feed.lag()
    if lag.since is None:
        return Check(name="feed", ok=True, detail="every event has its place in the feed")
    seconds = int((clock.now() - lag.since).total_seconds())
    events = counted(lag.events, "event")
    detail = f"{events} without a place in the feed yet, the first for {seconds} s"
    return Check(name="feed", ok=True, detail=detail)


def due_now(now: datetime) -> Waiting:
    """What waits for a worker."""
    return waiting(now, (*days.KINDS, *reports.KINDS))


def _due() -> Check:
    """Workers may be alive and do nothing: what counts is how long work has waited for them.

    Behind a long report others wait, and nothing is wrong: somebody works through that queue.
    """
    now = clock.now()
    due = due_now(now)
    failed = f"; given up: {due.failed}" if due.failed else ""
    if due.since is None:
        return Check(name="due", ok=True, detail=f"nothing that is due waits for a worker{failed}")
    seconds = int((now - due.since).total_seconds())
    what = counted(due.rows, "piece of work", "pieces of work")
    busy = "" if due.neglected_since else ", which is at work"
    detail = f"{what} waiting for a worker{busy}, the first for {seconds} s{failed}"
    neglected = (now - (due.neglected_since or now)).total_seconds()
    return Check(name="due", ok=neglected <= LONGEST_WAIT_S, detail=detail)
