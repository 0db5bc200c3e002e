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
    """A label, and a value of each series; None where it isn't known."""

    label: str
    values: tuple[int | None, ...]


class Chart(Struct, frozen=True, kw_only=True):
    """Bars from zero, to both of its `sides` if these are named; `form` is of their values.

    `unknown` says in a word or two what a missing one means.
    """

    name: str
    title: str
    series: tuple[str, ...]
    bars: tuple[Bar, ...]
    unknown: str = ""
    form: Form = "cents"
    sides: str = ""


class Lane(Struct, frozen=True):
    """A label, and a number for each step of time; 0 where there was nothing."""

    label: str
    numbers: tuple[int, ...]


class Timeline(Struct, frozen=True, kw_only=True):
    """Lanes along the same steps of time; an empty label leaves a step without."""

    name: str
    title: str
    steps: tuple[str, ...]
    lanes: tuple[Lane, ...]


class Document(Struct, frozen=True, kw_only=True):
    """A report as people read it; `marks` are what nobody may overlook, `zone` is for instants.

    Charts stand behind the first section, timelines behind the last.
    """

    title: str
    subtitle: str
    zone: str
    marks: tuple[str, ...]
    facts: tuple[tuple[str, str], ...]
    charts: tuple[Chart, ...]
    sections: tuple[Section, ...]
    timelines: tuple[Timeline, ...] = ()
