"""Readiness: what must hold for this process to do its work, each said in a sentence."""

from datetime import datetime
from typing import Final, NamedTuple

from django.db import DEFAULT_DB_ALIAS, InterfaceError, OperationalError, connection, connections
from django.db.migrations.executor import MigrationExecutor
from msgspec import Struct

from cardroom.days import clockwork as days
from cardroom.due.queries import Waiting, waiting
from cardroom.log import feed
from cardroom.log.records import Lag
from cardroom.reports import schedule as reports
from cardroom.texts import counted

# Beat nudges every half minute; what waits four times as long has no worker.
LONGEST_WAIT_S: Final = 120


class Check(Struct, frozen=True, kw_only=True):
    """One thing that must hold."""

    name: str
    ok: bool
    detail: str


class Seen(NamedTuple):
    """What holds now, and what waits; None where that can't be asked."""

    checks: list[Check]
    lag: Lag | None = None
    due: Waiting | None = None


def look(now: datetime) -> Seen:
    """Each thing asked once; without a database there is nothing else to ask."""
    database = _database()
    if not database.ok:
        return Seen([database])
    migrations, lag = _migrations(), feed.lag()
    asked = [database, migrations, _feed(lag, now)]
    if not migrations.ok:
        return Seen(asked, lag)
    due = waiting(now, (*days.KINDS, *reports.KINDS))
    return Seen([*asked, _due(due, now)], lag, due)


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


def _feed(lag: Lag, now: datetime) -> Check:
    """A feed that lags is no fault: whoever reads it numbers what has committed."""
    if lag.since is None:
        return Check(name="feed", ok=True, detail="every event has its place in the feed")
    seconds = int((now - lag.since).total_seconds())
    events = counted(lag.events, "event")
    detail = f"{events} without a place in the feed yet, the first for {seconds} s"
    return Check(name="feed", ok=True, detail=detail)


def _due(due: Waiting, now: datetime) -> Check:
    """Workers may be alive and do nothing: what counts is how long work has waited for them.

    Behind a long report others wait, and nothing is wrong: somebody works through that queue.
    """
    failed = f"; given up: {due.failed}" if due.failed else ""
    if due.since is None:
        return Check(name="due", ok=True, detail=f"nothing that is due waits for a worker{failed}")
    seconds = int((now - due.since).total_seconds())
    what = counted(due.rows, "piece of work", "pieces of work")
    busy = "" if due.neglected_since else ", which is at work"
    detail = f"{what} waiting for a worker{busy}, the first for {seconds} s{failed}"
    neglected = (now - (due.neglected_since or now)).total_seconds()
    return Check(name="due", ok=neglected <= LONGEST_WAIT_S, detail=detail)
