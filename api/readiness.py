"""Readiness: what must hold for this process to do its work, each said in a sentence."""

from django.db import DEFAULT_DB_ALIAS, InterfaceError, OperationalError, connection, connections
from django.db.migrations.executor import MigrationExecutor
from msgspec import Struct

from cardroom import clock
from cardroom.log import feed


class Check(Struct, frozen=True, kw_only=True):
    """One thing that must hold."""

    name: str
    ok: bool
    detail: str


def checks() -> list[Check]:
    """What holds now; without a database there is nothing else to ask."""
    database = _database()
    return [database, _migrations(), _feed()] if database.ok else [database]


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
    detail = f"{lag.events} events wait for their place in the feed, the first for {seconds} s"
    return Check(name="feed", ok=True, detail=detail)
