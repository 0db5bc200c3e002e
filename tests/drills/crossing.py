"""Locks that are taken crosswise: whoever comes second waits, and nobody waits for ever."""

from collections import Counter
from collections.abc import Iterator
from functools import partial
from itertools import permutations, product
from threading import Barrier, Event
from uuid import UUID, uuid4

from cardroom.errors import IdReused
from cardroom.log import store
from cardroom.log.rows import rows
from tables.views import Answer
from tests.concurrency.test_codes import an_evening_at, send, waiver
from tests.drills.proof import clean
from tests.drills.registry import Seen, drill
from tests.drills.relay import PATIENCE_S
from tests.drills.stage import fresh
from tests.phones import a_phone
from tests.played import HOUSE, Evening, load_the_house
from tests.played import Event as Sent
from tests.recorded import append, at_once, event, wait_until_someone_waits

Ids = tuple[UUID, ...]

TURNS = 10
DEADLOCKS = "SELECT deadlocks FROM pg_stat_database WHERE datname = current_database()"


@drill("crossing-locks", "writers that want people or ids crosswise end without a deadlock")
def crossing_locks() -> Iterator[Seen]:
    """Two people's codes in opposite orders; the same ids at two tables in every order."""
    with fresh():
        load_the_house()
        one, two = an_evening_at("T01"), an_evening_at("T02")
        for _ in range(TURNS):
            _codes(one, two)
        yield Seen(
            f"{TURNS} times the codes of two people behind two tables' batches, crosswise",
            "both batches recorded, one with both codes confirmed, one with both claimed",
        )
        orders = list(_orders())
        for mine, yours in orders:
            _ids(one, two, mine, yours)
        yield Seen(
            f"three ids sent to two tables in {len(orders)} pairs of orders, held up in mid-way",
            "each time one recorded and one refused as id_reused",
        )
        ((deadlocks,),) = rows(DEADLOCKS, {})
        assert deadlocks == 0
        yield Seen("PostgreSQL's own count of deadlocks", str(deadlocks))
        yield Seen("the proof", clean())


def _codes(one: Evening, two: Evening) -> None:
    """Both people stand behind both batches, named in opposite orders."""
    start = Barrier(2)
    floor = {"code": a_phone().shows()}
    supervisor = {"authorised_by": "sup-1", "code": a_phone("sup-1").shows()}
    answers = at_once(
        partial(send, one, waiver(one, **floor), waiver(one, **supervisor), start=start),
        partial(send, two, waiver(two, **supervisor), waiver(two, **floor), start=start),
    )
    claims = [
        sum(note.code == "authorisation_claimed" for note in answer.irregularities)
        for answer in answers
        if isinstance(answer, Answer)
    ]
    assert sorted(claims) == [0, 2], answers


def _ids(one: Evening, two: Evening, mine: Ids, yours: Ids) -> None:
    """A third writer holds one of the ids until both others have begun, and gives up."""
    held, release = Event(), Event()

    def third() -> None:
        with store.recording():
            append(store.lock(HOUSE, "table:T03"), [event(event_id=sorted(mine)[1])])
            held.set()
            assert release.wait(PATIENCE_S)
            raise LookupError("the third gives up")

    def writer(evening: Evening, ids: Ids) -> Answer:
        assert held.wait(PATIENCE_S)
        return send(evening, *(_note(evening, one) for one in ids))

    def onlooker() -> None:
        assert held.wait(PATIENCE_S)
        wait_until_someone_waits(2)
        release.set()

    *_, first, second = at_once(
        third, onlooker, partial(writer, one, mine), partial(writer, two, yours)
    )
    assert Counter(map(type, (first, second))) == {Answer: 1, IdReused: 1}, (first, second)


def _note(evening: Evening, event_id: UUID) -> Sent:
    return evening.event("incident.noted", {"text": "once"}) | {"id": str(event_id)}


def _orders() -> Iterator[tuple[Ids, Ids]]:
    """Three new ids in every pair of orders."""
    for mine, yours in product(permutations(range(3)), repeat=2):
        ids = [uuid4() for _ in range(3)]
        yield tuple(ids[place] for place in mine), tuple(ids[place] for place in yours)
