"""Where a drill is played: a copy of the migrated database, or a server that it may break."""

from collections.abc import Iterator
from contextlib import contextmanager
from itertools import count
from pathlib import Path
from typing import Final

from django.core.management import call_command
from django.db import connection, connections
from django.test import override_settings

from cardroom.embedded import databases
from cardroom.embedded.server import SOCKET, Server
from cardroom.postgres.servers import embedded_server
from cardroom.up import static
from tests import harness
from tests.benchmarks.servers import OURS, Web, serving
from tests.cluster import home
from tests.drills.relay import Relay
from tests.faults.places import place

_NUMBERS: Final = count(1)


@contextmanager
def fresh() -> Iterator[None]:
    """A database of one's own in the test cluster, which others use too and nobody may kill."""
    server = Server(home() / "postgres")
    with harness.copied(server, harness.template(server)):
        yield


@contextmanager
def own_server(*settings: str) -> Iterator[Server]:
    """A server of one's own with a migrated database; it writes durably."""
    with place() as path, served_from(path, *settings) as server:
        yield server


@contextmanager
def served_from(path: Path, *settings: str) -> Iterator[Server]:
    """The same in a place that is there already."""
    (path / "postgres" / "local.conf").write_text("".join(f"{line}\n" for line in settings))
    server = Server(path / "postgres")
    server.ensure()
    name = f"drill_{next(_NUMBERS)}"
    databases.create(server, name)
    with override_settings(EMBEDDED_POSTGRES=server.home), _at(server), harness.pointing_to(name):
        call_command("migrate", database="owner", verbosity=0)
        yield server


@contextmanager
def _at(server: Server) -> Iterator[None]:
    """Let both aliases mean this server."""
    before = {alias: connections.settings[alias]["HOST"] for alias in connections}
    for alias in before:
        connections.settings[alias]["HOST"] = str(server.sockets)
    try:
        yield
    finally:
        for alias, old in before.items():
            connections.settings[alias]["HOST"] = old


def database() -> str:
    """The name of the present database."""
    return str(connection.settings_dict["NAME"])


def to_postgres() -> Relay:
    """A relay to the present server, for web servers that connect by TCP."""
    server = embedded_server()
    assert server
    return Relay(server.sockets / SOCKET)


@contextmanager
def web(relay: Relay, *, workers: int = 2) -> Iterator[Web]:
    """A web server on the present database, behind a relay."""
    static.collect()
    url = f"postgresql://cardroom_app@127.0.0.1:{relay.port}/{database()}"
    settings = {"DATABASE_URL": url, "WEB_WORKERS": str(workers), "LOG_LEVEL": "CRITICAL"}
    with serving(OURS, "cardroom.settings", **settings) as site:
        yield site
