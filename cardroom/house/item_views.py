"""Item views: what a house consists of and every version there was, in the words of its file."""

from collections.abc import Mapping
from datetime import datetime
from typing import cast

from msgspec import Struct

from cardroom.errors import Missing
from cardroom.house.items import Kind
from cardroom.house.models import Version
from cardroom.house.versions import current_versions
from cardroom.house.written import Document, section


class ItemView(Struct, frozen=True, kw_only=True):
    """A version of an item; `facts` are what its section of a house file says, with its code.

    An offering has bound a version of its fee schedule, and the rows of its pay tables by side bet.
    """

    kind: Kind
    code: str
    version: int
    since: datetime
    retired: bool
    facts: Document
    schedule_version: int | None = None
    rows: Mapping[str, Mapping[str, int]] = {}


def newest(house: str) -> list[ItemView]:
    """The newest version of every item by kind and code, retired ones too."""
    return [_view(row) for row in current_versions(house)]


def versions(house: str, kind: Kind, code: str) -> list[ItemView]:
    """Every version of an item, the newest first. Raises Missing for what there never was."""
    rows = Version.objects.filter(house=house, kind=kind, code=code).order_by("-version")
    found = [_view(row) for row in rows]
    if not found:
        raise Missing(f"house {house} has no {kind.replace('_', ' ')} {code}")
    return found


def _view(row: Version) -> ItemView:
    is_offering = row.kind == "offering"
    return ItemView(
        kind=cast("Kind", row.kind),
        code=row.code,
        version=row.version,
        since=row.created_at,
        retired=row.retired,
        facts=section(row),
        schedule_version=row.data["fee_schedule"]["version"] if is_offering else None,
        rows={bet: table["rows"] for bet, table in row.data["paytables"].items()}
        if is_offering
        else {},
    )
