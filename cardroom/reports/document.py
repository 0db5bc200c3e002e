"""Documents: a dataset laid out for reading, the same for every rendering but JSON.

A kind lays its dataset out once: facts, tables and charts. Renderings know nothing of kinds.
"""

from datetime import date, datetime
from typing import Literal

from msgspec import Struct

Form = Literal["text", "number", "cents", "instant"]
Cell = str | int | bool | date | datetime | None


class Column(Struct, frozen=True):
    """A column: its name for machines, its title for people, and the form of its cells.

    `missing` is what people read where a cell isn't known.
    """

    name: str
    title: str
    form: Form = "text"
    missing: str = ""


class Section(Struct, frozen=True, kw_only=True):
    """A table. The first `keys` columns tell its rows apart; `total` is a row below the others."""

    name: str
    title: str
    columns: tuple[Column, ...]
    rows: tuple[tuple[Cell, ...], ...]
    keys: int = 1
    note: str = ""


class Bar(Struct, frozen=True):
    """A label, and a value of each series in cents; None where it isn't known."""

    label: str
    values: tuple[int | None, ...]


class Chart(Struct, frozen=True, kw_only=True):
    """Bars to both sides of zero; `unknown` says in a word or two what a missing one means."""

    name: str
    title: str
    series: tuple[str, ...]
    bars: tuple[Bar, ...]
    unknown: str


class Document(Struct, frozen=True, kw_only=True):
    """A report as people read it; `marks` are what nobody may overlook, `zone` is for instants."""

    title: str
    subtitle: str
    zone: str
    marks: tuple[str, ...]
    facts: tuple[tuple[str, str], ...]
    charts: tuple[Chart, ...]
    sections: tuple[Section, ...]
