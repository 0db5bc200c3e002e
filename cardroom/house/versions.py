"""Versions of items: the newest of each, and those that a sound house file makes of them."""

import json
from collections.abc import Iterator
from typing import NamedTuple

import msgspec

from cardroom.house.items import Item
from cardroom.house.models import Version

Before = dict[tuple[str, str], Version]


class Change(NamedTuple):
    """A new version of one item; `what` names the changed fields, or `retired` and `back`."""

    kind: str
    code: str
    version: int
    what: tuple[str, ...]

    def __str__(self) -> str:
        changed = f" ({', '.join(self.what)})" if self.what else ""
        return f"{self.kind.replace('_', ' ')} {self.code}: version {self.version}{changed}"


def current_versions(house: str) -> list[Version]:
    """The newest version of each item, retired ones too."""
    versions = Version.objects.filter(house=house)
    return list(versions.order_by("kind", "code", "-version").distinct("kind", "code"))


def newest(house: str) -> Before:
    """The same by kind and code."""
    return {(row.kind, row.code): row for row in current_versions(house)}


def new_versions(items: list[Item], before: Before) -> list[Version]:
    """What these items, which are all there are, change; not kept yet."""
    return [*_said(items, before), *_left_out(items, before)]


def changes(rows: list[Version], before: Before) -> list[Change]:
    """What new versions change, for people."""
    return [
        Change(row.kind, row.code, row.version, difference(before.get((row.kind, row.code)), row))
        for row in rows
    ]


def difference(old: Version | None, new: Version) -> tuple[str, ...]:
    """How a version differs from the one before it."""
    what: list[str] = []
    if old:
        what += ["retired"] * new.retired + ["back"] * (old.retired and not new.retired)
        what += [key for key, value in new.data.items() if old.data.get(key) != value]
        what += [key for key in old.data if key not in new.data]
    return tuple(what)


def _said(items: list[Item], before: Before) -> Iterator[Version]:
    """New versions of what the items say otherwise than the newest ones do."""
    schedules: dict[str, int] = {}
    for item in items:
        data = json.loads(msgspec.json.encode(item.record))
        if item.kind == "offering":
            # An offering binds its schedule's version, so it changes whenever that does.
            data["fee_schedule"]["version"] = schedules[data["fee_schedule"]["code"]]
        if item.kind == "fee_schedule":
            del data["version"]
        old = before.get((item.kind, item.code))
        number = old.version if old else 0
        if old is None or old.retired or old.data != data:
            number += 1
            yield Version(kind=item.kind, code=item.code, version=number, data=data)
        if item.kind == "fee_schedule":
            schedules[item.code] = number


def _left_out(items: list[Item], before: Before) -> Iterator[Version]:
    """What isn't named any more: retired, with the data it had."""
    named = {(item.kind, item.code) for item in items}
    for key, old in before.items():
        if key not in named and not old.retired:
            yield Version(
                kind=old.kind, code=old.code, version=old.version + 1, data=old.data, retired=True
            )
