"""Cells as people read them."""

from datetime import datetime
from zoneinfo import ZoneInfo

from cardroom.money import dollars
from cardroom.reports.document import Cell, Column


def text(cell: Cell, column: Column, zone: str) -> str:
    """A cell as text."""
    if cell is None:
        return column.missing
    if isinstance(cell, datetime):
        return local(cell, zone)
    if column.form == "cents" and isinstance(cell, int):
        return dollars(cell)
    if column.form == "number":
        return f"{cell:,}"
    return str(cell)


def local(instant: datetime, zone: str) -> str:
    """An instant by the clocks of the house, with their offset from UTC."""
    return instant.astimezone(ZoneInfo(zone)).isoformat(sep=" ", timespec="seconds")
