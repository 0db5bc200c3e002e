"""How a test gets a database: a copy of a migrated template, never the installation's own.

`@pytest.mark.django_db`: rolled back when the test ends, in a copy that the run shares.
`@pytest.mark.django_db(transaction=True)`: a copy of its own; it commits for real, threads may
connect (and close what they opened: a copy that is still in use cannot be dropped).
Both aliases, `default` and `owner`, point to the same copy; name `databases` to use `owner`.
"""

import fcntl
import hashlib
import inspect
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import count
from typing import Final

import pytest
from django.core.management import call_command
from django.db import connections
from django.db.migrations.loader import MigrationLoader
from pytest_django import DjangoDbBlocker

from cardroom.embedded import databases
from cardroom.embedded.server import Server
from tests import cluster

_NUMBERS: Final = count(1)


@pytest.fixture(scope="session")
def database_server() -> Iterator[Server]:
    """The test cluster's server."""
    with cluster.running(template_name()) as server:
        yield server


@pytest.fixture(scope="session")
def template_database(database_server: Server, django_db_blocker: DjangoDbBlocker) -> str:
    """A migrated database that copies are made of."""
    with django_db_blocker.unblock():
        return template(database_server)


def template(server: Server) -> str:
    """The name of a migrated database; made once for each state of the migrations."""
    name = template_name()
    with (cluster.home() / "template").open("a") as turn:
        fcntl.flock(turn, fcntl.LOCK_EX)
        if not databases.exists(server, name):
            _migrate(server, name)
    return name


@pytest.fixture(scope="session")
def django_db_setup(
    database_server: Server,
    template_database: str,
    django_test_environment: None,  # noqa: ARG001 - Django's own preparations come first
) -> Iterator[None]:
    """The copy that tests share which are rolled back; replaces pytest-django's own fixture."""
    with copied(database_server, template_database):
        yield


@pytest.fixture
def own_database(
    database_server: Server,
    template_database: str,
    django_db_setup: None,  # noqa: ARG001 - the shared copy is restored afterwards
) -> Iterator[None]:
    """A copy for one test that commits; asked for by the mark, see `conftest.py`."""
    with copied(database_server, template_database):
        yield


@contextmanager
def copied(server: Server, template: str) -> Iterator[None]:
    """Point both aliases to a new copy of the template, and drop it afterwards."""
    name = f"test_{os.getpid()}_{next(_NUMBERS)}"
    databases.create(server, name, template=template)
    try:
        with pointing_to(name):
            yield
    finally:
        databases.drop(server, name)


@contextmanager
def pointing_to(name: str) -> Iterator[None]:
    """Let both aliases mean this database for a while."""
    connections.close_all()
    before = {alias: connections.settings[alias]["NAME"] for alias in connections}
    for alias in before:
        connections.settings[alias]["NAME"] = name
    try:
        yield
    finally:
        connections.close_all()
        for alias, old in before.items():
            connections.settings[alias]["NAME"] = old


def _migrate(server: Server, name: str) -> None:
    """Make the template under another name, so that a kill leaves no half of one."""
    draft = f"test_draft_{os.getpid()}"
    databases.create(server, draft)
    with pointing_to(draft):
        call_command("migrate", database="owner", verbosity=0)
    with databases.superuser(server) as connection:
        connection.execute(f"ALTER DATABASE {draft} RENAME TO {name}".encode())


def template_name() -> str:
    """The template's name: a digest of all migrations."""
    migrations = MigrationLoader(None).disk_migrations
    digest = hashlib.sha256()
    for key in sorted(migrations):
        source = inspect.getsource(sys.modules[type(migrations[key]).__module__])
        digest.update(f"{key}{len(source)}{source}".encode())
    return cluster.TEMPLATE + digest.hexdigest()[:16]
