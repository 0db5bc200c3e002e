"""Databases of the embedded server beside its first one, made and dropped as its superuser."""

import psycopg

from cardroom.embedded import cluster
from cardroom.embedded.account import connecting
from cardroom.embedded.config import OWNER, SUPERUSER
from cardroom.embedded.server import Server


def superuser(
    server: Server, database: str = "postgres"
) -> "psycopg.Connection[tuple[object, ...]]":
    """A connection that commits each statement by itself."""
    with connecting(server.owner_uid()):
        return psycopg.connect(
            host=str(server.sockets), user=SUPERUSER, dbname=database, autocommit=True
        )


def exists(server: Server, database: str) -> bool:
    """Whether the server has this database."""
    with superuser(server) as connection:
        found = connection.execute("SELECT 1 FROM pg_database WHERE datname = %s", [database])
        return found.fetchone() is not None


def create(server: Server, database: str, *, template: str = "template1") -> None:
    """Make a database of the owner's role, empty or as a copy of another."""
    made = f"CREATE DATABASE {database} OWNER {OWNER} TEMPLATE {template} STRATEGY FILE_COPY"
    with superuser(server) as connection:
        for statement in [made, *cluster.grants(database)]:
            connection.execute(statement.encode())


def drop(server: Server, database: str) -> None:
    """Drop a database that nobody is connected to any more."""
    with superuser(server) as connection:
        connection.execute(f"DROP DATABASE IF EXISTS {database}".encode())
