"""Cells of the read models altered behind the projections' back, one in every column."""

from collections.abc import Iterator
from typing import Any

from django.apps import apps
from django.db.models import Model

from tables.models import RotationRow
from tests.altered import ROWS, alter, columns
from tests.drills.proof import clean, findings
from tests.drills.registry import Seen, drill
from tests.drills.stage import fresh
from tests.played import all_rows, an_evening

READ_MODELS = "tables"


@drill("altered-cells", "one altered cell in any column of any read model is found by its name")
def altered_cells() -> Iterator[Seen]:
    """Each column of a table's, a seat's and a round's row in turn, and put back again."""
    with fresh():
        an_evening(3)
        before = all_rows()
        models = set(apps.get_app_config(READ_MODELS).get_models())
        # How far a day was judged is kept by and by, and altered in tests/database/rotation.
        assert models == {*ROWS, RotationRow}, "a read model is missing here"
        for model in ROWS:
            for column, kind in columns(model).items():
                yield _altered(model, column, kind)
        assert all_rows() == before
        yield Seen("every cell put back", clean())


def _altered(model: type[Model], column: str, kind: str) -> Seen:
    table, (_, row) = model._meta.db_table, ROWS[model]
    put_back = alter(model, column, kind)
    found = findings()
    named = [one for one in found if (one.table, one.row, one.column) == (table, row, column)]
    assert named, f"{column}: {[str(one) for one in found]}"
    assert put_back()
    return Seen(f"{table}.{column} of {row}", _said(named[0]))


def _said(found: Any) -> str:  # noqa: ANN401 - a finding
    where = f"{found.kind}: {found.table}, {found.row}, {found.column}"
    return f"{where}; stored {str(found.stored)[:60]}, replayed {str(found.replayed)[:60]}"
