"""Verification as a process of its own: interrupted, killed, and several at once beside writers."""

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from django.db import connection

from cardroom.log import feed
from tests.cluster import home
from tests.concurrency.test_rebuild import being_played
from tests.forged import forge, position_of
from tests.played import OF_THE_HOUSE, Evening, an_evening
from tests.recorded import superuser

pytestmark = [
    pytest.mark.django_db(transaction=True, databases=["default", "owner"]),
    pytest.mark.slow,
]
ROOT = Path(__file__).parent.parent.parent
PATIENCE_S = 240
SOMEBODY_WAITS = b"""
SELECT FROM pg_locks JOIN pg_database d ON d.oid = database
WHERE d.datname = current_database() AND relation = 'log_feed'::regclass AND NOT granted
"""


def verify(*words: str) -> subprocess.Popen[str]:
    """`verify` as a process of its own on the test's database."""
    own = {
        "CARDROOM_DATA": str(home()),
        "CARDROOM_DATABASE": str(connection.settings_dict["NAME"]),
        "DATABASE_URL": "",
        "DJANGO_SETTINGS_MODULE": "cardroom.settings",
    }
    return subprocess.Popen(
        [sys.executable, ROOT / "manage.py", "verify", "--json", *words],
        env=os.environ | own,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


def ended(process: subprocess.Popen[str]) -> tuple[int, dict[str, Any]]:
    """How a run ended, and its document."""
    out, err = process.communicate(timeout=PATIENCE_S)
    assert err == ""
    document: dict[str, Any] = json.loads(out)
    return process.returncode, document


def read(document: dict[str, Any]) -> dict[str, tuple[int, int]]:
    """Behind which position each stream was read, and to which."""
    stretches = document["checked"]["range"]["streams"]
    return {one["stream"]: (one["after"], one["until"]) for one in stretches}


@contextmanager
def held_before_the_feed() -> Iterator[None]:
    """Whoever verifies meanwhile has gone through all streams, and waits for the feed."""
    with superuser() as raw, raw.transaction():
        raw.execute(b"LOCK TABLE log_feed IN ACCESS EXCLUSIVE MODE")
        yield


def wait_until_it_is_there() -> None:
    """Return when somebody waits for the feed."""
    until = time.monotonic() + PATIENCE_S
    with superuser() as raw:
        while not raw.execute(SOMEBODY_WAITS).fetchall():
            assert time.monotonic() < until, "nobody came to the feed"
            time.sleep(0.02)


def two_tables() -> Evening:
    """Two tables with two rounds each."""
    evening = an_evening(2)
    other = Evening("T02")
    other.open()
    other.play(2)
    feed.sequence()
    return evening


@pytest.mark.parametrize("how", [signal.SIGKILL, signal.SIGINT])
def test_a_run_that_is_killed_is_gone_on_with_once(how: signal.Signals) -> None:
    evening = two_tables()
    with held_before_the_feed():
        process = verify()
        wait_until_it_is_there()
        process.send_signal(how)
        _, said = process.communicate(timeout=PATIENCE_S)
    assert (process.returncode, said) in {
        (-signal.SIGKILL, ""),
        (130, "interrupted; the same command goes on from there\n"),
    }
    evening.play()
    code, document = ended(verify())
    assert (code, document["findings"]) == (0, [])
    assert document["checked"]["range"]["goes_on_from"] is not None
    assert document["checked"]["events"] == OF_THE_HOUSE + 82 + 82 + 37
    assert read(document) == {
        "table:T01": (82, 119),
        "table:T02": (82, 82),
        "house:CASES": (OF_THE_HOUSE, OF_THE_HOUSE),
        "feed": (0, OF_THE_HOUSE + 164),
    }
    code, document = ended(verify())
    assert (code, document["checked"]["range"]["goes_on_from"]) == (0, None)
    assert read(document) == {
        "table:T01": (0, 119),
        "table:T02": (0, 82),
        "house:CASES": (0, OF_THE_HOUSE),
        "feed": (0, OF_THE_HOUSE + 164),
    }


def test_what_was_forged_after_a_kill_where_nothing_was_read_yet_is_found() -> None:
    evening = two_tables()
    with held_before_the_feed():
        process = verify()
        wait_until_it_is_there()
        process.kill()
        process.communicate(timeout=PATIENCE_S)
    evening.play()
    feed.sequence()
    position = position_of("round.settled", number=3)
    forge(position, {"data.lines.3.paid_cents": 1})
    code, document = ended(verify())
    assert code == 1
    assert (document["findings"][0]["kind"], document["findings"][0]["position"]) == (
        "decision",
        position,
    )


def test_several_at_once_beside_writers_find_nothing() -> None:
    evening = two_tables()
    with being_played(evening) as failed:
        processes = [verify(*words) for words in ([], [], ["--since-checkpoint"])]
        outcomes = [ended(process) for process in processes]
    assert failed == []
    assert [(code, document["findings"]) for code, document in outcomes] == [(0, [])] * 3
    alone = [not document["checked"]["notes"] for _, document in outcomes]
    assert any(alone)
    assert ended(verify("--since-checkpoint"))[0] == 0
