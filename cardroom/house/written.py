"""A house as a house file says it: what is in force, and as TOML that may be loaded again."""

import json
from collections.abc import Iterable, Iterator, Mapping
from datetime import datetime
from typing import Any, Final

from cardroom.errors import Missing
from cardroom.house import in_force
from cardroom.house.items import Kind
from cardroom.house.models import Version

Document = dict[str, Any]

# What the sections of a house file are called, in the order in which they are written.
SECTIONS: Final[dict[Kind, str]] = {
    "house": "house",
    "shift": "shifts",
    "person": "people",
    "tppps": "tppps",
    "paytable": "paytables",
    "fee_schedule": "fee_schedules",
    "offering": "offerings",
    "table": "tables",
}


def written(rows: Iterable[Version]) -> Document:
    """The newest versions as a house file's content; what is retired is left out."""
    document: Document = {section: [] for section in SECTIONS.values()}
    for row in sorted(rows, key=lambda row: row.code):
        if row.kind == "house":
            document["house"] = {"code": row.code, **row.data}
        elif not row.retired:
            document[SECTIONS[_kind(row)]].append(section(row))
    return document


def as_of(house: str, instant: datetime) -> Document:
    """A house as it was at an instant. Raises Missing for one before it was loaded."""
    versions = list(Version.objects.filter(house=house).order_by("version"))
    loaded_at = min((row.created_at for row in versions), default=None)
    if loaded_at is None or instant < loaded_at:
        since = "" if loaded_at is None else f": it was loaded at {loaded_at:%Y-%m-%dT%H:%M:%SZ}"
        raise Missing(f"there was no house {house} at {instant.isoformat()}{since}")
    return written(in_force.at(versions, instant))


def toml(document: Document) -> str:
    """A house file's content as text; what is left to its default is left out."""
    return "\n".join(_lines(document))


def _kind(row: Version) -> Kind:
    return next(kind for kind in SECTIONS if kind == row.kind)


def section(row: Version) -> Document:
    """An item as its section says it; offerings and schedules are kept with more than that."""
    data = {"code": row.code, **row.data}
    if row.kind == "fee_schedule":
        data["rates"] = [_rate(rate) for rate in data["rates"]]
    if row.kind == "offering":
        data["fee_schedule"] = data["fee_schedule"]["code"]
        data["paytables"] = {bet: table["name"] for bet, table in data["paytables"].items()}
    return data


def _rate(rate: Mapping[str, Any]) -> Document:
    """A rate without what was filled in where its author left it out."""
    filled: Document = {"from_cents": 0, "to_cents": None, "kinds": ["game"]}
    return {key: value for key, value in rate.items() if key not in filled or value != filled[key]}


def _lines(document: Document) -> Iterator[str]:
    for name, section in document.items():
        for table in [section] if isinstance(section, dict) else section:
            yield f"[{name}]" if isinstance(section, dict) else f"[[{name}]]"
            yield from (f"{key} = {_value(value)}" for key, value in _said(table))
            yield ""


def _value(value: object) -> str:
    """A value as TOML; a text of one line is written there as in JSON."""
    if isinstance(value, dict):
        return f"{{ {', '.join(f'{_key(key)} = {_value(one)}' for key, one in _said(value))} }}"
    if isinstance(value, list):
        return f"[{', '.join(map(_value, value))}]"
    return json.dumps(value, ensure_ascii=False)


def _key(key: str) -> str:
    return json.dumps(key, ensure_ascii=False)


def _said(table: Mapping[str, Any]) -> Iterable[tuple[str, Any]]:
    return ((key, value) for key, value in table.items() if value is not None)
