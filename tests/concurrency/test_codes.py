"""Batches that race with one code: exactly one is confirmed, and nobody waits for ever."""

import json
from functools import partial
from threading import Barrier, Event

import pytest

from cardroom import clock
from cardroom.errors import Forbidden
from cardroom.house import codes
from cardroom.house.models import Secret
from cardroom.log import store
from tables import queries, services
from tables.rounds.events import Noted
from tables.views import Answer
from tests.phones import a_phone
from tests.played import HOUSE, Evening, load_the_house
from tests.played import Event as Sent
from tests.recorded import PATIENCE_S, at_once, wait_until_someone_waits

pytestmark = pytest.mark.django_db(transaction=True)

WORD = {"authorised_by": "floor-7", "reason": "all agreed"}
TABLES = ("T01", "T02", "T03")


def an_evening_at(table: str) -> Evening:
    """A table with one round."""
    evening = Evening(table)
    evening.open()
    evening.play()
    return evening


def send(evening: Evening, *events: Sent, start: Barrier | None = None) -> Answer:
    """Record a batch, at the same moment as the others."""
    content = json.dumps({"events": events}).encode()
    if start is not None:
        start.wait(PATIENCE_S)
    return services.record(house=HOUSE, table=evening.table, content=content, recorded_by="key:7")


def waiver(evening: Evening, **word: str) -> Sent:
    data = {"seat": 4, "role": "player", "amount_cents": 100, **WORD, **word}
    return evening.event("fee.waived", data, number=1)


def authorisation(evening: Evening) -> object:
    """What the record of the table's last event says."""
    head = store.head(HOUSE, f"table:{evening.table}")
    assert head is not None
    (last,) = queries.events(HOUSE, evening.table, after=head.position - 1, limit=1)
    assert isinstance(last.noted, Noted)
    return last.noted.authorisation


def claims(answer: Answer) -> int:
    """How many names nobody proved; what a second waiver is worth is another matter."""
    return sum(note.code == "authorisation_claimed" for note in answer.irregularities)


@pytest.mark.parametrize("tables", [TABLES, TABLES[:1] * 3])
def test_of_batches_with_one_code_exactly_one_is_confirmed(tables: tuple[str, ...]) -> None:
    load_the_house()
    evenings = {table: an_evening_at(table) for table in set(tables)}
    phone = a_phone()
    for later in (0, 1):
        start, code = Barrier(3), phone.shows(later=later)
        tasks = [
            partial(send, evenings[table], waiver(evenings[table], code=code), start=start)
            for table in tables
        ]
        answers = at_once(*tasks)
        noted = [claims(answer) for answer in answers if isinstance(answer, Answer)]
        assert sorted(noted) == [0, 1, 1], answers


def test_a_batch_waits_for_the_one_before_it_and_is_confirmed_if_that_one_is_refused() -> None:
    load_the_house()
    evening = an_evening_at("T02")
    code = a_phone().shows()
    checked, release = Event(), Event()

    def first() -> None:
        checker = codes.Checker(HOUSE, ["floor-7"])
        with checker.counting(), store.recording():
            assert checker.is_confirmed("floor-7", code, at=clock.now())
            checked.set()
            assert release.wait(PATIENCE_S)
            raise Forbidden("for another reason")

    def second() -> Answer:
        assert checked.wait(PATIENCE_S)
        return send(evening, waiver(evening, code=code))

    def onlooker() -> None:
        assert checked.wait(PATIENCE_S)
        wait_until_someone_waits()
        release.set()

    refusal, answer, nothing = at_once(first, second, onlooker)
    assert isinstance(refusal, Forbidden)
    assert isinstance(answer, Answer), answer
    assert nothing is None
    assert authorisation(evening) == "confirmed"


def test_people_who_stand_behind_two_batches_in_other_order_hold_up_neither() -> None:
    load_the_house()
    one, two = an_evening_at("T01"), an_evening_at("T02")
    for _ in range(10):
        start = Barrier(2)
        floor = {"code": a_phone().shows()}
        supervisor = {"authorised_by": "sup-1", "code": a_phone("sup-1").shows()}
        mine = [waiver(one, **floor), waiver(one, **supervisor)]
        yours = [waiver(two, **supervisor), waiver(two, **floor)]
        answers = at_once(
            partial(send, one, *mine, start=start), partial(send, two, *yours, start=start)
        )
        noted = [claims(answer) for answer in answers if isinstance(answer, Answer)]
        assert sorted(noted) == [0, 2], answers


def test_guesses_at_the_same_time_are_all_counted() -> None:
    load_the_house()
    evenings = [an_evening_at(table) for table in TABLES]
    phone = a_phone()
    guesses = iter(phone.wrong(count=12))
    for _ in range(4):
        start = Barrier(3)
        at_once(
            *(
                partial(send, evening, waiver(evening, code=next(guesses)), start=start)
                for evening in evenings
            )
        )
    assert len(Secret.objects.get().wrong_at) == codes.MOST_GUESSES
    answer = send(evenings[0], waiver(evenings[0], code=phone.shows()))
    assert claims(answer) == 1


def test_of_several_new_secrets_at_once_one_is_in_force() -> None:
    load_the_house()
    phones = at_once(*[a_phone] * 6)
    assert not [phone for phone in phones if isinstance(phone, Exception)]
    rows = Secret.objects.values_list("revoked_at", flat=True)
    assert sorted(revoked is None for revoked in rows) == [False] * 5 + [True]
