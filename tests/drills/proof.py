"""The proof that a drill ends with: `verify`, in this process on the present database."""

from collections.abc import Iterator

from tables.verify import Counts, Finding, verify


def findings() -> list[Finding]:
    """What verification finds now."""
    return list(verify(Counts()))


def clean() -> str:
    """Verification finds nothing; what it went through."""
    counts = Counts()
    found = [str(one) for one in verify(counts)]
    assert not found, f"verify: {found[:5]}"
    return f"verify finds nothing in {counts.events:,} events, {counts.rows:,} rows"


def places(found: list[Finding]) -> Iterator[str]:
    """Each finding by kind and place, in short."""
    for one in found:
        where = one.stream if one.position is None else f"{one.stream} {one.position}"
        parts = (one.kind, where or one.detail, one.table, one.row, one.column)
        yield " ".join(part for part in parts if part)
