"""The report `integrity` laid out for reading."""

from collections.abc import Iterable
from typing import Final

from cardroom.reports import heading
from cardroom.reports.document import Bar, Chart, Column, Document, Section
from cardroom.reports.integrity.dataset import Integrity
from cardroom.reports.tabular import cells, section

_FINDINGS: Final = (
    Column("kind", "Kind"),
    Column("stream", "Stream"),
    Column("position", "Event", "number"),
    Column("table", "Table of the database"),
    Column("row", "Row"),
    Column("column", "Column"),
    Column("detail", "What is wrong"),
)
_HEADS: Final = (
    Column("stream", "Stream"),
    Column("position", "Last event", "number"),
    Column("is_verified", "Verified"),
    Column("hash", "SHA-256 of the chain there"),
)
_UNCHECKED: Final = (Column("what", "What no verification here can tell"),)
_MOST_BARS: Final = 25


def lay_out(report: Integrity) -> Document:
    """The document of the dataset."""
    return Document(
        title=report.title,
        subtitle=f"{report.house_name}, {heading.period(report)}",
        zone=report.zone,
        marks=tuple(_marks(report)),
        facts=(*heading.facts(report), *_facts(report)),
        charts=(_chart(report),),
        sections=tuple(_sections(report)),
    )


def _marks(report: Integrity) -> Iterable[str]:
    """The answer, and each way in which it is less than it could be."""
    yield "OK: nothing was found wrong." if report.ok else f"NOT OK: {'; '.join(report.reasons)}."
    yield from heading.marks(report)
    if not report.witnessed:
        yield "NOT WITNESSED: no checkpoint behind the period was accepted elsewhere."
    if not report.roles_separated:
        yield f"ROLES NOT SEPARATED: {report.roles}."


def _facts(report: Integrity) -> Iterable[tuple[str, str]]:
    yield "Verified", "yes, when this revision was made" if report.verified else "no"
    if report.feed is not None:
        yield "Feed", f"to {report.feed.cursor:,}, {report.feed.hash}"
    if report.witness is not None:
        one = report.witness
        signed, accepted = (f"{at:%Y-%m-%dT%H:%M:%SZ}" for at in (one.signed_at, one.accepted_at))
        said = f"feed to {one.cursor:,}, {one.hash}, signed {signed}, accepted {accepted}"
        yield "Checkpoint elsewhere", said


def _sections(report: Integrity) -> Iterable[Section]:
    more = report.findings_in_all - len(report.findings)
    yield section(
        "findings",
        "Findings",
        _FINDINGS,
        report.findings,
        keys=6,
        note=f"and {more:,} more" if more else "",
    )
    yield Section(
        name="heads",
        title="Chain heads",
        columns=_HEADS,
        rows=tuple(
            cells(_HEADS, one, {"is_verified": "yes" if one.verified else "no"})
            for one in report.heads
        ),
    )
    yield Section(
        name="not_checked",
        title="Not checked",
        columns=_UNCHECKED,
        rows=tuple((line,) for line in report.not_checked),
    )


def _chart(report: Integrity) -> Chart:
    """Events of each stream up to the period's end, longest first."""
    heads = sorted(report.heads, key=lambda one: (-one.position, one.stream))
    return Chart(
        name="events_by_stream",
        title="Events by stream, to the end of the period",
        series=("events",),
        bars=tuple(Bar(one.stream, (one.position,)) for one in heads[:_MOST_BARS]),
        form="number",
    )
