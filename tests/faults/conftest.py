"""A server of one's own for a test that kills it."""

import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from cardroom.embedded.server import Server
from tests.faults.places import place, start
from tests.faults.running import UP, ready


@pytest.fixture(scope="session")
def made_once() -> Iterator[Path]:
    """A data directory that was made and never started again; tests copy it to save time."""
    with place() as path:
        server = Server(path / "postgres")
        server.ensure()
        server.stop()
        yield server.data


@pytest.fixture(scope="session")
def started_once(made_once: Path) -> Iterator[Path]:
    """Where an `up` ran once, which made the tables and collected the static files."""
    with place() as path:
        _copied(made_once, path)
        with ready(path, start(path, *UP)) as running:
            assert running.stop() == 0
        yield path


@pytest.fixture
def installation() -> Iterator[Path]:
    """An empty place for an installation."""
    with place() as path:
        yield path


@pytest.fixture
def server(installation: Path, made_once: Path) -> Server:
    """A server that has been made and isn't running."""
    return _copied(made_once, installation)


@pytest.fixture
def migrated(installation: Path, started_once: Path) -> Server:
    """A server that isn't running, in a place where an `up` ran before."""
    for static in started_once.glob("static*"):
        subprocess.run(["cp", "-a", static, installation], check=True)
    return _copied(started_once / "postgres" / "data", installation)


def _copied(data: Path, path: Path) -> Server:
    subprocess.run(["cp", "-a", data, path / "postgres"], check=True)
    return Server(path / "postgres")
