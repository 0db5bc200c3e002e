"""A closed gaming day stays as it is: what comes late is posted on the earliest open day."""

from datetime import date, timedelta

import pytest

from cardroom import clock
from cardroom.errors import RuleViolation
from cardroom.log import store as log
from ledger.cage import stream_of
from ledger.models import Journal
from ledger.queries.days import last_closed
from tests.journals import a_move, balances, post
from tests.played import HOUSE, load_the_house
from tests.reconciling import close_day

pytestmark = pytest.mark.django_db

DAY = date(2026, 11, 20)
ANN, BOX = "person:P-1", "box:B-1:collection"
SUPERVISOR = "sup-1"


def posted_on() -> list[tuple[date, date]]:
    """Gaming day and day of posting of every journal."""
    return list(Journal.objects.order_by("id").values_list("gaming_day", "posted_on"))


def test_a_journal_is_posted_on_its_gaming_day_while_that_is_open() -> None:
    load_the_house()
    post(a_move(ANN, BOX, 100), house=HOUSE, day=DAY)
    close_day(DAY - timedelta(1))
    post(a_move(ANN, BOX, 100), house=HOUSE, day=DAY)
    assert posted_on() == [(DAY, DAY)] * 2


def test_what_comes_late_is_posted_on_the_earliest_open_day() -> None:
    load_the_house()
    post(a_move(ANN, BOX, 100), house=HOUSE, day=DAY)
    close_day(DAY)
    post(a_move(ANN, BOX, 25), house=HOUSE, day=DAY)
    post(a_move(ANN, BOX, 25), house=HOUSE, day=DAY - timedelta(3))
    assert posted_on()[1:] == [
        (DAY, DAY + timedelta(1)),
        (DAY - timedelta(3), DAY + timedelta(1)),
    ]
    assert balances(HOUSE) == {ANN: -150, BOX: 150}


def test_closing_is_an_event_of_the_cage() -> None:
    load_the_house()
    close_day(DAY, reason="all of it is signed")
    (stored,) = log.load(HOUSE, stream_of(HOUSE))
    assert (stored.position, stored.type) == (1, "day.closed")
    data = b'{"gaming_day":"2026-11-20","authorised_by":"sup-1","reason":"all of it is signed"}'
    assert stored.body == b'{"data":%b,"noted":{}}' % data
    assert last_closed(HOUSE) == DAY


def test_another_house_stays_open() -> None:
    load_the_house()
    close_day(DAY)
    post(a_move(ANN, BOX, 100), house="EXAMPLE", day=DAY)
    assert posted_on() == [(DAY, DAY)]


@pytest.mark.parametrize(
    ("day", "by", "why"),
    [
        (DAY, "floor-7", "no supervisor"),
        (DAY, "nobody", "no supervisor"),
        (clock.now().date() + timedelta(1), SUPERVISOR, "isn't over"),
        (DAY - timedelta(5), SUPERVISOR, "is closed"),
        (DAY - timedelta(6), SUPERVISOR, "is closed"),
    ],
)
def test_a_day_closes_once_in_its_order_and_by_a_supervisor(day: date, by: str, why: str) -> None:
    load_the_house()
    close_day(DAY - timedelta(5))
    with pytest.raises(RuleViolation, match=why):
        close_day(day, by)
    assert last_closed(HOUSE) == DAY - timedelta(5)
