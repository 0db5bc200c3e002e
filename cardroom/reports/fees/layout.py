"""The report `fees` laid out for reading."""

from collections.abc import Iterable, Sequence
from typing import Final

from cardroom.reports import heading
from cardroom.reports.document import Bar, Chart, Column, Document, Section
from cardroom.reports.fees.dataset import Fees, FeesRow, FeesTotals
from cardroom.reports.tabular import cells
from cardroom.texts import counted

_MONEY: Final = (
    Column("assessed_cents", "Assessed", "cents"),
    Column("waived_cents", "Waived", "cents"),
    Column("corrections_cents", "Corrections", "cents"),
    Column("expected_cents", "Expected", "cents"),
    Column("collected_cents", "Collected", "cents"),
    Column("counted_cents", "Counted", "cents", missing="not counted"),
    Column("assess_variance_cents", "Assess variance", "cents"),
    Column("count_variance_cents", "Count variance", "cents"),
    Column("total_variance_cents", "Total variance", "cents"),
)
_DAY: Final = Column("gaming_day", "Gaming day")
_TABLE: Final = Column("table", "Table")
_SHIFT: Final = Column("shift", "Shift")
_BOX: Final = Column("box", "Box")
_PURPOSE: Final = Column("purpose", "Purpose")
_SUMMED: Final = (
    _PURPOSE,
    Column("boxes", "Boxes", "number"),
    Column("uncounted", "Not counted", "number"),
    *_MONEY,
)
_ROWS: Final = (
    _TABLE,
    _PURPOSE,
    _BOX,
    _SHIFT,
    Column("status", "Status"),
    Column("rounds", "Rounds", "number"),
    *_MONEY,
    Column("marks", "Remarks"),
)
_FINDINGS: Final = (
    Column("reconciliation", "Box period"),
    Column("kind", "Finding"),
    Column("cents", "Amount", "cents"),
    Column("detail", "What is to be explained"),
)
_EXCEPTIONS: Final = (
    _TABLE,
    Column("round", "Round", "number"),
    Column("seat", "Seat", "number"),
    Column("player", "Player"),
    Column("role", "Role"),
    Column("code", "What"),
    _PURPOSE,
    _BOX,
    _DAY,
    Column("assessed_cents", "Assessed", "cents"),
    Column("waived_cents", "Waived", "cents"),
    Column("collected_cents", "Collected", "cents"),
    Column("difference_cents", "Difference", "cents"),
)
_CHAIN: Final = (
    Column("reconciliation", "Box period"),
    Column("put_on_at", "Put on", "instant"),
    Column("put_on_position", "At position", "number"),
    Column("removed_at", "Taken off", "instant"),
    Column("removed_position", "At position", "number"),
    Column("counters", "Counters"),
)


def lay_out(fees: Fees) -> Document:
    """The document of the dataset."""
    sums = [
        _summed("by_purpose", "By purpose", fees.by_purpose),
        _summed("by_shift", "By shift", fees.by_shift, _SHIFT),
        _summed("by_table", "By table", fees.by_table, _TABLE),
    ]
    if fees.month:
        sums.insert(1, _summed("by_day", "By gaming day", fees.by_day, _DAY))
    return Document(
        title=fees.title,
        subtitle=f"{fees.house_name}, {heading.period(fees)}",
        zone=fees.zone,
        marks=tuple(_marks(fees)),
        facts=tuple(heading.facts(fees)),
        charts=(_chart(fees),),
        sections=(*sums, *_boxes(fees)),
    )


def _marks(fees: Fees) -> Iterable[str]:
    """What isn't known yet."""
    yield from heading.marks(fees)
    if fees.state == "uncounted":
        boxes = f"{fees.uncounted:,} of {counted(len(fees.rows), 'box', 'boxes')}"
        yield f"UNCOUNTED: {boxes} not counted; what they hold is not known."
    if fees.uncounted and any(row.status == "implied" for row in fees.rows):
        yield "NO BOX: tables collected fees for which they had no box."
    provisional = sum(row.provisional for row in fees.rows)
    if provisional:
        periods = counted(provisional, "box period")
        yield f"PROVISIONAL: tables have not posted past the end of {periods}."


def _summed(name: str, title: str, sums: Sequence[FeesTotals], *by: Column) -> Section:
    columns = (*by, *_SUMMED)
    rows = tuple(cells(columns, one) for one in sums)
    keys = 1 + len(by)
    note = _partial(sums)
    return Section(name=name, title=title, columns=columns, rows=rows, keys=keys, note=note)


def _partial(sums: Sequence[FeesTotals]) -> str:
    """Of which boxes the figures are, where not all of them are counted."""
    boxes, uncounted = sum(one.boxes for one in sums), sum(one.uncounted for one in sums)
    if not uncounted:
        return ""
    verb = "is" if uncounted == 1 else "are"
    of_all = counted(boxes, "box", "boxes")
    return (
        f"{uncounted} of {of_all} {verb} not counted yet: counted, count variance and total"
        f" variance are those of the other {boxes - uncounted}"
    )


def _boxes(fees: Fees) -> Iterable[Section]:
    remarks = [{"marks": _remarks(row)} for row in fees.rows]
    columns = (_DAY, *_ROWS) if fees.month else _ROWS
    rows = tuple(cells(columns, row, more) for row, more in zip(fees.rows, remarks, strict=True))
    keys = 3 + len(columns) - len(_ROWS)
    yield Section(name="rows", title="Box periods", columns=columns, rows=rows, keys=keys)
    yield Section(
        name="findings",
        title="To be explained and signed",
        columns=_FINDINGS,
        rows=tuple(
            cells(_FINDINGS, found, {"reconciliation": row.reconciliation})
            for row in fees.rows
            for found in row.findings
        ),
        keys=2,
    )
    yield Section(
        name="exceptions",
        title="Exceptions: fees that are not as they should be",
        columns=_EXCEPTIONS,
        rows=tuple(cells(_EXCEPTIONS, one) for one in fees.exceptions),
        keys=8,
    )
    custody = [{"counters": ", ".join(row.counters)} for row in fees.rows]
    yield Section(
        name="custody",
        title="Where the boxes were",
        columns=_CHAIN,
        rows=tuple(cells(_CHAIN, row, more) for row, more in zip(fees.rows, custody, strict=True)),
    )


def _remarks(row: FeesRow) -> str:
    told = [*row.flags]
    told += ["provisional"] if row.provisional else []
    told += [] if row.is_assessed else ["no schedule assesses this purpose"]
    return ", ".join(told).replace("_", " ")


def _chart(fees: Fees) -> Chart:
    """Both variances of collection fees, table by table."""
    return Chart(
        name="variance_by_table",
        title="Variance by table, collection fees",
        series=("collected less expected", "counted less collected"),
        bars=tuple(
            Bar(one.table or "", (one.assess_variance_cents, one.count_variance_cents))
            for one in fees.by_table
            if one.purpose == fees.totals.purpose
        ),
        unknown="not counted",
        sides="too little  < 0 >  too much",
    )
