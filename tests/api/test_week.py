"""A week of three houses, judged by a program of its own; the drill reports every day too."""

import pytest
from pytest_django.live_server_helper import LiveServer

from cardroom import clock
from tables.verify import Counts, verify
from tests.week.houses import HOUSES, with_few_reports
from tests.week.judging import judge
from tests.week.running import Clock, run
from tests.week.tables import never_made


@pytest.mark.slow
@pytest.mark.django_db(transaction=True)
def test_a_week_of_three_houses(live_server: LiveServer, monkeypatch: pytest.MonkeyPatch) -> None:
    at = Clock()
    monkeypatch.setattr(clock, "now", at.now)
    rooms = run(at, [with_few_reports(house) for house in HOUSES])
    assert never_made(table.told for room in rooms for table in room.tables.values()) == set()
    for room in rooms:
        judge(room, live_server.url)
    assert list(verify(Counts())) == []
