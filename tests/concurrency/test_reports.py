"""Reports asked for at once: on the same events there is one, and a later one is never older."""

from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

import pytest
from django.db import connections

from cardroom import clock
from cardroom.reports import periods, store
from cardroom.reports.kinds import FEES
from cardroom.reports.models import Report
from tests.played import HOUSE, an_evening

_ASKERS = 4


@pytest.mark.slow
@pytest.mark.django_db(transaction=True)
def test_several_who_ask_at_once_get_the_same_one() -> None:
    an_evening(1)
    start = Barrier(_ASKERS)

    def ask(_: int) -> int:
        try:
            start.wait()
            return store.make(HOUSE, FEES, periods.day("2026-11-28"), now=clock.now).id
        finally:
            connections.close_all()

    with ThreadPoolExecutor(_ASKERS) as pool:
        assert len(set(pool.map(ask, range(_ASKERS)))) == 1
    assert Report.objects.count() == 1


@pytest.mark.django_db(transaction=True)
def test_whoever_waited_reads_what_was_recorded_meanwhile() -> None:
    evening = an_evening(1)
    period = periods.day("2026-11-28")
    first = store.make(HOUSE, FEES, period, now=clock.now)

    def ask() -> int:
        try:
            return store.make(HOUSE, FEES, period, now=clock.now).revision
        finally:
            connections.close_all()

    with ThreadPoolExecutor(1) as pool:
        with store.one_at_a_time(HOUSE, FEES, period):
            waiting = pool.submit(ask)
            evening.post(evening.fee(1, 300))
            assert not waiting.done()
        assert waiting.result(timeout=30) == first.revision + 1
    assert Report.objects.count() == 2
