"""Hiding: what a report tells of rounds in uncounted boxes besides fees, to who may count."""

from cardroom.log import store
from cardroom.reports.dataset import Dataset
from cardroom.reports.integrity.dataset import Integrity
from cardroom.reports.irregularities.dataset import AuthorisedEvent, IrregularItem, Irregularities
from cardroom.reports.kinds import Kind
from cardroom.reports.rotation.dataset import Rotation
from tables import history
from tables.blind import Blind, are_hidden


def is_withheld(house: str, kind: Kind, report: Dataset) -> bool:
    """Whether who may count isn't shown it: for the fees that it tells, or for what else."""
    return kind.is_withheld(house, report) or tells(house, report)


def tells(house: str, report: Dataset) -> bool:
    """Whether it names such a round's wagers, or says how far a table was that has such rounds."""
    return _says_how_far(house, report) or are_hidden(house, _named(report))


def _says_how_far(house: str, report: Dataset) -> bool:
    """Of a day that hadn't ended, or as the heads of streams.

    Two reports, asked for before and behind a round's first card, would say what it paid.
    """
    streams = [history.stream_of(table.table) for table in report.tables]
    if isinstance(report, Integrity):
        streams = [head.stream for head in report.heads]
    elif report.has_ended:
        return False
    heads = [store.head(house, stream) for stream in streams]
    return any(head is not None and Blind(head).until is not None for head in heads)


def _named(report: Dataset) -> list[tuple[str, int, int]]:
    """The events whose details it gives, by table, round and position."""
    if isinstance(report, Irregularities):
        found: tuple[IrregularItem | AuthorisedEvent, ...] = (*report.items, *report.authorised)
        return [(one.table, one.round, one.position) for one in found if one.round is not None]
    if not isinstance(report, Rotation):
        return []
    return [
        (one.table, one.round, max(one.positions, default=0))
        for one in report.findings
        if one.rule == "R6" and one.table is not None and one.round is not None
    ]
