"""The ledger under many writers: persons who cross tables, and a day that closes meanwhile."""

import random
from datetime import date
from functools import partial
from itertools import pairwise
from threading import Barrier, Event

import pytest

from cardroom.log import store as log
from ledger import rebuild, store
from ledger.models import Journal
from ledger.store import DayClosed, Sourced
from tests.journals import a_move, balances, close_event, post, summed
from tests.played import HOUSE, load_the_house
from tests.reconciling import close_day
from tests.recorded import PATIENCE_S, append, at_once, events, wait_until_someone_waits

pytestmark = pytest.mark.django_db(transaction=True)

TABLES = 8
BATCHES = 25
DAY = date(2026, 11, 20)
ANN, BOX = "person:P-1", "box:B-1:collection"


def test_eight_tables_whose_persons_cross_never_deadlock() -> None:
    """Each batch moves money between the same few persons, in an order of its own."""
    start = Barrier(TABLES)

    def play(table: int) -> int:
        chance = random.Random(table)  # noqa: S311 - an order, no secret
        start.wait(PATIENCE_S)
        for _ in range(BATCHES):
            people = [f"person:P-{number}" for number in range(TABLES)]
            chance.shuffle(people)
            pairs = enumerate(pairwise(people))
            moves = [a_move(*pair, 100, line=str(number)) for number, pair in pairs]
            post(*moves, stream=f"table:T{table:02}")
        return BATCHES

    assert at_once(*(partial(play, table) for table in range(TABLES))) == [BATCHES] * TABLES
    assert balances() == summed()
    assert sum(balances().values()) == 0
    assert Journal.objects.count() == TABLES * BATCHES * (TABLES - 1)


def test_balances_are_made_anew_while_tables_post() -> None:
    """No posting fails or is lost, and whoever reads sees a balance that entries once had."""
    post(a_move(ANN, BOX, 100))
    done = Event()

    def write(table: int) -> int:
        for _ in range(BATCHES):
            post(a_move(ANN, BOX, 100), stream=f"table:T{table:02}")
        return BATCHES

    def read() -> bool:
        seen = [100]
        while not done.is_set():
            seen.append(balances()[BOX])
        return seen == sorted(seen)

    def make() -> int:
        wrong = sum(rebuild.balances() for _ in range(BATCHES))
        done.set()
        return wrong

    outcomes = at_once(*(partial(write, table) for table in (1, 2, 3)), make, read)
    assert outcomes == [BATCHES, BATCHES, BATCHES, 0, True]
    assert balances() == summed() == {ANN: -7600, BOX: 7600}


def test_closing_a_day_waits_for_those_who_are_posting_on_it() -> None:
    load_the_house()
    posted, seen = Event(), Event()

    def write() -> int:
        with log.recording():
            position = _post_here()
            posted.set()
            assert seen.wait(PATIENCE_S)
        return position

    def close() -> None:
        assert posted.wait(PATIENCE_S)
        close_day(DAY)

    assert at_once(write, close, partial(_see, seen)) == [1, None, None]
    assert Journal.objects.get().posted_on == DAY


def test_who_posts_at_the_instant_of_closing_is_told_to_send_again() -> None:
    load_the_house()
    closed, seen = Event(), Event()

    def close() -> None:
        source = close_event(DAY, HOUSE)
        with log.recording():
            store.close_day(HOUSE, *source, DAY)
            closed.set()
            assert seen.wait(PATIENCE_S)

    def write() -> int:
        assert closed.wait(PATIENCE_S)
        return post(a_move(ANN, BOX, 100), house=HOUSE, day=DAY)

    _, refusal, _ = at_once(close, write, partial(_see, seen))
    assert isinstance(refusal, DayClosed)
    assert (refusal.code, refusal.retryable) == ("unavailable", True)
    post(a_move(ANN, BOX, 100), house=HOUSE, day=DAY)
    assert Journal.objects.get().posted_on == date(2026, 11, 21)


def _see(seen: Event) -> None:
    """Say so when somebody waits; whoever is in a transaction would be shown what was before."""
    wait_until_someone_waits()
    seen.set()


def _post_here() -> int:
    """Post inside a transaction that is open already."""
    head = log.lock(HOUSE, "table:T01")
    (position,) = append(head, events(1))
    move = a_move(ANN, BOX, 100)
    store.post(HOUSE, [Sourced(head.stream_id, position, "T01", DAY, move)])
    return position
