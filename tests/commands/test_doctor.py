"""`doctor`: each thing that is wrong or weak, and silence where nothing is."""

from collections import namedtuple
from datetime import timedelta
from pathlib import Path

import pytest
from django.db import connection, connections
from pytest_django import Settings

from cardroom import clock
from cardroom.days import clockwork as days
from cardroom.doctor import database, examine
from cardroom.due import rows as due
from cardroom.house import keys
from cardroom.log import checkpoints, signing
from cardroom.management.entry import run
from tests.commands.test_verify import Captured, typed
from tests.played import HOUSE, an_evening, as_owner, load_the_house

pytestmark = pytest.mark.django_db(transaction=True, databases=["default", "owner"])

Usage = namedtuple("Usage", "total used free")  # noqa: PYI024 - as shutil has it


@pytest.fixture(autouse=True)
def _sound(settings: Settings, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """An installation's data of its own, on a machine where nothing else is weak."""
    settings.CARDROOM_DATA = tmp_path
    settings.ALLOWED_HOSTS = ["localhost", "127.0.0.1", "[::1]"]
    monkeypatch.setattr(database, "_DURABLE", ())  # the tests' cluster may lose what it holds
    monkeypatch.setattr(database, "why_roles_are_not_separated", lambda: None)


def _house() -> None:
    load_the_house()
    keys.issue(name="pit", scope="tables", house=HOUSE, tables=["T01"], now=clock.now())
    _signed()


def _signed() -> None:
    """Nothing waits, and the house's events are signed for."""
    days.begin(clock.now())
    checkpoints.make(HOUSE, key=signing.signer(), now=clock.now())


def _said() -> list[str]:
    return [str(sign) for sign in examine()]


def test_where_nothing_is_wrong_it_says_so(capsys: Captured) -> None:
    _house()
    assert typed(capsys, "doctor") == (0, "nothing is wrong or weak\n", "")


def test_an_empty_installation_has_no_house(capsys: Captured) -> None:
    said = "weak: there is no house; load one with `manage.py load_house FILE.toml`\n"
    assert typed(capsys, "doctor") == (1, said, "")


def test_settings_that_let_strangers_see_and_listen(settings: Settings) -> None:
    _house()
    settings.DEBUG = True
    settings.ALLOWED_HOSTS = ["localhost", "cage.example"]
    debug, clear = _said()
    assert debug.startswith("wrong: DEBUG is on")
    assert clear.startswith("weak: cage.example may be asked for without TLS")
    settings.HTTPS = True
    assert len(_said()) == 1


def test_a_secret_that_others_may_read(tmp_path: Path) -> None:
    _house()
    secret = tmp_path / "secret_key"
    secret.write_text("s")
    secret.chmod(0o644)
    assert _said() == [f"wrong: others may read {secret}; chmod 600 {secret}"]
    secret.chmod(0o600)
    assert _said() == []


@pytest.mark.parametrize(("free_bytes", "grade"), [(2**30, "weak"), (2**20, "wrong")])
def test_a_disk_that_fills(monkeypatch: pytest.MonkeyPatch, free_bytes: int, grade: str) -> None:
    _house()
    monkeypatch.setattr("shutil.disk_usage", lambda _: Usage(2**40, 0, free_bytes))
    (said,) = _said()
    assert said.startswith(f"{grade}: {free_bytes // 2**20} MiB are left")


def test_settings_that_lose_what_was_confirmed(monkeypatch: pytest.MonkeyPatch) -> None:
    _house()
    monkeypatch.setattr(database, "_DURABLE", ("fsync", "synchronous_commit"))
    monkeypatch.setattr(database, "OLDEST_VERSION", 99)
    fsync, commit, version = _said()
    assert fsync.startswith("wrong: PostgreSQL runs with fsync = off")
    assert commit.startswith("wrong: PostgreSQL runs with synchronous_commit = off")
    assert version.startswith("wrong: PostgreSQL 18 is older than 99")


def test_roles_that_are_one(monkeypatch: pytest.MonkeyPatch) -> None:
    _house()
    monkeypatch.setattr(database, "why_roles_are_not_separated", lambda: "one role has both")
    (said,) = _said()
    assert said.startswith("weak: roles: not separated: one role has both; ")


def test_clocks_that_disagree(monkeypatch: pytest.MonkeyPatch) -> None:
    _house()
    ahead = clock.now() + timedelta(minutes=1)
    monkeypatch.setattr(clock, "now", lambda: ahead)
    assert any("the database's are 6" in said or "are 59 s" in said for said in _said())


def test_a_guard_that_somebody_took_away() -> None:
    _house()
    as_owner("ALTER TABLE log_event DISABLE TRIGGER ALL")
    said = _said()
    assert said
    assert all(one.startswith("wrong: the protection of the record") for one in said)


def test_events_that_nobody_signed_for_lately(capsys: Captured) -> None:
    an_evening(1)
    keys.issue(name="pit", scope="tables", house=HOUSE, tables=["T01"], now=clock.now())
    days.begin(clock.now())
    (never,) = _said()
    assert never.startswith(f"weak: no checkpoint of house {HOUSE} was ever signed; ")
    assert typed(capsys, "checkpoint")[0] == 0
    assert _said() == []


def test_work_that_nobody_does_or_that_was_given_up() -> None:
    _house()
    now = clock.now()
    due.plan("sweep", HOUSE, now.date(), now=now - timedelta(hours=1), purpose="old")
    (waiting,) = (said for said in _said() if "no worker" in said)
    assert waiting.startswith("wrong: no worker does what is due: ")
    taken = due.take(["sweep"], [timedelta(minutes=1)], house=HOUSE, now=now)
    assert taken
    due.missed(taken["id"], taken["fence"], "OSError: no room", again_at=now, is_last=True)
    (failed,) = (said for said in _said() if "given up" in said)
    assert (
        f"{HOUSE} {now.date()} sweep old was given up after 1 attempts: OSError: no room" in failed
    )


def test_keys_that_are_missing_or_end() -> None:
    load_the_house()
    _signed()
    (none,) = _said()
    assert none.startswith(f"wrong: no table of house {HOUSE} has a key that is valid; ")
    soon = clock.now() + timedelta(days=3)
    keys.issue(
        name="pit", scope="tables", house=HOUSE, tables=["T01"], now=clock.now(), expires_at=soon
    )
    (ends,) = _said()
    assert ends.startswith(f"weak: the key pit of house {HOUSE} ends at {soon:%Y-%m-%d}")


def test_a_database_that_does_not_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    _house()
    connection.close()
    monkeypatch.setitem(connections.settings["default"], "NAME", "nowhere")
    connection.settings_dict["NAME"] = "nowhere"
    (said,) = _said()
    assert said.startswith("wrong: the database doesn't answer: ")
    assert "nowhere" in said


def test_migrations_that_are_not_applied() -> None:
    as_owner("DELETE FROM django_migrations WHERE app = 'reports' AND name ~ '^0002'")
    (said,) = _said()
    assert said == "wrong: 1 migration not applied yet; run `manage.py migrate`"


def test_a_command_that_is_not_there_names_the_nearest(capsys: Captured) -> None:
    assert run(["manage.py", "doktor"]) == 2
    assert capsys.readouterr() == ("", "there is no command 'doktor'; do you mean doctor\n")
    assert run(["manage.py", "qqq"]) == 2
    assert capsys.readouterr().err == "there is no command 'qqq'; `manage.py help` lists all\n"
