"""Whoever stops while he holds a report's lock loses it, also before his transaction begins."""

import time

import pytest
from django.db import connection

from cardroom.reports import periods, store
from cardroom.reports.kinds import FEES

pytestmark = pytest.mark.django_db(transaction=True)

DAY = periods.day("2026-11-28")


def _timeout() -> str:
    with connection.cursor() as cursor:
        cursor.execute("SHOW idle_session_timeout")
        (said,) = cursor.fetchone()
    return str(said)


def _holders() -> int:
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT count(*) FROM pg_locks l JOIN pg_database d ON d.oid = l.database"
            " WHERE locktype = 'advisory' AND d.datname = current_database()"
        )
        (found,) = cursor.fetchone()
    return int(found)


def test_a_session_that_holds_the_lock_may_be_idle_for_two_minutes_and_no_other() -> None:
    before = _timeout()
    with store.one_at_a_time("A", FEES, DAY):
        assert (_timeout(), _holders()) == ("2min", 1)
    assert (_timeout(), _holders()) == (before, 0)


def test_the_server_ends_the_session_of_whoever_stops_with_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(store, "_STOPPED", "SET idle_session_timeout = '200ms'")
    with store.one_at_a_time("A", FEES, DAY):
        time.sleep(0.6)
        assert not connection.is_usable()
    connection.close()
    assert _holders() == 0
