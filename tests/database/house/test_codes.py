"""A code is accepted once, within a step of its time; guesses are counted, and pass."""

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime, timedelta

import pytest
from django.db import connection, transaction
from django.test.utils import CaptureQueriesContext
from pytest_django import DjangoAssertNumQueries

from cardroom.errors import Forbidden, Missing
from cardroom.house import codes, totp
from cardroom.house.codes import Checker
from cardroom.house.models import Secret
from tests.database.house.conftest import NOON, load
from tests.house_file import changed
from tests.phones import Phone, a_phone

pytestmark = pytest.mark.usefixtures("loaded")

STEP = totp.STEP
FLOOR, SUPERVISOR = "floor-7", "sup-1"


@contextmanager
def a_batch(*people: str, house: str = "CASES") -> Iterator[Checker]:
    """The transaction of a batch that brings codes of these people."""
    checker = Checker(house, people or (FLOOR,))
    with checker.counting(), transaction.atomic():
        yield checker


def confirmed(code: str, *, at: datetime = NOON, person: str = FLOOR, house: str = "CASES") -> bool:
    """Whether a batch of its own is confirmed by a code."""
    with a_batch(person, house=house) as checker:
        return checker.is_confirmed(person, code, at=at)


def refused(code: str) -> bool:
    """Whether a code would have confirmed a batch that is refused for another reason."""
    answers = []
    with pytest.raises(Forbidden), a_batch() as checker:  # noqa: PT012 - what comes before counts
        answers.append(checker.is_confirmed(FLOOR, code, at=NOON))
        raise Forbidden("for another reason")
    return answers[0]


def guess(phone: Phone, count: int, *, at: datetime = NOON) -> None:
    """Send so many wrong codes, a batch for each."""
    for code in phone.wrong(at=at, count=count):
        assert not confirmed(code, at=at)


def test_a_code_is_accepted_once() -> None:
    phone = a_phone(now=NOON)
    code = phone.shows(at=NOON)
    assert confirmed(code)
    assert not confirmed(code)
    assert not confirmed(code, at=NOON + timedelta(seconds=29))
    assert confirmed(phone.shows(at=NOON + STEP), at=NOON + STEP)


@pytest.mark.parametrize(("steps", "is_accepted"), [(-2, False), (-1, True), (1, True), (2, False)])
def test_a_clock_may_be_one_step_off(steps: int, *, is_accepted: bool) -> None:
    assert confirmed(a_phone(now=NOON).shows(at=NOON, later=steps)) == is_accepted


def test_no_code_is_accepted_that_is_not_later_than_the_last() -> None:
    phone = a_phone(now=NOON)
    assert confirmed(phone.shows(at=NOON, later=1))
    assert not confirmed(phone.shows(at=NOON))
    assert not confirmed(phone.shows(at=NOON, later=-1))
    assert not confirmed(phone.shows(at=NOON, later=1), at=NOON + 2 * STEP)
    assert confirmed(phone.shows(at=NOON, later=2), at=NOON + STEP)


def test_in_one_batch_a_code_counts_for_everything_it_stands_behind() -> None:
    phone = a_phone(now=NOON)
    code, next_code = phone.shows(at=NOON), phone.shows(at=NOON, later=1)
    with a_batch() as checker:
        assert checker.is_confirmed(FLOOR, next_code, at=NOON)
        assert not checker.is_confirmed(FLOOR, code, at=NOON)
        assert checker.is_confirmed(FLOOR, next_code, at=NOON)
        assert not checker.is_confirmed(FLOOR, code, at=NOON)


def test_a_batch_that_is_refused_burns_no_code() -> None:
    code = a_phone(now=NOON).shows(at=NOON)
    assert refused(code)
    assert refused(code)
    assert confirmed(code)
    assert not refused(code)


def test_a_code_is_its_persons_alone() -> None:
    floor, supervisor = a_phone(FLOOR, now=NOON), a_phone(SUPERVISOR, now=NOON)
    assert not confirmed(floor.shows(at=NOON), person=SUPERVISOR)
    with a_batch(FLOOR, SUPERVISOR) as checker:
        assert checker.is_confirmed(FLOOR, floor.shows(at=NOON), at=NOON)
        assert checker.is_confirmed(SUPERVISOR, supervisor.shows(at=NOON), at=NOON)


def test_a_person_of_the_same_name_in_another_house_is_another() -> None:
    load(changed('"CASES"', '"OTHER"'))
    here, there = a_phone(now=NOON), a_phone(house="OTHER", now=NOON)
    assert not confirmed(here.shows(at=NOON), house="OTHER")
    assert confirmed(there.shows(at=NOON), house="OTHER")
    assert confirmed(here.shows(at=NOON))


def test_nobody_is_confirmed_without_a_secret() -> None:
    assert not confirmed("000000")
    assert not confirmed("000000", person="nobody")
    assert not Secret.objects.exists()


def test_a_new_secret_revokes_the_former_which_stays_on_record() -> None:
    old = a_phone(now=NOON)
    new = a_phone(now=NOON + STEP)
    assert not confirmed(old.shows(at=NOON + STEP), at=NOON + STEP)
    assert confirmed(new.shows(at=NOON + STEP), at=NOON + STEP)
    rows = Secret.objects.order_by("id").values_list("person", "created_at", "revoked_at")
    assert list(rows) == [(FLOOR, NOON, NOON + STEP), (FLOOR, NOON + STEP, None)]


def test_only_people_of_the_house_get_a_secret() -> None:
    with pytest.raises(Missing, match="house CASES has nobody nobody"):
        a_phone("nobody", now=NOON)
    with pytest.raises(Missing, match="there is no house NOWHERE"):
        a_phone(house="NOWHERE", now=NOON)
    load(changed('[[people]]\ncode = "sup-1"\nroles = ["floor", "supervisor"]\n', ""))
    with pytest.raises(Missing, match="house CASES has nobody sup-1"):
        a_phone(SUPERVISOR, now=NOON)
    assert not Secret.objects.exists()


def test_after_ten_guesses_no_code_is_accepted_until_fifteen_minutes_have_passed() -> None:
    phone = a_phone(now=NOON)
    guess(phone, 9)
    assert confirmed(phone.shows(at=NOON))
    guess(phone, 1, at=NOON + STEP)
    end = NOON + codes.GUESSED_WITHIN
    for at in (NOON + STEP, end - STEP, end - timedelta(microseconds=1)):
        assert not confirmed(phone.shows(at=at), at=at)
    assert confirmed(phone.shows(at=end), at=end)


def test_what_is_sent_while_no_code_is_accepted_does_not_make_it_longer() -> None:
    phone = a_phone(now=NOON)
    guess(phone, 30)
    guess(phone, 30, at=NOON + codes.GUESSED_WITHIN - STEP)
    end = NOON + codes.GUESSED_WITHIN
    assert confirmed(phone.shows(at=end), at=end)


def test_after_the_wait_guesses_count_anew() -> None:
    phone = a_phone(now=NOON)
    guess(phone, 10)
    end = NOON + codes.GUESSED_WITHIN
    guess(phone, 10, at=end)
    assert not confirmed(phone.shows(at=end), at=end)
    assert len(Secret.objects.get().wrong_at) == codes.MOST_GUESSES


def test_guesses_of_a_batch_that_was_refused_are_counted_all_the_same() -> None:
    phone = a_phone(now=NOON)
    for code in phone.wrong(at=NOON, count=10):
        assert not refused(code)
    assert not confirmed(phone.shows(at=NOON))


def test_guesses_in_one_batch_count_each_and_the_same_one_once() -> None:
    phone = a_phone(now=NOON)
    *nine, tenth = phone.wrong(at=NOON, count=10)
    with a_batch() as checker:
        for code in nine * 3:
            assert not checker.is_confirmed(FLOOR, code, at=NOON)
        assert checker.is_confirmed(FLOOR, phone.shows(at=NOON), at=NOON)
        assert not checker.is_confirmed(FLOOR, tenth, at=NOON)
        assert not checker.is_confirmed(FLOOR, phone.shows(at=NOON, later=1), at=NOON)
    assert not confirmed(phone.shows(at=NOON, later=1))


def test_guesses_are_counted_for_each_person_apart() -> None:
    guess(a_phone(FLOOR, now=NOON), 10)
    assert confirmed(a_phone(SUPERVISOR, now=NOON).shows(at=NOON), person=SUPERVISOR)


def test_codes_that_came_late_or_again_are_no_guesses() -> None:
    phone = a_phone(now=NOON)
    for steps in range(2, 22):
        assert not confirmed(phone.shows(at=NOON, later=-steps))
    code = phone.shows(at=NOON)
    assert [confirmed(code) for _ in range(20)] == [True] + [False] * 19
    assert confirmed(phone.shows(at=NOON, later=1))


def test_a_new_secret_ends_the_wait() -> None:
    guess(a_phone(now=NOON), 10)
    assert confirmed(a_phone(now=NOON).shows(at=NOON))


def test_a_batch_without_codes_asks_the_database_nothing(
    django_assert_num_queries: DjangoAssertNumQueries,
) -> None:
    checker = Checker("CASES", ())
    with django_assert_num_queries(0), checker.counting():
        pass


def test_a_secret_is_in_no_statement_and_no_name() -> None:
    with CaptureQueriesContext(connection) as queries:
        phone = a_phone(now=NOON)
        assert confirmed(phone.shows(at=NOON))
    row = Secret.objects.get()
    assert bytes(row.secret) == phone.secret
    assert len(phone.secret) == 20
    said = f"{queries.captured_queries} {row} {row!r}"
    assert phone.secret.hex() not in said
    assert repr(phone.secret) not in said
