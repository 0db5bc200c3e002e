"""Reports made by hand, for tests of what is made of a dataset."""

from datetime import UTC, date, datetime
from typing import Any, Final

from msgspec import structs

from cardroom.reports.dataset import Stamp, TableBasis, Versioned, canonical, digest_of
from cardroom.reports.fees.dataset import (
    Fees,
    FeesException,
    FeesFinding,
    FeesRow,
    FeesTotals,
)
from cardroom.reports.fees.layout import lay_out
from cardroom.reports.render.printed import Printed

DAY: Final = date(2026, 11, 28)
PURPOSE: Final = "collection"


def money(expected: int, collected: int, counted: int | None = None) -> dict[str, Any]:
    """The figures of a box, in cents."""
    return {
        "assessed_cents": expected,
        "waived_cents": 0,
        "corrections_cents": 0,
        "expected_cents": expected,
        "collected_cents": collected,
        "counted_cents": counted,
        "assess_variance_cents": collected - expected,
        "count_variance_cents": None if counted is None else counted - collected,
        "total_variance_cents": None if counted is None else counted - expected,
    }


def a_row(table: str, **changes: Any) -> FeesRow:
    """One box period."""
    row = FeesRow(
        reconciliation=f"{table}.collection.7",
        gaming_day=DAY,
        table=table,
        shift="day",
        box=f"B-{table}",
        purpose=PURPOSE,
        status="counted",
        put_on_position=7,
        put_on_at=datetime(2026, 11, 28, 14, 5, tzinfo=UTC),
        removed_position=900,
        removed_at=datetime(2026, 11, 29, 13, 50, tzinfo=UTC),
        counters=("count-1", "count-2"),
        rounds=40,
        provisional=False,
        is_assessed=True,
        **money(12_000, 11_900, 11_900),
        flags=(),
        findings=(FeesFinding(kind="assess", cents=-100, detail="1 wrong fee in 1 round"),),
    )
    return structs.replace(row, **changes)


def an_exception(table: str, number: int, **changes: Any) -> FeesException:
    """One wager whose fee is wrong."""
    found = FeesException(
        gaming_day=DAY,
        table=table,
        box=f"B-{table}",
        purpose=PURPOSE,
        round=number,
        seat=4,
        player="P-1004",
        role="player",
        code="missing_fee",
        assessed_cents=100,
        waived_cents=0,
        collected_cents=0,
        difference_cents=-100,
    )
    return structs.replace(found, **changes)


def totals(**changes: Any) -> FeesTotals:
    """Boxes summed up."""
    summed = FeesTotals(purpose=PURPOSE, boxes=1, uncounted=0, **money(12_000, 11_900, 11_900))
    return structs.replace(summed, **changes)


def fees(**changes: Any) -> Fees:
    """A report of one table, with words of it changed."""
    report = Fees(
        kind="fees",
        house="CASES",
        house_name="The Cases",
        title="Collection fees",
        gaming_day=DAY,
        month=None,
        from_=datetime(2026, 11, 28, 14, tzinfo=UTC),
        to=datetime(2026, 11, 29, 14, tzinfo=UTC),
        zone="America/Los_Angeles",
        from_local="2026-11-28T06:00:00-08:00",
        to_local="2026-11-29T06:00:00-08:00",
        minutes=1440,
        has_ended=True,
        tables=(TableBasis(table="T01", rounds=40, last_position=912),),
        rulesets=(Versioned(name="pure-21.5", version=1),),
        state="counted",
        uncounted=0,
        rows=(a_row("T01"),),
        totals=totals(),
        by_purpose=(totals(),),
        by_day=(totals(gaming_day=DAY),),
        by_shift=(totals(shift="day"),),
        by_table=(totals(table="T01"),),
        exceptions=(an_exception("T01", 12),),
    )
    return structs.replace(report, **changes)


def printed(report: Fees, *changes: str, revision: int = 1) -> Printed:
    """A report as its renderings take it."""
    stamp = Stamp(
        digest=digest_of(canonical(report)),
        generated_at=datetime(2026, 11, 29, 14, 0, 3, tzinfo=UTC),
        revision=revision,
        software_version="0.1.0",
    )
    return Printed(lay_out(report), stamp, changes)


def many_tables(number: int) -> Fees:
    """A report of a big room: tables short, over, right and uncounted, with long texts."""
    codes = [f"T{one:02d}" for one in range(1, number + 1)]
    rows, sums, exceptions = [], [], []
    for at, code in enumerate(codes):
        counted = None if at % 5 == 3 else 11_900 + (at % 7 - 3) * 500
        figures = money(12_000, 11_900 + (at % 4 - 1) * 150, counted)
        rows.append(a_row(code, **figures, flags=("swapped", "missing") if at % 9 == 4 else ()))
        sums.append(totals(table=code, uncounted=int(counted is None), **figures))
        exceptions += [an_exception(code, 3 * one + 1) for one in range(at % 6)]
    exceptions.append(an_exception("T01", 999, player="P-" + "x" * 62))
    return fees(
        rows=tuple(rows),
        by_table=tuple(sums),
        exceptions=tuple(exceptions),
        state="uncounted",
        uncounted=sum(row.counted_cents is None for row in rows),
        tables=tuple(TableBasis(table=one, rounds=1300, last_position=81_000) for one in codes),
    )
