"""Who may count, correct, sign and adjust, by the house's policy; and what a count moves."""

from datetime import UTC, date, datetime, timedelta
from typing import Any, Final
from uuid import UUID

import pytest
from msgspec import structs

from cardroom.errors import RuleViolation
from ledger.rules.boxes import PeriodCells
from ledger.rules.counting import judge
from ledger.rules.counting.facts import (
    AmountsEntered,
    CountAccepted,
    CountAdjusted,
    CountCorrected,
    CountFact,
    CountNoted,
    CountRecord,
    CountSigned,
    CountStarted,
    SignedException,
)
from ledger.rules.counting.judge import Facts, Start
from ledger.rules.counting.policy import Policy, policy_of
from ledger.rules.counting.postings import posting, postings
from ledger.rules.counting.records import CountCells, cells
from ledger.rules.counting.sheet import Sheet
from ledger.rules.posting import Entry

COUNT: Final = UUID(int=7)
NOW: Final = datetime(2026, 11, 28, 23, tzinfo=UTC)
CODE: Final = "123456"
PEOPLE: Final = {
    "drop-1": frozenset({"cage", "count"}),
    "floor-7": frozenset({"floor", "supervisor"}),
    "count-1": frozenset({"count"}),
    "count-2": frozenset({"count"}),
    "count-3": frozenset({"count"}),
    "both-1": frozenset({"count", "supervisor"}),
    "cage-1": frozenset({"cage"}),
    "sup-1": frozenset({"supervisor"}),
    "sup-2": frozenset({"supervisor"}),
}
LAX: Final = Policy(
    collector_differs_from_counters=False, counters=1, signer_differs_from_counters=False
)
PERIOD: Final = PeriodCells(
    house="CASES",
    table_code="T01",
    purpose="collection",
    box="B-014",
    put_on_position=3,
    removed_position=812,
    removed_at=NOW - timedelta(hours=1),
    gaming_day=date(2026, 11, 28),
    removed_by="drop-1",
    witness="floor-7",
    came_off="B-014",
    custody="removed",
)


def facts(policy: Policy | None = None) -> Facts:
    """A house of these people, who all have the same code."""
    return Facts(
        people=PEOPLE,
        tables=frozenset({"T01", "T02"}),
        policy=policy or Policy(),
        policy_version=5,
        now=NOW,
        is_confirmed=lambda person, code: person in PEOPLE and code == CODE,
    )


def exception(person: str = "sup-2", code: str | None = CODE) -> SignedException:
    """A supervisor lets it stand."""
    return SignedException(authorised_by=person, reason="a short night", code=code)


def starting(**changes: Any) -> CountStarted:
    """Two count the box of table T01 that came off at 812."""
    told: dict[str, Any] = {
        "table": "T01",
        "removed_position": 812,
        "box": "B-014",
        "started_at": NOW,
        "counters": ("count-1", "count-2"),
    }
    return CountStarted(**(told | changes))


def start(
    fact: CountStarted,
    *,
    policy: Policy | None = None,
    period: PeriodCells | None = PERIOD,
    begun: UUID | None = None,
) -> CountNoted:
    """What is noted of a count that starts."""
    found = Start(id=COUNT, period=period, begun=begun, shift="swing")
    return judge.started(fact, found, facts(policy))


def not_started(
    fact: CountStarted, *, period: PeriodCells | None = PERIOD, begun: UUID | None = None
) -> tuple[str, str | None]:
    """Where a start is refused, and by which rule."""
    with pytest.raises(RuleViolation) as refusal:
        start(fact, period=period, begun=begun)
    return refusal.value.pointer, refusal.value.rule


class Count:
    """A count on its way, judged and recorded."""

    def __init__(self, fact: CountStarted | None = None, policy: Policy | None = None) -> None:
        self.policy = policy or Policy()
        fact = fact or starting()
        first = self._cells(fact, start(fact, policy=self.policy))
        assert isinstance(first, CountCells)
        self.sheet = Sheet(count=first)

    def _cells(self, fact: CountFact, noted: CountNoted) -> Any:  # noqa: ANN401 - of any kind
        record = CountRecord(
            id=COUNT, position=1, recorded_at=NOW, house="CASES", fact=fact, noted=noted
        )
        return cells(record)

    def _add(self, name: str, fact: CountFact, noted: CountNoted) -> None:
        kept = (*getattr(self.sheet, name), self._cells(fact, noted))
        self.sheet = structs.replace(self.sheet, **{name: kept})

    def enter(self, by: str = "count-1", cents: int = 100) -> None:
        """The first figure, of one chip."""
        fact = AmountsEntered(denominations={str(cents): 1}, by=by)
        self._add("figures", fact, judge.entered(self.sheet, fact, facts(self.policy)))

    def correct(self, by: str = "count-1", cents: int = 500) -> None:
        """Another figure."""
        fact = CountCorrected(denominations={str(cents): 1}, by=by, reason="miscounted")
        self._add("figures", fact, judge.corrected(self.sheet, fact, facts(self.policy)))

    def sign(self, by: str, code: str | None = CODE, let: SignedException | None = None) -> bool:
        """A signature; whether the count is complete by it, and then it is accepted."""
        fact = CountSigned(by=by, code=code, exception=let)
        self._add("signatures", fact, judge.signed(self.sheet, fact, facts(self.policy)))
        if judge.is_complete(self.sheet, self.policy):
            done = CountAccepted(revision=1, total_cents=500, recorded_cents=700, table_position=9)
            accepted = self._cells(done, CountNoted(count=COUNT, revision=1))
            self.sheet = structs.replace(self.sheet, acceptance=accepted)
            return True
        return False

    def adjust(self, cents: int = 500, **changes: Any) -> None:
        """What it should have been."""
        told = {"by": "count-1", "authorised_by": "sup-1", "code": CODE} | changes
        fact = CountAdjusted(denominations={str(cents): 1}, reason="found", **told)
        self._add("adjustments", fact, judge.adjusted(self.sheet, fact, facts(self.policy)))

    def refuses(self, what: str, *args: Any, **more: Any) -> tuple[str, str | None]:
        """Where something is refused, and by which rule; nothing of it stays."""
        before = self.sheet
        with pytest.raises(RuleViolation) as refusal:
            getattr(self, what)(*args, **more)
        assert self.sheet == before
        return refusal.value.pointer, refusal.value.rule


def test_a_count_knows_of_its_box_what_the_table_said() -> None:
    noted = start(starting())
    drop = noted.drop
    assert drop is not None
    assert (drop.purpose, drop.collector, drop.witness) == ("collection", "drop-1", "floor-7")
    assert (drop.put_on_position, drop.shift, noted.policy_version) == (3, "swing", 5)
    assert (noted.count, noted.deviations) == (COUNT, ())


def test_a_start_that_no_box_fits_is_refused_at_its_place() -> None:
    on_table = structs.replace(PERIOD, removed_position=None, removed_at=None)
    swapped = structs.replace(PERIOD, came_off="X-1", custody="swapped")
    assert not_started(starting(table="T99")) == ("/table", "table")
    assert not_started(starting(), period=None) == ("/removed_position", "removed_position")
    assert not_started(starting(), period=on_table)[0] == "/removed_position"
    assert not_started(starting(box="B-7")) == ("/box", "box")
    assert not_started(starting(), period=swapped) == ("/box", "box")
    assert start(starting(box="X-1"), period=swapped).drop is not None
    assert not_started(starting(), begun=COUNT) == ("/removed_position", "counted_once")
    late, early = NOW + timedelta(minutes=6), NOW - timedelta(hours=1, minutes=6)
    assert not_started(starting(started_at=late)) == ("/started_at", "instant")
    assert not_started(starting(started_at=early)) == ("/started_at", "instant")
    with pytest.raises(ValueError, match="doesn't say who"):
        start(starting(), period=structs.replace(PERIOD, removed_by=None))


def test_counters_are_different_people_with_the_role() -> None:
    for counters, place in (
        (("count-1", "nobody"), "/counters/1"),
        (("cage-1", "count-1"), "/counters/0"),
    ):
        assert not_started(starting(counters=counters)) == (place, "by")
    twice = starting(counters=("count-1", "count-1"))
    assert not_started(twice) == ("/counters/1", "counters")
    assert not_started(starting(received_by="nobody")) == ("/received_by", "by")
    start(starting(received_by="cage-1"))


@pytest.mark.parametrize(
    ("counters", "rules"),
    [
        (("count-1",), ("counters",)),
        (("drop-1", "count-1"), ("collector_differs_from_counters",)),
        (("drop-1",), ("collector_differs_from_counters", "counters")),
    ],
)
def test_a_deviation_needs_an_exception_of_a_supervisor_who_has_no_part(
    counters: tuple[str, ...], rules: tuple[str, ...]
) -> None:
    assert not_started(starting(counters=counters)) == ("/counters", rules[0])
    let = starting(counters=counters, exception=exception())
    assert start(let).deviations == rules
    assert start(starting(counters=counters), policy=LAX).deviations == ()
    for person, rule in (("floor-7", "exception"), ("cage-1", "by"), ("nobody", "by")):
        wrong = starting(counters=counters, exception=exception(person))
        assert not_started(wrong) == ("/exception/authorised_by", rule)
    for code in (None, "000000"):
        wrong = starting(counters=counters, exception=exception(code=code))
        assert not_started(wrong) == ("/exception/code", "code")


def test_an_exception_that_lets_nothing_stand_is_not_kept() -> None:
    count = Count(starting(exception=exception("nobody")))
    assert count.sheet.count.exception_by is None
    let = Count(starting(counters=("count-1",), exception=exception())).sheet.count
    assert (let.deviations, let.exception_by) == (("counters",), "sup-2")


def test_only_its_counters_say_what_was_counted_and_only_once() -> None:
    count = Count()
    assert count.sheet.figure is None
    assert count.refuses("enter", "count-3") == ("/by", "by")
    assert count.refuses("enter", "sup-1") == ("/by", "by")
    assert count.refuses("enter", cents=700) == ("/denominations/700", "denomination")
    assert count.refuses("correct") == ("", "entered_once")
    assert count.refuses("sign", "count-1") == ("", "entered_once")
    count.enter()
    assert count.refuses("enter", "count-2") == ("", "entered_once")
    assert count.refuses("correct", "count-3") == ("/by", "by")
    count.correct("count-2")
    assert [(one.revision, one.reason) for one in count.sheet.figures] == [
        (1, None),
        (2, "miscounted"),
    ]


def test_the_last_needed_signature_accepts_and_a_correction_leaves_signatures_behind() -> None:
    count = Count()
    count.enter()
    assert not count.sign("count-1")
    count.correct()
    assert count.sheet.unsigned() == ("count-1", "count-2")
    assert count.sheet.counted_cents is None
    assert [count.sign(person) for person in ("sup-1", "count-2", "count-1")] == [
        False,
        False,
        True,
    ]
    assert count.sheet.counted_cents == 500
    for what in ("enter", "correct"):
        assert count.refuses(what) == ("", "accepted")
    assert count.refuses("sign", "sup-2") == ("", "accepted")


def test_who_signs_has_a_role_a_code_and_no_part_in_the_drop() -> None:
    count = Count()
    count.enter()
    assert count.sheet.lacks_signer(count.policy)
    for code in (None, "000000"):
        assert count.refuses("sign", "count-1", code) == ("/code", "code")
    for person in ("count-3", "nobody"):
        assert count.refuses("sign", person) == ("/by", "by")
    for person in ("drop-1", "floor-7"):
        assert count.refuses("sign", person) == ("/by", "collector_differs_from_counters")
    itself = exception("floor-7")
    refusal = count.refuses("sign", "floor-7", let=itself)
    assert refusal == ("/exception/authorised_by", "exception")
    count.sign("drop-1", let=exception())
    assert count.refuses("sign", "drop-1") == ("/by", "by")
    (signed,) = count.sheet.standing
    assert (signed.role, signed.deviations) == ("signer", ("collector_differs_from_counters",))
    assert not count.sheet.lacks_signer(count.policy)


def test_who_is_present_signs_and_lets_stand_without_a_code_but_only_for_himself() -> None:
    there = structs.replace(facts(), present=("count-1", "sup-2"))
    there.check_code("count-1", None, "/code")
    there.check_code("sup-2", "000000", "/exception/code")
    with pytest.raises(RuleViolation) as refused:
        there.check_code("count-2", None, "/code")
    assert (refused.value.pointer, refused.value.rule) == ("/code", "code")


def test_an_exception_lets_counters_sign_alone_and_a_lax_policy_asks_for_nobody_else() -> None:
    count = Count()
    count.enter()
    count.sign("count-1")
    assert count.sign("count-2", let=exception())
    assert count.sheet.signatures[-1].exception_by == "sup-2"
    lax = Count(starting(counters=("drop-1",)), LAX)
    lax.enter("drop-1")
    assert not lax.sign("floor-7")
    assert lax.sign("drop-1", let=exception())
    assert lax.sheet.signatures[-1].deviations == ()


def test_a_supervisor_who_did_not_count_approves_an_adjustment() -> None:
    count = Count(starting(counters=("count-1", "both-1")))
    count.enter()
    assert count.refuses("adjust") == ("", "accepted")
    for person in ("count-1", "both-1", "sup-1"):
        count.sign(person)
    assert count.refuses("adjust", by="nobody") == ("/by", "by")
    assert count.refuses("adjust", by="floor-8") == ("/by", "by")
    assert count.refuses("adjust", cents=700) == ("/denominations/700", "denomination")
    assert count.refuses("adjust", authorised_by="cage-1") == ("/authorised_by", "by")
    for approver, by in (("both-1", "count-1"), ("sup-2", "sup-2")):
        refusal = count.refuses("adjust", by=by, authorised_by=approver)
        assert refusal == ("/authorised_by", "approver_differs_from_counters")
    assert count.refuses("adjust", code=None) == ("/code", "code")
    count.adjust(1_000)
    count.adjust(2_500, by="cage-1")
    assert [one.revision for one in count.sheet.adjustments] == [1, 2]
    assert count.sheet.counted_cents == 2_500


def test_a_policy_is_strict_unless_the_house_says_otherwise() -> None:
    assert policy_of(Policy()) == Policy()
    assert policy_of(LAX) == LAX


def test_a_count_moves_what_was_counted_to_the_vault_and_the_rest_to_over_and_short() -> None:
    count = Count().sheet.count
    short = CountAccepted(revision=1, total_cents=500, recorded_cents=700, table_position=9)
    found = posting(count, short, 0)
    assert found is not None
    assert (found.kind, found.line) == ("count", "T01/812")
    assert found.entries == (
        Entry("count_room:collection", -700),
        Entry("vault:collection", 500),
        Entry("over_short:collection", 200),
    )
    empty = CountAccepted(revision=1, total_cents=0, recorded_cents=0, table_position=9)
    assert posting(count, empty, 0) is None
    nowhere = posting(structs.replace(count, put_on_position=None), short, 0)
    assert nowhere is not None
    assert nowhere.entries[0] == Entry("unboxed:T01:collection", -700)
    more = CountAdjusted(
        denominations={"100": 6}, by="count-1", reason="found", authorised_by="sup-1"
    )
    adjusted = posting(count, more, 500)
    assert adjusted is not None
    assert adjusted.entries == (
        Entry("vault:collection", 100),
        Entry("over_short:collection", -100),
    )
    assert posting(count, more, 600) is None
    assert posting(count, AmountsEntered(denominations={}, by="count-1"), 0) is None


def test_the_journals_of_a_cage_follow_from_its_events_alone() -> None:
    def record(position: int, fact: CountFact, noted: CountNoted) -> CountRecord:
        return CountRecord(
            id=COUNT if position == 1 else UUID(int=position),
            position=position,
            recorded_at=NOW,
            house="CASES",
            fact=fact,
            noted=noted,
        )

    noted = CountNoted(count=COUNT, revision=1)
    done = CountAccepted(revision=1, total_cents=500, recorded_cents=700, table_position=9)
    more = CountAdjusted(
        denominations={"100": 6}, by="count-1", reason="found", authorised_by="sup-1"
    )
    entered = AmountsEntered(denominations={"500": 1}, by="count-1")
    facts_told: list[CountFact] = [entered, done, more, more]
    told = [
        record(1, starting(), start(starting())),
        *(record(at, fact, noted) for at, fact in enumerate(facts_told, start=2)),
    ]
    found = [(one.position, one.posting.kind) for one in postings(told)]
    assert found == [(3, "count"), (4, "count_adjusted")]


def test_a_start_without_what_the_table_said_is_no_record() -> None:
    record = CountRecord(
        id=COUNT,
        position=1,
        recorded_at=NOW,
        house="CASES",
        fact=starting(),
        noted=CountNoted(count=COUNT),
    )
    with pytest.raises(ValueError, match="says nothing of its box"):
        cells(record)
