"""Mistakes and failures at the command line: one line for a person, and the right exit code."""

import subprocess
import sys
from pathlib import Path

import pytest

from cardroom.embedded.served import serving
from cardroom.embedded.server import Server
from tests.architecture.tree import ROOT
from tests.faults.places import PATIENCE_S, start

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


def test_a_mistyped_place_is_said_to_be_empty_and_stays_so(installation: Path) -> None:
    for command in (("verify",), ("load_house", HOUSE), ("list_keys",)):
        said, complaint, returned = _run(installation, *command)
        assert (returned, said) == (1, "")
        assert complaint == (
            f"nothing is installed in {installation}: `manage.py up` does that there, or"
            " CARDROOM_DATA names another place\n"
        )
    assert not (installation / "postgres" / "data").exists()
    assert _run(installation, "stop") == ("nothing was running\n", "", 0)


def test_a_database_that_a_command_left_running_is_stopped(server: Server) -> None:
    place = server.home.parent
    _run(place, "migrate", "--verbosity", "0")
    with serving(place, "cardroom"):
        complaint = f"`up` runs on {place}; Ctrl-C there stops it all\n"
        assert _run(place, "stop") == ("", complaint, 2)
    assert server.ready()
    assert _run(place, "stop") == ("stopped\n", "", 0)
    assert not server.ready()
    complaint = "DATABASE_URL names a server that isn't ours to stop\n"
    assert _run(place, "stop", extra={"DATABASE_URL": NOBODY_THERE}) == ("", complaint, 2)


def test_a_python_without_the_environment_is_named() -> None:
    command = [sys.executable, "-S", str(ROOT / "manage.py"), "verify"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == f"{sys.executable} has no django: use the environment's Python\n"


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
    said, complaint = process.communicate(timeout=PATIENCE_S)
    return said, complaint, process.returncode
