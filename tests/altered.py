"""One cell of a read model made another, and put back: for whoever must find it."""
# ruff: noqa: S608 - tables and columns by the models' own names

from collections.abc import Callable
from typing import Final

from django.db import models
from django.db.models import Model

from tables.models import FeeRow, RoundRow, SeatRow, TableRow
from tests.played import Row, as_owner

# What another value of a column is; a null becomes something too.
OTHERWISE: Final = {
    "BooleanField": "NOT coalesce({0}, false)",
    "DateField": "coalesce({0}, DATE '2026-01-01') + 1",
    "DateTimeField": "coalesce({0}, now()) + interval '1 microsecond'",
    "TextField": "coalesce({0}, '') || 'x'",
    "BigIntegerField": "coalesce({0}, 0) + 1000",
    "IntegerField": "coalesce({0}, 0) + 1000",
    "SmallIntegerField": "coalesce({0}, 0) + 1000",
    "ForeignKey": "{0} + 1000",
}
# Of each model, a row and what it is called.
ROWS: Final[dict[type[Model], tuple[str, str]]] = {
    TableRow: ("code = 'T01'", "T01"),
    SeatRow: ("seat = 4", "seat 4"),
    RoundRow: ("number = 2", "round 2"),
    FeeRow: ("number = 2", "round 2 collection"),
}


def columns(model: type[Model]) -> dict[str, str]:
    """What each column that can be written to is, as its model says."""
    return {
        str(field.column): field.get_internal_type()
        for field in model._meta.fields
        if not isinstance(field, models.GeneratedField | models.CompositePrimaryKey)
    }


def alter(model: type[Model], column: str, kind: str) -> Callable[[], list[Row]]:
    """Alter one cell; gives what puts it back."""
    table, (which, _) = model._meta.db_table, ROWS[model]
    ((old,),) = as_owner(f"SELECT {column} FROM {table} WHERE {which}")
    value = OTHERWISE[kind].format(column)
    ((place,),) = as_owner(
        f"UPDATE {table} SET {column} = {value} WHERE {which} RETURNING ctid::text"
    )
    undo = f"UPDATE {table} SET {column} = %s WHERE ctid = %s::tid RETURNING 1"
    return lambda: as_owner(undo, old, place)
