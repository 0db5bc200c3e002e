"""Columns: the server reads from their bytes what a list says, and the same type."""

from collections.abc import Callable, Sequence
from datetime import UTC, date, datetime, timedelta, timezone
from typing import Any, Final
from uuid import UUID

import pytest

from cardroom.log.rows import rows
from cardroom.postgres import columns
from cardroom.postgres.columns import Column

pytestmark = pytest.mark.django_db

_PACIFIC: Final = timezone(timedelta(hours=-8))

COLUMNS: Final[list[tuple[str, Callable[[Any], Column], Sequence[object]]]] = [
    ("integer", columns.integers, [1, None, -(2**31), 2**31 - 1, None]),
    ("bigint", columns.bigints, [1, -(2**63), 2**63 - 1]),
    ("text", columns.texts, ["card.dealt", "", "Señor Ωmega 🂡", "NULL"]),
    ("bytea", columns.byteas, [bytes(32), b"", b"\xff\x00"]),
    ("uuid", columns.uuids, [UUID(int=0), UUID("0190f0c2-0000-7000-8000-00000000000a")]),
    ("date", columns.dates, [date(1970, 1, 1), date(2000, 1, 1), date(2026, 11, 29)]),
    (
        "timestamptz",
        columns.instants,
        [datetime(1999, 12, 31, 23, 59, 59, 1, UTC), datetime(2026, 11, 29, 4, 0, 0, 7, _PACIFIC)],
    ),
]


@pytest.mark.parametrize(("name", "column", "values"), COLUMNS, ids=[name for name, *_ in COLUMNS])
def test_a_column_says_what_a_list_says(
    name: str, column: Callable[[Any], Column], values: Sequence[object]
) -> None:
    ((found,),) = rows(f"SELECT %(values)b::{name}[]", {"values": column(values)})
    assert found == values


@pytest.mark.parametrize(("name", "column", "values"), COLUMNS, ids=[name for name, *_ in COLUMNS])
def test_a_column_of_nothing_is_an_empty_array(
    name: str, column: Callable[[Any], Column], values: Sequence[object]
) -> None:
    del values
    ((found,),) = rows(f"SELECT %(values)b::{name}[]", {"values": column([])})
    assert found == []


def test_text_that_is_encoded_already_is_the_same_text() -> None:
    words = ["{}", "é"]
    assert columns.encoded([word.encode() for word in words]) == columns.texts(words)
