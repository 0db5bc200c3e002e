"""Replay: a house's rows as they are and as its events have them; what is missing is put back."""

from collections.abc import Iterable
from typing import Final, NamedTuple

import msgspec
from django.db import connection
from msgspec import structs

from cardroom.house.history.fold import Folded, HouseCells, KeyCells, SecretCells, VersionCells
from cardroom.house.history.rows import fingerprint
from cardroom.house.history.stream import folded
from cardroom.house.models import House, Key, Secret, Version
from cardroom.log import store
from cardroom.log.records import Head

Cells = HouseCells | VersionCells | KeyCells | SecretCells

_TABLES: Final[dict[type[Cells], str]] = {
    HouseCells: "house_house",
    VersionCells: "house_version",
    KeyCells: "house_key",
    SecretCells: "house_secret",
}
# Tables bind a version by its id, so it comes back with the one that it had.
_BACK: Final = """
INSERT INTO house_version (id, house_id, kind, code, version, data, retired, created_at)
OVERRIDING SYSTEM VALUE VALUES (%s, %s, %s, %s, %s, %s, %s, %s)
"""


class Place(NamedTuple):
    """Where a row is kept: its table, and its id or code."""

    table: str
    row: str


Rows = dict[Place, Cells]


def replayed(rows: Folded) -> Rows:
    """The rows that a house's events come to."""
    own = [] if rows.house is None else [rows.house]
    return _placed([*own, *rows.versions.values(), *rows.keys.values(), *rows.secrets.values()])


def stored(house: str) -> Rows:
    """The rows that there are of a house."""
    own = House.objects.filter(pk=house)
    versions = Version.objects.filter(house=house).order_by("id")
    return _placed(
        [
            *(msgspec.convert(row, HouseCells, from_attributes=True) for row in own),
            *(msgspec.convert(row, VersionCells, from_attributes=True) for row in versions),
            *map(_key, Key.objects.filter(house=house).order_by("id")),
            *map(_secret, Secret.objects.filter(house=house).order_by("id")),
        ]
    )


def restore(head: Head) -> int:
    """Put back the rows that are missing, and end the keys that have ended; gives how many.

    What was altered stays as it is: nobody may change it, and verification names it. The secret of
    lost one-time codes isn't in the log; they are issued anew. Where nothing is missing, nobody is
    held up: rows are never older than events that were read before them.
    """
    if not _lacking(head):
        return 0
    with store.recording():
        lacking = _lacking(store.lock(head.house, head.stream))
        for cells in lacking:
            _put_back(head.house, cells)
    return len(lacking)


def _lacking(head: Head) -> list[Cells]:
    """The rows as they should be that aren't there, or of keys that haven't ended."""
    right = replayed(folded(head))
    there = stored(head.house)
    return [cells for place, cells in right.items() if _is_lacking(cells, there.get(place))]


def _is_lacking(right: Cells, there: Cells | None) -> bool:
    if isinstance(right, KeyCells) and isinstance(there, KeyCells):
        is_same = right.prefix == there.prefix
        return is_same and right.revoked_at is not None and there.revoked_at is None
    return there is None and not isinstance(right, SecretCells)


def _put_back(house: str, right: Cells) -> None:
    """One row, or the end of a key."""
    if isinstance(right, HouseCells):
        House.objects.create(code=right.code, created_at=right.created_at)
    elif isinstance(right, KeyCells):
        if not Key.objects.filter(pk=right.id).update(revoked_at=right.revoked_at):
            values = structs.asdict(right) | {"digest": bytes.fromhex(right.digest)}
            Key.objects.create(house_id=house, **values)
    elif isinstance(right, VersionCells):
        _version_back(house, right)


def _version_back(house: str, right: VersionCells) -> None:
    data = msgspec.json.encode(right.data).decode()
    last = (right.version, data, right.retired, right.created_at)
    with connection.cursor() as cursor:
        cursor.execute(_BACK, [right.id, house, right.kind, right.code, *last])


def _placed(cells: Iterable[Cells]) -> Rows:
    return {_place(one): one for one in cells}


def _place(cells: Cells) -> Place:
    row = cells.code if isinstance(cells, HouseCells) else str(cells.id)
    return Place(_TABLES[type(cells)], row)


def _key(row: Key) -> KeyCells:
    return KeyCells(
        id=row.pk,
        name=row.name,
        scope=row.scope,
        tables=row.tables,
        prefix=row.prefix,
        digest=bytes(row.digest).hex(),
        created_at=row.created_at,
        expires_at=row.expires_at,
        revoked_at=row.revoked_at,
    )


def _secret(row: Secret) -> SecretCells:
    return SecretCells(
        id=row.pk,
        person=row.person,
        fingerprint=fingerprint(row),
        created_at=row.created_at,
        revoked_at=row.revoked_at,
    )
