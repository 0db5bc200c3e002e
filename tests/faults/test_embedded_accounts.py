"""As whom the embedded server runs, and who can then connect as whom."""

from pathlib import Path

import psycopg
import pytest

from cardroom.embedded.errors import EmbeddedError
from cardroom.embedded.server import Server
from tests.faults.people import (
    as_plain_user,
    hand_over,
    needs_reach,
    needs_root,
    needs_unshare,
    plain_user,
)
from tests.faults.places import ENSURE, PATIENCE_S, postmaster

pytestmark = pytest.mark.slow

WHY = """
import django
django.setup()
from cardroom.postgres.servers import why_roles_are_not_separated
print(why_roles_are_not_separated())
"""


def _who_am_i(server: Server, role: str) -> str:
    """Connect as this role, and ask who that is."""
    with psycopg.connect(host=str(server.sockets), user=role, dbname="cardroom") as connection:
        row = connection.execute("SELECT current_user").fetchone()
        return str(row and row[0])


def _mode(path: Path) -> int:
    """The permissions of a directory."""
    return path.stat().st_mode & 0o777


@needs_root
@needs_reach
def test_for_root_it_runs_as_a_service_user_and_the_roles_are_two(server: Server) -> None:
    server.ensure()
    assert postmaster(server).username() != "root"
    assert _who_am_i(server, "cardroom_app") == "cardroom_app"
    for role in ("cardroom_owner", "postgres"):
        with pytest.raises(psycopg.OperationalError, match="Peer authentication failed"):
            _who_am_i(server, role)


@needs_root
@needs_unshare("--user")
def test_for_root_in_a_private_directory_it_runs_in_a_namespace(installation: Path) -> None:
    installation.chmod(0o700)
    server = Server(installation / "postgres")
    server.ensure()
    assert _who_am_i(server, "cardroom_app") == "cardroom_app"
    assert server.owner_uid() is None
    assert _who_am_i(server, "cardroom_owner") == "cardroom_owner"
    assert _mode(installation) == 0o700


@needs_root
@needs_reach
def test_a_service_user_locked_out_of_its_data_gets_a_sentence(
    server: Server, installation: Path
) -> None:
    installation.chmod(0o700)
    with pytest.raises(EmbeddedError, match="move the environment and CARDROOM_DATA out of a 0700"):
        server.ensure()
    assert _mode(installation) == 0o700


def test_for_a_plain_user_it_runs_as_that_user_and_says_that_roles_are_one(
    installation: Path,
) -> None:
    hand_over(installation)
    starter = as_plain_user(installation, "-c", ENSURE, str(installation / "postgres"))
    assert starter.communicate(timeout=PATIENCE_S) == ("True\n", "")
    assert postmaster(Server(installation / "postgres")).username() == plain_user().pw_name
    asked = as_plain_user(installation, "-c", WHY)
    said, complaints = asked.communicate(timeout=PATIENCE_S)
    assert said == "the embedded PostgreSQL runs as the application's own user\n", complaints


@needs_root
def test_root_runs_a_plain_users_data_as_that_user(installation: Path) -> None:
    hand_over(installation)
    server = Server(installation / "postgres")
    as_plain_user(installation, "-c", ENSURE, str(server.home)).communicate(timeout=PATIENCE_S)
    server.stop()
    assert server.ensure()
    assert postmaster(server).username() == plain_user().pw_name
    assert _who_am_i(server, "cardroom_app") == "cardroom_app"


@needs_root
@needs_reach
def test_a_plain_user_is_told_whose_data_it_is(server: Server) -> None:
    server.home.chmod(0o777)
    starter = as_plain_user(server.home.parent, "-c", ENSURE, str(server.home))
    _, complaints = starter.communicate(timeout=PATIENCE_S)
    assert "belongs to another user: run as its owner or as root" in complaints
