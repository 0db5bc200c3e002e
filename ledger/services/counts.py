"""Counting a box: started, counted, corrected, signed, adjusted. Each is an event of the cage.

A count's events stand in the stream `cage:HOUSE`. Whoever starts or accepts a count also holds the
head of the box's table, so that no late fee and no correction of its drop crosses it.
"""

from collections.abc import Collection, Iterator
from datetime import datetime
from typing import Any, Final
from uuid import UUID, uuid5

from msgspec import Struct, structs

from cardroom import clock
from cardroom.days import calendars
from cardroom.house import houses, in_force, keys
from cardroom.house.codes import Checker
from cardroom.log import store
from cardroom.log.records import Head, NewEvent
from ledger import box_periods, cage, count_postings, count_records
from ledger.queries import counts
from ledger.rules.counting import codec, judge
from ledger.rules.counting.codec import Sent
from ledger.rules.counting.facts import (
    NAMES,
    VERSION,
    AmountsEntered,
    CountAccepted,
    CountAdjusted,
    CountCorrected,
    CountFact,
    CountNoted,
    CountRecord,
    CountSigned,
    CountStarted,
)
from ledger.rules.counting.policy import Policy, policy_of
from ledger.rules.counting.records import CountCells, cells
from ledger.rules.counting.sheet import Sheet

_JUDGES: Final[dict[type, Any]] = {
    AmountsEntered: judge.entered,
    CountCorrected: judge.corrected,
    CountSigned: judge.signed,
    CountAdjusted: judge.adjusted,
}


class Answer(Struct, frozen=True):
    """The count as it stands, and whether anything was recorded."""

    sheet: Sheet
    is_new: bool


def record(
    name: str,
    *,
    house: str,
    content: bytes,
    recorded_by: str,
    count: UUID | None = None,
    present: Collection[str] = (),
) -> Answer:
    """Record what is said of a count: its type by name, and the body as it was posted.

    `count` is missing for the one that starts it, whose id becomes the count's. `present` are who
    gave the password that they sign in with, which was checked: they need no code. Raises
    Malformed, IdReused, Missing, RuleViolation.
    """
    sent = codec.read(name, content)
    count_id = sent.id if count is None else count
    checker = Checker(house, set(_coded(sent.fact)))
    with checker.counting(), store.recording():
        head = store.lock(house, cage.stream_of(house))
        keys.check_runs(recorded_by, now=clock.now())
        if _is_known(head, sent, count_id):
            return Answer(counts.sheet(house, count_id), is_new=False)
        desk = _Desk(head, checker, count_id, recorded_by, present)
        desk.take(sent)
    return Answer(counts.sheet(house, count_id), is_new=True)


def _coded(fact: CountFact) -> Iterator[str]:
    """Whose one-time codes came with it."""
    exception = getattr(fact, "exception", None)
    if exception is not None:
        yield exception.authorised_by
    person = getattr(fact, "authorised_by", getattr(fact, "by", None))
    if getattr(fact, "code", None) is not None and person is not None:
        yield person


def _is_known(head: Head, sent: Sent, count: UUID) -> bool:
    """Whether it was recorded before, as the same; IdReused when it was another."""
    return cage.is_known(head, sent.id, codec.sameness(sent.type, count, sent.fact))


class _Desk:
    """One request behind the locked head of the cage's stream."""

    def __init__(
        self,
        head: Head,
        checker: Checker,
        count: UUID,
        recorded_by: str,
        present: Collection[str],
    ) -> None:
        self.head = head
        self.count = count
        self.recorded_by = recorded_by
        self.house = houses.facts(head.house)
        self.now = clock.now()
        self.checker = checker
        self.present = present
        self.table_position = 0
        self.records: list[CountRecord] = []
        self.events: list[NewEvent] = []

    def take(self, sent: Sent) -> None:
        """Judge it and record it, with what follows from it."""
        if isinstance(sent.fact, CountStarted):
            self._keep(sent.id, sent.fact, self._started(sent.fact), sent.fact.started_at)
            self._write()
            return
        before = counts.sheet(self.head.house, self.count)
        if isinstance(sent.fact, CountSigned):
            self.table_position = self._hold(before.count.table_code)
        facts = self._facts(before.count.policy_version)
        noted = _JUDGES[type(sent.fact)](before, sent.fact, facts)
        self._keep(sent.id, sent.fact, noted, self.now)
        if isinstance(sent.fact, CountSigned):
            self._accept(sent.id, before, facts.policy)
        self._write()

    def _started(self, fact: CountStarted) -> CountNoted:
        house = self.head.house
        self._hold(fact.table)
        period = box_periods.removed_at(house, fact.table, fact.removed_position)
        at = None if period is None else period.removed_at
        start = judge.Start(
            id=self.count,
            period=period,
            begun=count_records.begun(house, fact.table, fact.removed_position),
            shift=None if at is None else in_force.Shifts(house).at(at),
        )
        return judge.started(fact, start, self._facts(None))

    def _hold(self, table: str) -> int:
        """Lock the head of a table, if it ever had an event; gives where its stream ends.

        Before any code is asked for, as tables do it: so the two never wait for each other.
        """
        if store.head(self.head.house, f"table:{table}") is None:
            return 0
        return store.lock(self.head.house, f"table:{table}").position

    def _facts(self, policy_version: int | None) -> judge.Facts:
        """What judging asks; a count keeps the policy that it was started under."""
        if policy_version is None:
            settings = in_force.newest(self.head.house)
        else:
            settings = in_force.version(policy_version)
        return judge.Facts(
            people=self.house.people,
            tables=self.house.tables,
            policy=policy_of(settings.record.box_policy),
            policy_version=settings.version,
            now=self.now,
            is_confirmed=lambda person, code: self.checker.is_confirmed(person, code, at=self.now),
            present=self.present,
        )

    def _accept(self, signature: UUID, before: Sheet, policy: Policy) -> None:
        """The last signature accepts the count, by an event of the service's own."""
        signed = cells(self.records[-1])
        after = structs.replace(before, signatures=(*before.signatures, signed))
        figure = after.figure
        if figure is None or not judge.is_complete(after, policy):
            return
        accepted = CountAccepted(
            revision=figure.revision,
            total_cents=figure.total_cents,
            recorded_cents=self._recorded_cents(before.count),
            table_position=self.table_position,
        )
        noted = CountNoted(count=self.count, revision=figure.revision)
        self._keep(uuid5(signature, "count.accepted"), accepted, noted, self.now)

    def _recorded_cents(self, count: CountCells) -> int:
        """What the box should hold, by the journals of its table up to its locked head."""
        house, table, position = self.head.house, count.table_code, count.removed_position
        period = box_periods.removed_at(house, table, position)
        if period is None:
            raise LookupError(f"table {table} has no box that came off at {position}")
        return count_postings.recorded_cents(period)

    def _keep(self, event: UUID, fact: CountFact, noted: CountNoted, occurred_at: datetime) -> None:
        name = NAMES[type(fact)]
        if not isinstance(fact, CountAccepted):
            noted = structs.replace(noted, by_password=tuple(sorted(self.present)))
        self.records.append(
            CountRecord(
                id=event,
                position=self.head.position + len(self.events) + 1,
                recorded_at=self.now,
                house=self.head.house,
                fact=fact,
                noted=noted,
            )
        )
        self.events.append(
            NewEvent(
                id=event,
                type=name,
                version=VERSION,
                occurred_at=occurred_at,
                gaming_day=calendars.of(self.head.house).gaming_day(self.now),
                round=None,
                body=codec.encode_body(fact, noted),
                sameness=codec.sameness(name, self.count, fact),
            )
        )

    def _write(self) -> None:
        """Append, add the signed records, and post what they move."""
        store.append(
            self.head,
            self.events,
            recorded_at=self.now,
            recorded_by=self.recorded_by,
            snapshot=None,
            open_round=None,
        )
        count_records.add(cells(record) for record in self.records)
        count_postings.post(self.head, self.records)
