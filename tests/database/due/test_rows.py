"""Rows that are due: taken once, done once, tried again, given up, and overtaken."""

from datetime import date, timedelta

import pytest
from django.db import connection, transaction
from django.db.transaction import TransactionManagementError

from cardroom.due import rows
from cardroom.due.kinds import REPORTS, Kind, Taken
from cardroom.due.models import Row
from cardroom.due.queries import waiting
from cardroom.due.rows import Overtaken
from cardroom.due.work import Tally, run_pending
from tests.clocked import Clock, a_house, instant

pytestmark = pytest.mark.django_db

DAY = date(2026, 11, 26)


@pytest.fixture
def clock() -> Clock:
    """The instant at which the row of every test here falls due."""
    return Clock(instant("2026-11-27 14:00"))


@pytest.fixture
def work(clock: Clock) -> "Work":
    """One row of kind `sweep`, due now."""
    a_house("A", clock)
    rows.plan("sweep", "A", DAY, now=clock())
    return Work(clock)


class Work:
    """Kinds of work that a test gives."""

    def __init__(self, clock: Clock) -> None:
        self.clock = clock
        self.seen: list[str] = []
        self.kinds = [Kind(name="sweep", run=self.note)]

    def note(self, due: Taken) -> None:
        """Work that writes nothing but what it was given."""
        self.seen.append(f"{due} attempt {due.attempts}")

    def run(self, **options: object) -> Tally:
        """Do what is due."""
        kinds = {kind.name: kind for kind in self.kinds}
        return run_pending(kinds, now=self.clock, **options)  # type: ignore[arg-type]


def test_a_row_is_done_once_and_not_before_its_time(work: Work, clock: Clock) -> None:
    clock.at -= timedelta(microseconds=1)
    assert work.run() == Tally()
    clock.to("2026-11-27 14:00")
    assert work.run() == Tally(done=1)
    assert work.run() == Tally()
    assert work.seen == ["A 2026-11-26 sweep attempt 1"]
    row = Row.objects.get()
    assert (row.status, row.done_at, row.attempts) == ("done", clock(), 1)


def test_the_same_work_is_planned_once_and_for_each_purpose(clock: Clock, work: Work) -> None:
    assert not rows.plan("sweep", "A", DAY, now=clock(), due_at=clock() + timedelta(days=1))
    assert rows.plan("sweep", "A", DAY, now=clock(), purpose="again")
    work.run()
    assert not rows.plan("sweep", "A", DAY, now=clock())
    assert work.seen == ["A 2026-11-26 sweep attempt 1", "A 2026-11-26 sweep again attempt 1"]


def test_a_queue_takes_only_its_kinds_and_a_house_only_its_rows(work: Work) -> None:
    assert work.run(queues=[REPORTS]) == Tally()
    assert work.run(house="B") == Tally()
    assert work.run(queues=["fast"], house="A") == Tally(done=1)


def test_what_follows_is_planned_when_the_other_is_done(work: Work) -> None:
    work.kinds.append(Kind(name="polish", run=work.note, follows="sweep", queue=REPORTS))
    assert work.run(queues=["fast"]) == Tally(done=1)
    assert work.run(queues=[REPORTS]) == Tally(done=1)
    assert work.seen[1] == "A 2026-11-26 polish attempt 1"


def _fails(_: Taken) -> None:
    raise OSError("no broom\nand no mop")


def test_a_failed_attempt_is_tried_again_after_waits_that_grow(work: Work, clock: Clock) -> None:
    work.kinds = [Kind(name="sweep", run=_fails, most_attempts=3)]
    said: list[str] = []
    for wait_s in (15, 30):
        assert work.run(say=said.append) == Tally(missed=1)
        row = Row.objects.get()
        assert (row.status, row.error) == ("pending", "OSError: no broom")
        assert row.available_at - clock() == timedelta(seconds=wait_s)
        assert work.run() == Tally()
        clock.at = row.available_at
    assert work.run() == Tally(missed=1)
    assert Row.objects.get().status == "failed"
    assert waiting(clock(), ()).failed == 1
    assert said[0] == "missed A 2026-11-26 sweep: OSError: no broom"


def test_what_was_given_up_can_be_tried_again(work: Work, clock: Clock) -> None:
    work.kinds = [Kind(name="sweep", run=_fails, most_attempts=1)]
    work.run()
    assert rows.again("B", clock()) == 0
    assert rows.again(None, clock()) == 1
    work.kinds = [Kind(name="sweep", run=work.note, most_attempts=1)]
    assert work.run() == Tally(done=1)
    assert Row.objects.get().error == ""


def test_one_kind_without_limit_is_tried_for_ever_and_the_waits_end_at_an_hour(
    work: Work, clock: Clock
) -> None:
    work.kinds = [Kind(name="sweep", run=_fails, most_attempts=None)]
    for _ in range(12):
        work.run()
        before, clock.at = clock(), Row.objects.get().available_at
    assert clock() - before == timedelta(hours=1)


def test_a_fault_stops_no_other_row(work: Work, clock: Clock) -> None:
    rows.plan("polish", "A", DAY, now=clock())
    work.kinds = [Kind(name="sweep", run=_fails), Kind(name="polish", run=work.note)]
    assert work.run() == Tally(done=1, missed=1)


def _take(clock: Clock, lease: timedelta = timedelta(minutes=1)) -> Taken:
    """The row in the hands of a worker."""
    found = rows.take(["sweep"], [lease], house=None, now=clock())
    assert found is not None
    return Taken(**found, kinds={}, now=clock)


def test_a_row_under_a_lease_is_nobody_elses_until_the_lease_ends(work: Work, clock: Clock) -> None:
    _take(clock)
    assert work.run() == Tally()
    clock.at += timedelta(seconds=59)
    assert work.run() == Tally()
    clock.at += timedelta(seconds=1)
    assert work.run() == Tally(done=1)


def test_a_lease_ends_at_once_with_the_session_that_took_it(work: Work, clock: Clock) -> None:
    _take(clock)
    Row.objects.update(session_since=clock())  # as if our process number were another session's
    assert work.run() == Tally(done=1)


def test_whoever_was_overtaken_keeps_nothing(work: Work, clock: Clock) -> None:
    slow = _take(clock)
    clock.at += timedelta(minutes=1)
    second = _take(clock)
    with pytest.raises(Overtaken), transaction.atomic():
        slow.done()
    with transaction.atomic():
        second.done()
    with pytest.raises(Overtaken), transaction.atomic():
        second.done()
    assert work.run() == Tally()


def test_the_server_gives_up_for_whoever_stops_in_the_midst_of_it(work: Work, clock: Clock) -> None:
    due = _take(clock)
    with transaction.atomic(), connection.cursor() as cursor:
        due.done()
        cursor.execute("SHOW idle_in_transaction_session_timeout")
        assert cursor.fetchone() == ("30s",)
    assert work.run() == Tally()


@pytest.mark.django_db(transaction=True)
def test_a_row_cannot_be_done_outside_of_a_transaction(work: Work, clock: Clock) -> None:
    with pytest.raises(TransactionManagementError, match="the transaction of its effect"):
        _take(clock).done()
    Row.objects.update(available_at=clock())
    assert work.run() == Tally(done=1)


def test_an_overtaken_attempt_that_fails_takes_nothing_from_the_next(
    work: Work, clock: Clock
) -> None:
    slow = _take(clock)
    clock.at += timedelta(minutes=1)
    second = _take(clock)
    rows.missed(slow.id, slow.fence, "too late", again_at=clock(), is_last=True)
    assert Row.objects.get().status == "pending"
    second.done()
    assert work.run() == Tally()


def test_being_overtaken_is_counted_and_nothing_is_done(work: Work, clock: Clock) -> None:
    def overtaken(_: Taken) -> None:
        clock.at += timedelta(minutes=2)
        other = _take(clock)
        rows.done(other.id, other.fence, clock())

    work.kinds = [Kind(name="sweep", run=overtaken)]
    assert work.run() == Tally(overtaken=1)
    assert Row.objects.get().status == "done"


def test_what_kills_its_workers_is_given_up(work: Work, clock: Clock) -> None:
    work.kinds = [Kind(name="sweep", run=work.note, most_attempts=2)]
    for _ in range(2):
        _take(clock)
        clock.at += timedelta(minutes=1)
    assert work.run() == Tally()
    row = Row.objects.get()
    assert (row.status, row.error) == ("failed", "whoever worked on it died, 2 times")


def test_a_fault_in_the_database_leaves_the_row_to_be_tried_again(work: Work) -> None:
    def faulty(_: Taken) -> None:
        with transaction.atomic(), connection.cursor() as cursor:
            cursor.execute("SELECT 1 / 0")

    work.kinds = [Kind(name="sweep", run=faulty)]
    assert work.run() == Tally(missed=1)
    assert Row.objects.get().error == "DataError: division by zero"


@pytest.mark.parametrize("seconds", [0, 90])
def test_what_nobody_takes_is_seen_to_wait(work: Work, clock: Clock, seconds: int) -> None:
    due = clock()
    clock.at += timedelta(seconds=seconds)
    now = waiting(clock(), ())
    assert (now.rows, now.since) == (1, due)
    _take(clock)
    assert waiting(clock(), ()).rows == 0
    work.run()


def test_a_house_that_no_worker_has_looked_at_waits_too(clock: Clock) -> None:
    assert waiting(clock(), ()).rows == 0
    a_house("A", clock)
    assert waiting(clock(), ()).rows == 1
    rows.plan("sweep", "A", DAY, now=clock(), due_at=clock() + timedelta(days=1))
    assert waiting(clock(), ()).rows == 0


def test_what_waits_behind_work_of_its_queue_is_not_neglected(clock: Clock) -> None:
    a_house("A", clock)
    kinds = [Kind(name="sweep", run=_fails), Kind(name="tell", run=_fails, queue=REPORTS)]
    since = clock()
    for purpose in ("", "again"):
        rows.plan("tell", "A", DAY, now=since, purpose=purpose)
    clock.at += timedelta(minutes=5)
    rows.take(["tell"], [timedelta(minutes=9)], house=None, now=clock())
    found = waiting(clock(), kinds)
    assert (found.rows, found.since, found.neglected_since) == (1, since, None)
    rows.plan("sweep", "A", DAY, now=clock())
    assert waiting(clock(), kinds).neglected_since == clock(), "another queue"
    Row.objects.filter(kind="sweep").delete()
    Row.objects.filter(attempts=1).update(session_pid=0)
    assert waiting(clock(), kinds).neglected_since == since, "whose session has ended is not there"


def test_who_holds_work_for_longer_than_its_lease_keeps_its_queue_no_longer(clock: Clock) -> None:
    a_house("A", clock)
    kinds = [Kind(name="tell", run=_fails, queue=REPORTS)]
    for purpose in ("", "again"):
        rows.plan("tell", "A", DAY, now=clock(), purpose=purpose)
    since = clock()
    rows.take(["tell"], [timedelta(minutes=9)], house=None, now=since)
    clock.at += timedelta(minutes=8)
    assert waiting(clock(), kinds).neglected_since is None
    clock.at += timedelta(minutes=1)
    assert waiting(clock(), kinds).neglected_since == since


def test_work_that_is_planned_late_waits_for_a_worker_only_since_then(clock: Clock) -> None:
    a_house("A", clock)
    rows.plan("sweep", "A", DAY, now=clock(), due_at=clock() - timedelta(hours=15))
    assert waiting(clock(), ()).since == clock()
