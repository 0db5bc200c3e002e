"""A server of one's own for a test that kills it."""

import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from cardroom.embedded.server import Server
from tests.faults.places import place, start


@pytest.fixture(scope="session")
def made_once() -> Iterator[Path]:
    """A data directory that was made and never started again; tests copy it to save time."""
    with place() as path:
        server = Server(path / "postgres")
        server.ensure()
        server.stop()
        yield server.data


@pytest.fixture(scope="session")
def migrated_once(made_once: Path) -> Iterator[Path]:
    """The same with all tables, as an `up` finds it that isn't the first one."""
    with place() as path:
        server = _copied(made_once, path)
        process = start(path, "manage.py", "migrate", "--verbosity", "0")
        _, complaints = process.communicate(timeout=120)
        assert process.returncode == 0, complaints
        server.stop()
        yield server.data


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
def migrated(installation: Path, migrated_once: Path) -> Server:
    """A server that has been made, has its tables and isn't running."""
    return _copied(migrated_once, installation)


def _copied(data: Path, path: Path) -> Server:
    subprocess.run(["cp", "-a", data, path / "postgres"], check=True)
    return Server(path / "postgres")
