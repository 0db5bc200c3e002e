"""Mistakes and failures at the command line: one line for a person, and the right exit code."""

from pathlib import Path

import pytest

from cardroom.embedded.server import Server
from tests.architecture.tree import ROOT
from tests.faults.places import start

pytestmark = pytest.mark.slow

HOUSE = str(ROOT / "tests" / "cases" / "house.toml")
NOBODY_THERE = "postgresql://somebody:secret@127.0.0.1:1/cardroom"


@pytest.mark.parametrize(
    ("arguments", "extra", "code", "line"),
    [
        (("check", "--nonsense"), {}, 2, "unrecognized arguments: --nonsense"),
        (("up", "--port", "x"), {}, 2, "argument --port: invalid int value: 'x'"),
        (("up", "--port", "70000"), {}, 2, "--port: 70000 isn't between 0 and 65535"),
        (("check",), {"DEBUG": "x"}, 2, 'Environment variable "DEBUG" invalid: Not a valid bool'),
        (("check",), {"DATABASE_URL": "x"}, 1, "DATABASE_URL isn't a URL that can be read"),
        (("check",), {"DATABASE_URL": "mysql://x"}, 1, "DATABASE_URL must begin with postgresql"),
        (("migrate",), {"DATABASE_URL": NOBODY_THERE}, 1, "connection failed: connection to"),
        (("up", "--host", "x.invalid"), {}, 1, "cannot listen on http://x.invalid:8000: unknown"),
    ],
)
def test_a_mistake_is_one_line(
    installation: Path, arguments: tuple[str, ...], extra: dict[str, str], code: int, line: str
) -> None:
    said, complaint, returned = _run(installation, *arguments, extra=extra)
    assert (returned, said) == (code, "")
    assert complaint.startswith(line)
    assert complaint.count("\n") == 1
    assert "secret" not in complaint


def test_a_database_without_tables_is_said_to_want_migrations(server: Server) -> None:
    _, complaint, returned = _run(server.home.parent, "load_house", HOUSE)
    assert returned == 1
    assert complaint == "the database isn't migrated: run `manage.py migrate` or `up`\n"


def test_a_command_starts_the_database_and_leaves_it_running(server: Server) -> None:
    _, complaint, returned = _run(server.home.parent, "migrate", "--verbosity", "0")
    assert (returned, complaint) == (0, "")
    assert server.ready()
    assert _run(server.home.parent, "load_house", HOUSE)[2] == 0


def test_findings_of_the_system_check_are_all_shown(installation: Path) -> None:
    _, complaint, returned = _run(
        installation, "check", "--deploy", "--fail-level", "WARNING", extra={"DEBUG": "1"}
    )
    assert returned == 1
    assert "security.W004" in complaint
    assert "security.W018" in complaint


def _run(path: Path, *arguments: str, extra: dict[str, str] | None = None) -> tuple[str, str, int]:
    """Run a command to its end: what it said, what it complained about, its exit code."""
    process = start(path, "manage.py", *arguments, extra=extra)
    said, complaint = process.communicate(timeout=60)
    return said, complaint, process.returncode
