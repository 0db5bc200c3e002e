"""Loading a house: what a file says becomes versions, and only where it says something new."""

import json
from collections.abc import Iterator, Mapping
from datetime import datetime
from typing import NamedTuple

import msgspec
from django.db import transaction

from cardroom.house.games import GameFacts
from cardroom.house.items import Item
from cardroom.house.models import House, Version
from cardroom.house.reading import read

Before = Mapping[tuple[str, str], Version]


class Change(NamedTuple):
    """A new version of one item; `what` names the changed fields, or `retired` and `back`."""

    kind: str
    code: str
    version: int
    what: tuple[str, ...]

    def __str__(self) -> str:
        changed = f" ({', '.join(self.what)})" if self.what else ""
        return f"{self.kind.replace('_', ' ')} {self.code}: version {self.version}{changed}"


def load(text: str, *, path: str, games: Mapping[str, GameFacts], now: datetime) -> list[Change]:
    """Load a house file in one transaction, and say what has changed; nothing, the second time.

    What a newer file leaves out is kept and retired. `path` only names the file in a refusal.
    Raises Malformed for the first fault of the file, with its line.
    """
    items = read(text, path=path, games=games)
    house = items[0].code
    with transaction.atomic(durable=True):
        House.objects.bulk_create([House(code=house, created_at=now)], ignore_conflicts=True)
        # One loader at a time; keys may be issued meanwhile.
        House.objects.select_for_update(no_key=True).get(pk=house)
        before = {(row.kind, row.code): row for row in current_versions(house)}
        rows = [*_said(items, before), *_left_out(items, before)]
        for row in rows:
            row.house_id, row.created_at = house, now
        Version.objects.bulk_create(rows)
    return [_change(before.get((row.kind, row.code)), row) for row in rows]


def current_versions(house: str) -> list[Version]:
    """The newest version of each item, retired ones too."""
    versions = Version.objects.filter(house=house)
    return list(versions.order_by("kind", "code", "-version").distinct("kind", "code"))


def _said(items: list[Item], before: Before) -> Iterator[Version]:
    """New versions of what the file says otherwise than the newest ones do."""
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
    """What the file doesn't name any more: retired, with the data it had."""
    named = {(item.kind, item.code) for item in items}
    for key, old in before.items():
        if key not in named and not old.retired:
            yield Version(
                kind=old.kind, code=old.code, version=old.version + 1, data=old.data, retired=True
            )


def _change(old: Version | None, new: Version) -> Change:
    """How a version differs from the one before it."""
    what: list[str] = []
    if old:
        what += ["retired"] * new.retired + ["back"] * (old.retired and not new.retired)
        what += [key for key, value in new.data.items() if old.data.get(key) != value]
        what += [key for key in old.data if key not in new.data]
    return Change(new.kind, new.code, new.version, tuple(what))
