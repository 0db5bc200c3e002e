"""Structs as rows of a section."""

from collections.abc import Iterable, Mapping, Sequence

from msgspec import Struct

from cardroom.reports.document import Cell, Column, Section


def cells(
    columns: Iterable[Column], row: Struct, more: Mapping[str, Cell] | None = None
) -> tuple[Cell, ...]:
    """A row's cells: its fields by the names of the columns, and what it has none for."""
    given = more or {}
    return tuple(
        given[column.name] if column.name in given else getattr(row, column.name)
        for column in columns
    )


def section(
    name: str,
    title: str,
    columns: Sequence[Column],
    rows: Iterable[Struct],
    *,
    keys: int = 1,
    note: str = "",
) -> Section:
    """A section whose rows are structs with fields of the columns' names."""
    return Section(
        name=name,
        title=title,
        columns=tuple(columns),
        rows=tuple(cells(columns, row) for row in rows),
        keys=keys,
        note=note,
    )
