"""Signed records of the cage: how one is added, read, and made again from its event.

The database judges each once more; what it refuses is a RuleViolation like any other.
"""
# ruff: noqa: S608 - constants put together, nothing from outside

from collections.abc import Callable, Collection, Iterable, Iterator
from typing import Any, TypeVar

import msgspec
from django.db import IntegrityError
from msgspec import Struct

from cardroom.errors import RuleViolation
from cardroom.log import store
from cardroom.log.records import Head
from cardroom.log.rows import Row, rows

Kept = TypeVar("Kept", bound=Struct)
Record = TypeVar("Record")


def columns(cells: type[Struct]) -> str:
    """The columns of a record, as statements name them."""
    return ", ".join(cells.__struct_fields__)


def insertion(cells: type[Struct], table: str) -> str:
    """The statement that adds one."""
    return f"""
WITH made AS (
    INSERT INTO {table} ({columns(cells)})
    SELECT {columns(cells)} FROM json_populate_record(NULL::{table}, %(record)b::json) RETURNING 1
)
SELECT count(*) FROM made
"""


def add(statement: str, record: Struct, *, refused: str, rule: str) -> None:
    """Add one; RuleViolation for what the database lets nobody write, which it says by a word."""
    try:
        rows(statement, {"record": msgspec.json.encode(record).decode()})
    except IntegrityError as error:
        what = str(error).partition("\n")[0]
        if not what.startswith(refused):
            raise
        raise RuleViolation(what.removeprefix(refused), rule=rule) from error


def read(cells: type[Kept], found: Iterable[Row]) -> list[Kept]:
    """The records of rows."""
    names = cells.__struct_fields__
    return [msgspec.convert(dict(zip(names, row, strict=True)), cells) for row in found]


def replayed(
    head: Head,
    types: Collection[str],
    decode: Callable[[str, bytes], tuple[Any, Any]],
    record: Callable[..., Record],
) -> Iterator[Record]:
    """The events of a cage's stream of some types, up to its head, as they are recorded."""
    for stored in store.load_types(head, [*types], until=head.position):
        fact, noted = decode(stored.type, stored.body)
        yield record(
            id=stored.id,
            position=stored.position,
            recorded_at=stored.recorded_at,
            house=stored.house,
            fact=fact,
            noted=noted,
        )
