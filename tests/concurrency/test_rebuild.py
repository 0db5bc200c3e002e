"""Rebuilds and verification beside writers on other connections, and rebuilds that are killed."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import Event, Thread

import pytest
from django.db import connection, connections

from cardroom.errors import Conflict
from cardroom.log import store
from tables import projections, rebuild
from tables.models import RoundRow, TableRow
from tables.rounds.state import Round
from tables.verify import Counts, verify
from tests.cluster import home
from tests.played import HOUSE, STREAM, Evening, all_rows, an_evening, as_owner
from tests.recorded import at_once

pytestmark = pytest.mark.django_db(transaction=True, databases=["default", "owner"])
ROOT = Path(__file__).parent.parent.parent
PATIENCE_S = 120
A_REBUILD_WAITS = """
EXISTS (
    SELECT FROM pg_locks JOIN pg_database ON pg_database.oid = database
    WHERE datname = current_database() AND locktype = 'advisory'
    AND classid = 'tables_roundrow'::regclass
)
"""


@contextmanager
def being_played(evening: Evening) -> Iterator[list[BaseException]]:
    """Somebody plays on meanwhile, on a connection of his own; what failed him is given."""
    stop, failed = Event(), list[BaseException]()

    def play() -> None:
        try:
            while not stop.is_set():
                evening.play(1)
                evening.post(evening.fee(1))
        except BaseException as error:  # noqa: BLE001 - it's the result
            failed.append(error)
        finally:
            connections.close_all()

    player = Thread(target=play)
    player.start()
    try:
        yield failed
    finally:
        stop.set()
        player.join()


def test_rebuilding_while_somebody_plays_fails_no_batch_and_misses_no_event() -> None:
    evening = an_evening(20)
    rebuilt = 0
    with being_played(evening) as failed:
        while evening.rounds < 40 and not failed:
            rebuilt += len(list(rebuild.rebuild()))
    assert failed == []
    assert TableRow.objects.get().generation == rebuilt + 1
    assert set(RoundRow.objects.values_list("generation", flat=True)) == {rebuilt + 1}
    assert RoundRow.objects.count() == evening.rounds
    assert list(verify(Counts())) == []


def test_recording_waits_for_no_replay_and_is_caught_up_with(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    evening = an_evening(4)
    write = projections.write_rounds
    answers: list[object] = []

    def record_meanwhile(touched: Iterable[Round], *, stream_id: int, generation: int) -> None:
        write(touched, stream_id=stream_id, generation=generation)
        if len(answers) < 4:
            answers.extend(at_once(lambda: evening.post(evening.fee(1)).recorded))

    monkeypatch.setattr(rebuild, "_ROUNDS_AT_ONCE", 1)
    monkeypatch.setattr(projections, "write_rounds", record_meanwhile)
    list(rebuild.rebuild())
    assert answers == [1, 1, 1, 1]
    assert RoundRow.objects.get(number=1, generation=2).collected_cents == 1_100
    assert list(verify(Counts())) == []


def test_verifying_while_somebody_plays_and_rebuilds_finds_nothing() -> None:
    evening = an_evening(20)
    with being_played(evening) as failed:
        alone = list(verify(Counts()))
        together = at_once(lambda: list(verify(Counts())), lambda: len([*rebuild.rebuild()]))
    assert failed == []
    assert (alone, together) == ([], [[], 1])


def test_a_table_is_rebuilt_by_one_at_a_time() -> None:
    an_evening(2)
    with store.recording():
        store.lock(HOUSE, STREAM)
        waiting = Thread(target=at_once, args=[lambda: list(rebuild.rebuild())])
        waiting.start()
        wait_for(A_REBUILD_WAITS)
        (refusal,) = at_once(lambda: list(rebuild.rebuild()))
    waiting.join()
    assert isinstance(refusal, Conflict)
    assert str(refusal) == "CASES table:T01 is being rebuilt already"
    assert [one.rounds for one in rebuild.rebuild()] == [2]


def wait_for(what: str) -> None:
    """Wait until it is so, as another connection sees it."""
    until = time.monotonic() + PATIENCE_S
    while not as_owner(f"SELECT 1 WHERE {what}"):
        assert time.monotonic() < until, f"never: {what}"
        time.sleep(0.02)


def a_rebuild() -> subprocess.Popen[str]:
    """`rebuild` as a process of its own on the test's database."""
    own = {
        "CARDROOM_DATA": str(home()),
        "CARDROOM_DATABASE": str(connection.settings_dict["NAME"]),
        "DATABASE_URL": "",
        "DJANGO_SETTINGS_MODULE": "cardroom.settings",
    }
    return subprocess.Popen(
        [sys.executable, ROOT / "manage.py", "rebuild"],
        env=os.environ | own,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )


def test_a_rebuild_that_is_killed_leaves_the_old_rows_and_the_next_one_removes_its_own() -> None:
    evening = an_evening(0)
    evening.play(10, at_once=25)
    before = all_rows()
    with store.recording():
        store.lock(HOUSE, STREAM)
        process = a_rebuild()
        wait_for("(SELECT count(*) FROM tables_roundrow WHERE generation = 2) >= 200")
        process.send_signal(signal.SIGKILL)
        process.communicate()
    assert process.returncode == -signal.SIGKILL
    assert TableRow.objects.get().generation == 1
    assert RoundRow.objects.filter(generation=2).count() == 200
    assert all_rows()[:2] == before[:2]
    assert list(verify(Counts())) == []
    evening.play(1)
    assert [one.rounds for one in rebuild.rebuild()] == [251]
    assert set(RoundRow.objects.values_list("generation", flat=True)) == {2}
    assert list(verify(Counts())) == []
