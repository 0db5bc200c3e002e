"""Findings: what verification found wrong, in words for people and as JSON."""

from collections.abc import Iterator
from typing import Any, Final, Self

import msgspec
from msgspec import UNSET, Struct

from cardroom.log import records
from cardroom.log.records import Head

_SHOWN: Final = 120  # characters of a value


class Difference(Struct, frozen=True):
    """The first place at which two values differ, as a path such as `lines[2].paid_cents`."""

    path: str
    stored: Any
    replayed: Any


class Finding(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """One thing that is wrong: in an event, by its position, or in a row, by table and column.

    `stored` is what was found and `replayed` what follows from the log; null is nothing at all. An
    event's `column` may be a path into its data.
    """

    kind: str
    house: str = ""
    stream: str = ""
    position: int | None = None
    table: str | None = None
    row: str | None = None
    column: str | None = None
    stored: Any = UNSET
    replayed: Any = UNSET
    detail: str = ""

    @classmethod
    def at(cls, head: Head, kind: str, found: Difference | None, **more: Any) -> Self:
        """A difference found in a stream."""
        if found is not None:
            more |= {"column": found.path, "stored": found.stored, "replayed": found.replayed}
        return cls(kind=kind, house=head.house, stream=head.stream, **more)

    def __str__(self) -> str:
        place = [f"{self.house} {self.stream}".strip()]
        if self.position is not None:
            place.append(f"position {self.position}")
        place += [part for part in (self.table, self.row, self.column) if part is not None]
        values = {"stored": self.stored, "replayed": self.replayed}
        said = [self.kind, self.detail]
        said += [f"{name} {_short(value)}" for name, value in values.items() if value is not UNSET]
        parts = [", ".join(filter(None, place)), "; ".join(filter(None, said))]
        return ": ".join(filter(None, parts))


def of_log(found: records.Finding) -> Finding:
    """A finding of the log's own proof."""
    return Finding(
        kind=found.kind,
        house=found.house,
        stream=found.stream,
        position=found.position,
        detail=found.detail,
    )


def _short(value: object) -> str:
    text = msgspec.json.encode(value).decode()
    return text if len(text) <= _SHOWN else f"{text[:_SHOWN]}…"


def difference(stored: object, replayed: object, path: str = "") -> Difference | None:
    """Where two JSON values first differ; None when they don't."""
    if isinstance(stored, dict) and isinstance(replayed, dict):
        pairs = [
            (f"{path}.{key}" if path else key, stored.get(key, UNSET), replayed.get(key, UNSET))
            for key in dict.fromkeys((*replayed, *stored))
        ]
    elif isinstance(stored, list) and isinstance(replayed, list) and len(stored) == len(replayed):
        both = zip(stored, replayed, strict=True)
        pairs = [(f"{path}[{index}]", *pair) for index, pair in enumerate(both)]
    elif type(stored) is type(replayed) and stored == replayed:
        return None
    else:
        return Difference(path, stored, replayed)
    found = (difference(mine, other, where) for where, mine, other in pairs)
    return next((one for one in found if one is not None), None)


def differing(stored: Struct, replayed: Struct) -> Iterator[Difference]:
    """The fields in which two values of one kind differ."""
    for name in replayed.__struct_fields__:
        mine, other = getattr(stored, name), getattr(replayed, name)
        if mine != other:
            yield Difference(name, mine, other)
