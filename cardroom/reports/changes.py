"""What changed from one revision to another: cell by cell for two columns, or in sentences."""

from collections.abc import Iterator
from typing import Final, Literal, NamedTuple

from cardroom.reports.cells import text
from cardroom.reports.document import Document, Section
from cardroom.texts import counted

MOST: Final = 200
_Rows = dict[tuple[str, ...], list[str]]


class Side(NamedTuple):
    """A figure of both revisions; empty where one has none."""

    title: str
    was: str
    now: str


class Difference(NamedTuple):
    """A row that differs, of a section or of the facts, which are of none; or a `mark` that is new.

    `sides` are the figures that differ; of a row that came or went all of them.
    """

    section: str
    name: str
    what: Literal["new", "changed", "gone", "mark"]
    sides: tuple[Side, ...]

    def __str__(self) -> str:
        where = f"{self.section}: {self.name}" if self.section else self.name
        match self.what:
            case "new":
                return f"{where}: new"
            case "gone":
                return f"{where}: no more"
            case "mark":
                return self.name
            case _:
                said = (
                    f"{title} {now or 'nothing'}, was {was or 'nothing'}".lstrip()
                    for title, was, now in self.sides
                )
                return f"{where}: {'; '.join(said)}"


def changes(before: Document, after: Document) -> tuple[str, ...]:
    """A sentence for each figure that isn't what it was, and for each row that came or went."""
    found = [str(one) for one in differences(before, after)]
    if len(found) > MOST:
        return (*found[:MOST], f"and {counted(len(found) - MOST, 'change')} more")
    return tuple(found)


def differences(before: Document, after: Document) -> Iterator[Difference]:
    """The same, in the order of the document."""
    known = dict(before.facts)
    for label, now in after.facts:
        if known.get(label) != now:
            yield Difference("", label, "changed", (Side("", known.get(label) or "", now),))
    new = (mark for mark in after.marks if mark not in before.marks)
    yield from (Difference("", mark, "mark", ()) for mark in new)
    earlier = {section.name: section for section in before.sections}
    for section in after.sections:
        yield from _section(earlier.get(section.name), section, after.zone)


def _section(before: Section | None, after: Section, zone: str) -> Iterator[Difference]:
    old = _rows(before, zone) if before else {}
    new = _rows(after, zone)
    titles = [column.title.lower() for column in after.columns[after.keys :]]
    for key, cells in new.items():
        sides = _sides(titles, old.get(key), cells)
        if key not in old:
            yield Difference(after.title, _name(key), "new", sides)
        elif sides:
            yield Difference(after.title, _name(key), "changed", sides)
    for key, cells in old.items():
        if key not in new:
            yield Difference(after.title, _name(key), "gone", _sides(titles, cells, None))


def _sides(titles: list[str], was: list[str] | None, now: list[str] | None) -> tuple[Side, ...]:
    """The figures that differ; nothing of a side that isn't there."""
    nothing = [""] * len(titles)
    each = zip(titles, was or nothing, now or nothing, strict=False)
    return tuple(Side(*side) for side in each if side[1] != side[2])


def _name(key: tuple[str, ...]) -> str:
    return " ".join(filter(None, key))


def _rows(section: Section, zone: str) -> _Rows:
    """Rows as text by their keys; of several with one key each has its number."""
    found: _Rows = {}
    for row in section.rows:
        cells = [
            text(cell, column, zone) for cell, column in zip(row, section.columns, strict=True)
        ]
        key = tuple(cells[: section.keys])
        while key in found:
            key = (*key, "again")
        found[key] = cells[section.keys :]
    return found
