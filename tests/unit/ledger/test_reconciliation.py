"""Reconciliation: what boxes come to, and where a miss is; worked by hand."""

from typing import Any

import pytest
from msgspec import structs

from ledger.rules.reconciliation import BoxFigures, figures, sums
from ledger.rules.reconciliation.blind import blind_items
from ledger.rules.reconciliation.findings import findings
from ledger.rules.reconciliation.names import Name, parse
from ledger.rules.reconciliation.tolerance import Tolerances
from ledger.rules.reconciliation.whereabouts import apart, code_of
from tests.reconciled import DAY, STRICT, a_box, box_money, item, period


def kinds(box: BoxFigures) -> list[str]:
    """What is to be explained."""
    return [finding.kind for finding in box.findings]


def test_the_worked_box_of_the_readme() -> None:
    # $120.00 assessed, $5.00 waived, corrections took $2.00 back: $113.00 are expected.
    money = figures(
        assessed_cents=12_000,
        waived_cents=500,
        corrections_cents=-200,
        collected_cents=11_100,
        counted_cents=11_050,
    )
    assert money.expected_cents == 11_300
    assert money.assess_variance_cents == -200
    assert money.count_variance_cents == -50
    assert money.total_variance_cents == -250


def test_a_box_that_is_not_counted_has_no_count_variance() -> None:
    money = a_box()
    assert (money.counted_cents, money.count_variance_cents) == (None, None)
    assert money.total_variance_cents is None
    assert kinds(money) == ["uncounted"]


def test_sums_are_those_of_their_parts_and_no_purpose_is_mixed() -> None:
    boxes = [
        a_box(item("wrong_fee", 100), counted=1_100),
        a_box(item("missing_fee", -200), counted=790, shift="night"),
        a_box(assessed=500, table="T02", shift="night"),
        a_box(assessed=70, counted=70, purpose="jackpot"),
    ]
    collection, jackpot = sums(boxes)
    assert (collection.boxes, collection.uncounted, collection.assessed_cents) == (3, 1, 2_500)
    assert collection.expected_cents == 2_500
    assert collection.collected_cents == 1_100 + 800 + 500
    assert collection.assess_variance_cents == -100
    assert collection.counted_cents == 1_890
    assert collection.count_variance_cents == 0 - 10
    assert collection.total_variance_cents == 100 - 210
    assert collection.expected_of_counted_cents == 2_000
    assert collection.collected_of_counted_cents == 1_100 + 800
    assert collection.counted_cents - collection.collected_of_counted_cents == -10
    assert (jackpot.purpose, jackpot.counted_cents) == ("jackpot", 70)
    by_shift = {(one.shift, one.purpose): one.boxes for one in sums(boxes, "shift")}
    assert by_shift == {("day", "collection"): 1, ("day", "jackpot"): 1, ("night", "collection"): 2}
    uncounted = next(one for one in sums(boxes, "table") if one.table == "T02")
    assert (uncounted.counted_cents, uncounted.count_variance_cents) == (None, None)
    assert (uncounted.expected_of_counted_cents, uncounted.assessed_cents) == (None, 500)
    assert {one.gaming_day for one in sums(boxes, "gaming_day")} == {DAY}


@pytest.mark.parametrize(
    ("tolerances", "expected", "allowed"),
    [
        (Tolerances(), 10_000, 0),
        (Tolerances(assess_cents=300), 10_000, 300),
        (Tolerances(assess_basis_points=50), 10_000, 50),
        (Tolerances(assess_basis_points=50), 199, 0),
        (Tolerances(assess_cents=300, assess_basis_points=50), 10_000, 50),
        (Tolerances(assess_cents=30, assess_basis_points=50), 10_000, 30),
        (Tolerances(assess_basis_points=50), -10_000, 0),
    ],
)
def test_the_smaller_tolerance_holds(tolerances: Tolerances, expected: int, allowed: int) -> None:
    assert tolerances.assess(expected) == allowed
    assert tolerances.count(expected) == 0


def test_wrong_fees_are_judged_by_what_they_come_to_altogether() -> None:
    too_much, too_little = item("wrong_fee", 100), item("missing_fee", -100, round=8)
    (finding,) = a_box(too_much, too_little, counted=1_000).findings
    assert (finding.kind, finding.cents) == ("assess", 0)
    assert finding.detail == "2 wrong fees in 2 rounds, $1.00 too much, $1.00 too little"
    box = a_box(too_much, too_little, counted=1_000)
    allowed = findings(
        period(), box_money(box), box.items, Tolerances(assess_cents=200), is_assessed=True
    )
    assert allowed == ()
    just_below = Tolerances(assess_cents=199)
    assert findings(period(), box_money(box), box.items, just_below, is_assessed=True)


def test_a_count_beyond_its_tolerance_says_how_much_it_is_off() -> None:
    short, over = a_box(counted=995), a_box(counted=1_001)
    assert [one.detail for one in short.findings] == [
        "$0.05 short: counted $9.95, collected $10.00"
    ]
    assert [one.cents for one in over.findings] == [1]
    five = Tolerances(count_cents=5)
    assert findings(period(), box_money(short), (), five, is_assessed=True) == ()


def test_late_fees_and_rounds_in_play_are_no_findings_and_a_missing_tier_always_is() -> None:
    assert kinds(a_box(item("late_fee", 0), counted=1_000)) == []
    assert kinds(a_box(item("in_play", 200), counted=1_200)) == []
    untiered = a_box(item("no_tier", 0, assessed_cents=None), counted=1_000)
    assert [one.detail for one in untiered.findings] == ["1 wrong fee in 1 round, 1 without a tier"]


def test_what_is_odd_of_a_box_is_a_finding_of_its_own() -> None:
    (custody,) = a_box(counted=1_000, flags=("swapped", "no_witness")).findings
    assert custody.kind == "custody"
    assert custody.detail == "another box came off than the one that was put on"
    hanging = a_box(status="on_table", removed_position=None, removed_at=None)
    assert [one.detail for one in hanging.findings] == ["B-014 hangs at the table still"]
    implied: dict[str, Any] = {"put_on_position": None, "removed_position": None, "box": "T01"}
    assert kinds(a_box(status="implied", **implied)) == ["no_box"]
    assert kinds(a_box(status="implied", assessed=0, **implied)) == []
    money = figures(assessed_cents=700, waived_cents=700, corrections_cents=0, collected_cents=0)
    here = period(status="implied", **implied)
    (waived,) = findings(here, money, (), STRICT, is_assessed=True)
    assert waived.detail == "$0.00 collected at a table without a box of this purpose"


def test_nothing_is_assessed_of_a_purpose_without_a_schedule() -> None:
    money = figures(
        assessed_cents=0, waived_cents=0, corrections_cents=0, collected_cents=90, counted_cents=90
    )
    assert findings(period(purpose="jackpot"), money, (), STRICT, is_assessed=False) == ()


def test_of_money_that_nothing_assesses_only_the_count_can_be_off() -> None:
    money = figures(
        assessed_cents=0,
        waived_cents=0,
        corrections_cents=0,
        collected_cents=90,
        counted_cents=70,
        is_assessed=False,
    )
    assert (money.assess_variance_cents, money.total_variance_cents) == (None, None)
    assert (money.collected_cents, money.count_variance_cents) == (90, -20)
    box = structs.replace(a_box(purpose="jackpot"), **structs.asdict(money), is_assessed=False)
    (summed,) = sums([box, box])
    assert (summed.collected_cents, summed.count_variance_cents) == (180, -40)
    assert (summed.assess_variance_cents, summed.total_variance_cents) == (None, None)


@pytest.mark.parametrize(
    "name",
    [
        Name("T01", "collection", put_on=812),
        Name("T.0-1_a", "jackpot", removed=930),
        Name("T01.promo", "promo", day=DAY),
    ],
)
def test_a_name_says_which_box_it_is(name: Name) -> None:
    assert parse(str(name)) == name


@pytest.mark.parametrize(
    "text",
    ["", "T01", "T01.tips.9", "T01.collection.0", "T01.collection.2026-02-30", "T01.promo.r"],
)
def test_what_is_no_name_names_nothing(text: str) -> None:
    assert parse(text) is None


NONE: frozenset[int] = frozenset()


def test_the_blind_are_told_nothing_of_money_in_another_box() -> None:
    late = item("late_fee", 0, collected_cents=0, other_since=30)
    moved = item("other_box", -200, collected_cents=0, other_since=30)
    (shown,) = blind_items((late, moved), NONE)
    assert shown == item("missing_fee", -200)
    elsewhere = item("other_box", 200, assessed_cents=0, collected_cents=200, other_since=9)
    (shown,) = blind_items((elsewhere,), NONE)
    assert (shown.code, shown.collected_cents) == ("unexpected_fee", 200)
    partly = item("wrong_fee", 50), item("other_box", -100, other_since=30)
    (shown,) = blind_items(partly, NONE)
    assert (shown.code, shown.difference_cents) == ("wrong_fee", -50)
    other = item("wrong_fee", 10, seat=5)
    assert blind_items((other,), NONE) == (other,)


def test_the_blind_are_told_of_another_box_once_that_is_counted() -> None:
    both = item("late_fee", 0, other_since=30), item("other_box", -200, other_since=30)
    assert blind_items(both, frozenset({30})) == both
    assert len(blind_items(both, frozenset({31}))) == 1


def test_the_blind_are_told_nothing_where_this_box_alone_is_right() -> None:
    assert blind_items((item("late_fee", 0, other_since=30),), NONE) == ()
    untiered = item("no_tier", 0, assessed_cents=None, collected_cents=0)
    late = item("late_fee", 0, other_since=30)
    (shown,) = blind_items((untiered, late), NONE)
    assert (shown.code, shown.difference_cents) == ("no_tier", 0)


@pytest.mark.parametrize(
    ("off", "elsewhere", "left", "there"),
    [
        (0, {}, 0, []),
        (-700, {30: 700}, 0, [(30, 700, 0)]),
        (-700, {30: 800}, 0, [(30, 700, 100)]),
        (-700, {30: 500}, -200, [(30, 500, 0)]),
        (0, {30: 700}, 0, [(30, 0, 700)]),
        (700, {30: -700}, 0, [(30, -700, 0)]),
        (700, {30: -900}, 0, [(30, -700, -200)]),
        (-700, {30: -100}, -700, [(30, 0, -100)]),
        (-700, {40: 600, 30: 200}, 0, [(30, 200, 0), (40, 500, 100)]),
    ],
)
def test_money_elsewhere_makes_up_for_what_is_missing_here_and_no_more(
    off: int, elsewhere: dict[int, int], left: int, there: list[tuple[int, int, int]]
) -> None:
    found_left, found = apart(off, elsewhere)
    assert found_left == left
    assert [(one.since, one.instead_cents, one.off_cents) for one in found] == there


@pytest.mark.parametrize(
    ("owed", "off", "code"),
    [(0, 100, "unexpected_fee"), (200, -200, "missing_fee"), (200, 100, "wrong_fee")],
)
def test_a_fee_that_is_off_is_called_by_what_was_owed(owed: int, off: int, code: str) -> None:
    assert code_of(owed, off) == code


def test_fees_are_judged_when_their_box_is_counted() -> None:
    wrong = item("wrong_fee", 100)
    assert kinds(a_box(wrong)) == ["uncounted"]
    assert kinds(a_box(wrong, counted=1_100)) == ["assess"]


def test_money_that_lies_in_another_box_is_no_wrong_fee() -> None:
    late = item("late_fee", 0, other_since=30), item("other_box", -200, other_since=30)
    assert kinds(a_box(*late, counted=800)) == []
    (finding,) = a_box(*late, item("missing_fee", -100, seat=5), counted=700).findings
    assert finding.detail == "1 wrong fee in 1 round, $1.00 too little"
