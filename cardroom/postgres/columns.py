"""Columns: the values of many rows as one array, in the form that PostgreSQL receives arrays in.

psycopg looks at each value of a list anew; a statement that says the type of its array needs no
such look, and a batch of sixty events has nine of them.
"""

from collections.abc import Iterable
from datetime import UTC, date, datetime, timedelta
from struct import Struct
from typing import Final
from uuid import UUID

import psycopg
from psycopg.adapt import Dumper
from psycopg.pq import Format

# Dimensions, whether NULL may be among them, the type's number, how many, the first one's number.
_HEAD: Final = Struct(">iiIii").pack
_LENGTH: Final = Struct(">i").pack
_INTEGER: Final = Struct(">ii").pack
_BIGINT: Final = Struct(">iq").pack
_UUID: Final = Struct(">i16s").pack
_NULL: Final = _LENGTH(-1)

# Instants and days are counted from here.
_EPOCH: Final = datetime(2000, 1, 1, tzinfo=UTC)
_EPOCH_DAY: Final = _EPOCH.toordinal()
_MICROSECOND: Final = timedelta(microseconds=1)


class Column(bytes):
    """The bytes of an array; the statement says of which type, as in `%(ids)b::uuid[]`."""

    __slots__ = ()


class _AsItIs(Dumper):
    """Sends a column without a word on its type."""

    format = Format.BINARY

    def dump(self, obj: Column) -> Column:
        """The column itself."""
        return obj


psycopg.adapters.register_dumper(Column, _AsItIs)


def integers(values: Iterable[int | None]) -> Column:
    """An `integer[]`."""
    return _column(23, [_NULL if value is None else _INTEGER(4, value) for value in values])


def bigints(values: Iterable[int]) -> Column:
    """A `bigint[]`."""
    return _column(20, [_BIGINT(8, value) for value in values])


def texts(values: Iterable[str]) -> Column:
    """A `text[]`."""
    return encoded(value.encode() for value in values)


def encoded(values: Iterable[bytes]) -> Column:
    """A `text[]` of what is UTF-8 already."""
    return _column(25, map(_measured, values))


def byteas(values: Iterable[bytes]) -> Column:
    """A `bytea[]`."""
    return _column(17, map(_measured, values))


def uuids(values: Iterable[UUID]) -> Column:
    """A `uuid[]`."""
    return _column(2950, [_UUID(16, value.bytes) for value in values])


def dates(values: Iterable[date]) -> Column:
    """A `date[]`."""
    return _column(1082, [_INTEGER(4, value.toordinal() - _EPOCH_DAY) for value in values])


def instants(values: Iterable[datetime]) -> Column:
    """A `timestamptz[]`."""
    return _column(1184, [_BIGINT(8, (value - _EPOCH) // _MICROSECOND) for value in values])


def _measured(value: bytes) -> bytes:
    return _LENGTH(len(value)) + value


def _column(oid: int, cells: Iterable[bytes]) -> Column:
    found = list(cells)
    return Column(b"".join([_HEAD(1, 1, oid, len(found), 1), *found]))
