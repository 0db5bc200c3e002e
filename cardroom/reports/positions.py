"""Positions: whether a report says how far tables were, of which rounds may be hidden.

Two reports of the same round, asked for before and behind its first card, would say between them
how many fees it paid.
"""

from cardroom.log import store
from cardroom.reports.dataset import Dataset
from cardroom.reports.integrity.dataset import Integrity
from tables import history
from tables.blind import Blind


def is_told(house: str, report: Dataset) -> bool:
    """Whether it says so, of a day that hadn't ended or as heads of streams, while any may be."""
    streams = [history.stream_of(table.table) for table in report.tables]
    if isinstance(report, Integrity):
        streams = [head.stream for head in report.heads]
    elif report.has_ended:
        return False
    heads = [store.head(house, stream) for stream in streams]
    return any(head is not None and Blind(head).until is not None for head in heads)
