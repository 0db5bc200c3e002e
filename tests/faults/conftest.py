"""A server of one's own for a test that kills it."""

import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from cardroom.embedded.server import Server
from tests.faults.places import place


@pytest.fixture(scope="session")
def made_once() -> Iterator[Path]:
    """A data directory that was made and never started again; tests copy it to save time."""
    with place() as path:
        server = Server(path / "postgres")
        server.ensure()
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
    subprocess.run(["cp", "-a", made_once, installation / "postgres"], check=True)
    return Server(installation / "postgres")
