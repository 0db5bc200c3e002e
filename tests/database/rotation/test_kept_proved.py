"""Rows of the rotation are proved by verification, and told anew by a rebuild."""

from collections.abc import Iterator

import pytest

from tables.rebuild import rebuild
from tables.verify import Asked, Counts, Finding, Scope, verify
from tests.database.rotation.test_keeping import head_of, keep, kept
from tests.database.test_rotation import DAY, an_evening
from tests.played import as_owner

pytestmark = pytest.mark.django_db(transaction=True, databases=["default", "owner"])

ROW = "tables_rotationrow"


def found(asked: Asked | None = None) -> list[Finding]:
    """What verification finds."""
    return list(verify(Counts(), asked or Asked()))


@pytest.fixture
def _a_row() -> Iterator[None]:
    """An evening of which a row is kept."""
    an_evening(3)
    assert keep() is not None
    assert found() == []
    yield
    list(rebuild())
    assert found() == []
    assert kept() is not None


@pytest.mark.usefixtures("_a_row")
@pytest.mark.parametrize(
    ("change", "kind", "column"),
    [
        ("backwards = 7", "cell", "backwards"),
        ("low = 2", "cell", "low"),
        ("heard = heard - 1", "cell", "heard"),
        ("position = position + 1", "row", "position"),
        ("story = 'x'", "cell", "story"),
        (
            """story = replace(story, '"offers":{"made":', '"offers":{"made":9')""",
            "cell",
            "story.days",
        ),
        ("""story = replace(story, 'P-1001', 'P-1002')""", "cell", "story.table"),
    ],
)
def test_an_altered_row_is_found_and_told_anew(change: str, kind: str, column: str) -> None:
    as_owner(f"UPDATE {ROW} SET {change}")  # noqa: S608 - constants put together
    first, *_ = found()
    assert (first.kind, first.table, first.row) == (kind, ROW, f"gaming day {DAY}")
    assert first.column == column
    assert found(Asked(scope=Scope.DAY, day=DAY))[0] == first


@pytest.mark.usefixtures("_a_row")
def test_a_row_of_no_table_is_found_and_removed() -> None:
    as_owner(
        f"INSERT INTO {ROW} SELECT stream_id + 999, position, since, heard, low, backwards,"  # noqa: S608
        f" gaming_day, judged_by, story FROM {ROW}"
    )
    (stray,) = found()
    assert (stray.kind, stray.table, stray.column) == ("row", ROW, "stream_id")
    assert stray.stored == head_of().stream_id + 999
