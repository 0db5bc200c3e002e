"""The report `rotation` laid out for reading."""

from collections.abc import Iterable
from typing import Final

from cardroom.reports import heading
from cardroom.reports.document import Bar, Chart, Column, Document, Section
from cardroom.reports.rotation.course import timelines
from cardroom.reports.rotation.dataset import Rotation, RotationFinding, RotationTable
from cardroom.reports.rotation.shares import per_mille, percent
from cardroom.reports.tabular import cells
from cardroom.texts import counted

_VERDICTS: Final = {
    "no_violation_found": "no violation found",
    "violations": "VIOLATIONS",
    "indeterminate": "INDETERMINATE",
}
_MOST_BARS: Final = 20
_DAY: Final = Column("gaming_day", "Gaming day")
_TABLE: Final = Column("table", "Table")
_HANDS: Final = Column("hands", "Hands", "number")
_LONGEST: Final = Column("longest_run", "Longest run", "number")
_COUNTED: Final = Column("findings", "Violations", "number")
_TABLES: Final = (
    _TABLE,
    Column("verdict", "Verdict"),
    _HANDS,
    _LONGEST,
    Column("offers", "Offers", "number"),
    Column("accepted", "Accepted", "number"),
    Column("declined", "Declined", "number"),
    Column("stops", "Stops", "number"),
    _COUNTED,
    Column("missing", "Missing rounds"),
    Column("reasons", "What is missing for a verdict"),
)
_FINDINGS: Final = (
    _TABLE,
    Column("round", "Round", "number"),
    Column("rule", "Rule"),
    Column("holder", "Holder"),
    Column("positions", "Events"),
    Column("weight", "Weight"),
    Column("profile", "Profile"),
    Column("at", "When", "instant"),
    Column("detail", "What was found"),
    Column("superseded_by", "Superseded by event", "number"),
)
_HOLDERS: Final = (
    Column("holder", "Holder"),
    Column("kind", "Kind"),
    _HANDS,
    Column("share", "Share"),
)
_DAYS: Final = (
    _DAY,
    Column("verdict", "Verdict"),
    Column("tables", "Tables", "number"),
    _HANDS,
    _LONGEST,
    _COUNTED,
)


def lay_out(report: Rotation) -> Document:
    """The document of the dataset."""
    return Document(
        title=report.title,
        subtitle=f"{report.house_name}, {heading.period(report)}",
        zone=report.zone,
        marks=tuple(_marks(report)),
        facts=(*heading.facts(report), *_facts(report)),
        charts=(_chart(report),),
        sections=tuple(_sections(report)),
        timelines=tuple(timelines(report)),
    )


def _marks(report: Rotation) -> Iterable[str]:
    """The verdict, and what isn't known yet."""
    yield f"VERDICT: {_VERDICTS[report.verdict]}"
    yield from heading.marks(report)
    thin = [table.table for table in report.tables if not table.evidence.complete]
    if thin:
        yield f"EVIDENCE IS MISSING at {len(thin)} of {counted(len(report.tables), 'table')}."
    if not report.tables:
        yield "NO TABLE WAS OPEN, so nothing can be said."


def _facts(report: Rotation) -> Iterable[tuple[str, str]]:
    offers = f"{report.offers:,} made, {report.accepted:,} accepted, {report.declined:,} declined"
    share = ""
    if report.hands:
        share = f", {percent(per_mille(report.tppps_hands, report.hands))} by TPPPS"
    yield "Hands", f"{report.hands:,}{share}; longest run {report.longest_run}"
    yield "Offers", offers
    yield "Stops", f"{report.stops:,}"
    yield "Findings", f"{len(report.findings):,}, of which {report.counted:,} are violations"


def _sections(report: Rotation) -> Iterable[Section]:
    yield Section(
        name="tables",
        title="Tables",
        columns=_TABLES,
        rows=tuple(cells(_TABLES, table, _told(table)) for table in report.tables),
    )
    if report.month:
        days = [{"verdict": _VERDICTS[one.verdict]} for one in report.by_day]
        rows = (cells(_DAYS, one, more) for one, more in zip(report.by_day, days, strict=True))
        yield Section(name="by_day", title="Gaming days", columns=_DAYS, rows=tuple(rows))
    columns = (_DAY, *_FINDINGS) if report.month else _FINDINGS
    yield Section(
        name="findings",
        title="Findings",
        columns=columns,
        rows=tuple(cells(columns, found, _found(found)) for found in report.findings),
        keys=5 + len(columns) - len(_FINDINGS),
        note="Alerts, findings of profiles in shadow and superseded ones count for no verdict.",
    )
    yield Section(
        name="holders",
        title="Hands by holder",
        columns=_HOLDERS,
        rows=tuple(
            cells(_HOLDERS, one, {"share": percent(one.share_per_mille)}) for one in report.holders
        ),
    )


def _told(table: RotationTable) -> dict[str, str]:
    evidence = table.evidence
    return {
        "verdict": _VERDICTS[table.verdict],
        "missing": _ranges(evidence.missing_rounds),
        "reasons": "; ".join(evidence.reasons),
    }


def _ranges(numbers: Iterable[int]) -> str:
    """Numbers as people write them: `4-30, 33`."""
    spans: list[list[int]] = []
    for number in numbers:
        if spans and number == spans[-1][1] + 1:
            spans[-1][1] = number
        else:
            spans.append([number, number])
    return ", ".join(f"{a}" if a == b else f"{a}-{b}" for a, b in spans)


def _found(finding: RotationFinding) -> dict[str, str]:
    weight = f"{finding.severity}, in shadow" if finding.shadow else finding.severity
    return {"positions": ", ".join(map(str, finding.positions)), "weight": weight}


def _chart(report: Rotation) -> Chart:
    """Hands by holder, those with most."""
    shown, others = report.holders[:_MOST_BARS], report.holders[_MOST_BARS:]
    bars = [Bar(one.holder, (one.hands,)) for one in shown]
    if others:
        bars.append(Bar(counted(len(others), "other"), (sum(one.hands for one in others),)))
    return Chart(
        name="hands_by_holder",
        title="Hands by holder",
        series=("hands as player-dealer",),
        bars=tuple(bars),
        form="number",
    )
