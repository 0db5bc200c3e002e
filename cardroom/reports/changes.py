"""What changed from one revision to the next, in sentences, found in their documents."""

from collections.abc import Iterator
from typing import Final

from cardroom.reports.cells import text
from cardroom.reports.document import Document, Section

MOST: Final = 200
_Rows = dict[tuple[str, ...], list[str]]


def changes(before: Document, after: Document) -> tuple[str, ...]:
    """A sentence for each figure that isn't what it was, and for each row that came or went."""
    found = [*_facts(before, after)]
    earlier = {section.name: section for section in before.sections}
    for section in after.sections:
        found += _section(earlier.get(section.name), section, after.zone)
    if len(found) > MOST:
        return (*found[:MOST], f"and {len(found) - MOST:,} changes more")
    return tuple(found)


def _facts(before: Document, after: Document) -> Iterator[str]:
    known = dict(before.facts)
    for label, now in after.facts:
        if known.get(label) != now:
            yield f"{label}: {now}, was {known.get(label) or 'nothing'}"
    yield from (mark for mark in after.marks if mark not in before.marks)


def _section(before: Section | None, after: Section, zone: str) -> Iterator[str]:
    old = _rows(before, zone) if before else {}
    new = _rows(after, zone)
    titles = [column.title.lower() for column in after.columns[after.keys :]]
    for key, cells in new.items():
        name = f"{after.title}: {' '.join(filter(None, key))}"
        if key not in old:
            yield f"{name}: new"
        elif differing := [
            f"{title} {now or 'nothing'}, was {was or 'nothing'}"
            for title, was, now in zip(titles, old[key], cells, strict=False)
            if was != now
        ]:
            yield f"{name}: {'; '.join(differing)}"
    for key in old:
        if key not in new:
            yield f"{after.title}: {' '.join(filter(None, key))}: no more"


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
