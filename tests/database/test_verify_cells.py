"""Verification of the read models: one altered cell in any column of any of them is found."""
# ruff: noqa: S608 - tables and columns by the models' own names

from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from django.db import ProgrammingError, models
from django.db.models import Model

from tables import rebuild
from tables.models import RoundRow, SeatRow
from tables.verify import Counts, Finding, cells, recount, verify
from tests.altered import ROWS, alter, columns
from tests.played import MODELS, all_rows, an_evening, as_owner

pytestmark = pytest.mark.django_db(transaction=True, databases=["default", "owner"])


def findings() -> list[Finding]:
    """What one run finds."""
    return list(verify(Counts()))


@pytest.mark.parametrize("model", MODELS)
def test_an_altered_cell_is_found_by_table_row_and_column(model: type[Model]) -> None:
    an_evening(3)
    table, (_, row) = model._meta.db_table, ROWS[model]
    before = all_rows()
    missed = []
    for column, kind in columns(model).items():
        put_back = alter(model, column, kind)
        found = findings()
        if not any((f.table, f.row, f.column) == (table, row, column) for f in found):
            missed.append((column, [str(one) for one in found]))
        assert put_back()
    assert missed == []
    assert all_rows() == before
    assert findings() == []


@pytest.mark.parametrize(
    ("model", "column"), [(SeatRow, "seat"), (RoundRow, "number"), (RoundRow, "wager_cents")]
)
def test_a_finding_names_what_is_stored_and_what_the_log_says(
    model: type[Model], column: str
) -> None:
    an_evening(3)
    alter(model, column, "IntegerField")
    values = [(one.kind, one.row, one.stored, one.replayed) for one in findings()]
    assert (
        values
        == {
            "seat": [("row", "seat 4", None, 4), ("row", "seat 1004", 1004, None)],
            "number": [("row", "round 2", None, 2), ("row", "round 1002", 1002, None)],
            "wager_cents": [("cell", "round 2", 201_000, 200_000)],
        }[column]
    )


@pytest.mark.parametrize("model", [SeatRow, RoundRow])
def test_a_rows_id_is_written_by_the_database_alone(model: type[Model]) -> None:
    an_evening(1)
    table = model._meta.db_table
    assert isinstance(model._meta.pk, models.GeneratedField)
    with pytest.raises(ProgrammingError, match="can only be updated to DEFAULT"):
        as_owner(f"UPDATE {table} SET id = 'x'")


@pytest.mark.parametrize("model", MODELS)
def test_a_removed_row_is_found_and_a_rebuild_brings_it_back(model: type[Model]) -> None:
    an_evening(3)
    before = all_rows()
    table, (which, row) = model._meta.db_table, ROWS[model]
    as_owner(f"DELETE FROM {table} WHERE {which}")
    assert [(one.kind, one.table, one.row, one.stored) for one in findings()] == [
        ("row", table, row, None)
    ]
    list(rebuild.rebuild())
    assert findings() == []
    assert all_rows() == before


def test_rounds_are_not_compared_where_no_generation_shows_them() -> None:
    an_evening(3)
    as_owner("UPDATE tables_tablerow SET generation = 7")
    as_owner("UPDATE tables_roundrow SET wager_cents = 1")
    counts = Counts()
    (found,) = verify(counts)
    assert (found.column, found.stored, found.replayed) == ("generation", 7, 1)
    assert "the rows of rounds of CASES table:T01, which aren't shown" in counts.not_checked
    list(rebuild.rebuild())
    assert findings() == []


def test_rows_of_a_stream_that_no_table_has_are_found_and_a_rebuild_removes_them() -> None:
    an_evening(1)
    ((stray,),) = as_owner("SELECT id + 1000 FROM log_head WHERE stream = 'table:T01'")
    for table in ("tables_tablerow", "tables_seatrow", "tables_roundrow", "tables_feerow"):
        as_owner(f"UPDATE {table} SET stream_id = stream_id + 1000")
    strays = [one for one in findings() if one.column == "stream_id" and one.replayed is None]
    assert {(one.table, one.row, one.stored) for one in strays} == {
        ("tables_tablerow", "T01", stray),
        ("tables_roundrow", "round 1", stray),
        ("tables_feerow", "round 1 collection", stray),
        *(("tables_seatrow", f"seat {seat}", stray) for seat in (2, 3, 4, 7, 8)),
    }
    list(rebuild.rebuild())
    assert findings() == []


def test_a_row_that_was_put_in_is_found() -> None:
    an_evening(2)
    for table in ("tables_roundrow", "tables_feerow"):
        as_owner(f"UPDATE {table} SET generation = 9 WHERE number = 1")
        as_owner(f"UPDATE {table} SET number = 900 WHERE number = 2")
    assert [(one.row, one.column, one.stored, one.replayed) for one in findings()] == [
        ("round 1", "generation", 9, 1),
        ("round 1 collection", "generation", 9, 1),
        ("round 2", "number", None, 2),
        ("round 2 collection", "number", None, 2),
        ("round 900", "number", 900, None),
        ("round 900 collection", "number", 900, None),
    ]


def _copy_of_round_1(**otherwise: int) -> None:
    """Put in a row like that of round 1 but for one column."""
    ((column, value),) = otherwise.items()
    kept = ", ".join(name for name in columns(RoundRow) if name != column)
    as_owner(
        f"INSERT INTO tables_roundrow ({column}, {kept})"
        f" SELECT {value}, {kept} FROM tables_roundrow WHERE number = 1"
    )


def test_what_a_killed_rebuild_left_is_no_finding() -> None:
    an_evening(2)
    _copy_of_round_1(generation=2)
    assert findings() == []


def test_a_row_that_has_gone_when_it_is_looked_at_again_is_no_finding(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(recount, "_ROUNDS_AT_ONCE", 1)
    evening = an_evening(1)
    evening.rounds += 1
    evening.play(1)
    _copy_of_round_1(number=2)
    assert [(one.row, one.stored) for one in findings()] == [("round 2", 2)]
    look_again = cells.one_instant

    @contextmanager
    def too_late() -> Iterator[None]:
        as_owner("DELETE FROM tables_roundrow WHERE number = 2")
        with look_again():
            yield

    monkeypatch.setattr(cells, "one_instant", too_late)
    assert findings() == []
