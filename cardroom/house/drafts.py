"""Drafts: the versions that a change of one item would make, all of the house checked with it.

What is in force is written down as a house file would say it, the item is put into it, and the
whole is checked by the very code that loads a file.
"""

from collections.abc import Mapping
from typing import Any, Final

from cardroom.errors import Conflict, Missing, RuleViolation
from cardroom.house.checks import check_seen
from cardroom.house.faults import Fault, label
from cardroom.house.games import GameFacts
from cardroom.house.items import Item, Kind
from cardroom.house.models import Version
from cardroom.house.reading import sound
from cardroom.house.toml_lines import Path
from cardroom.house.versions import Before, new_versions
from cardroom.house.written import SECTIONS, Document, written

_RULE: Final = "house_file"


def put(
    before: Before,
    house: str,
    *,
    kind: Kind,
    facts: Mapping[str, Any],
    games: Mapping[str, GameFacts],
    seen: int | None,
) -> list[Version]:
    """The new versions that come of an item as it is said. Raises as `editing.put` does."""
    code = facts.get("code")
    _check_seen(before, kind, code, seen)
    document = written(before.values())
    path = _path(document, kind, code)
    if len(path) == 1:
        document["house"] = dict(facts)
    else:
        document[path[0]][path[1] : path[1] + 1] = [dict(facts)]
    return _new(before, house, _items(document, games, path, said=facts))


def retire(
    before: Before,
    house: str,
    *,
    kind: Kind,
    code: str,
    games: Mapping[str, GameFacts],
    seen: int | None,
) -> list[Version]:
    """The new versions that come of there being no such item. Raises as `editing.retire` does."""
    _check_seen(before, kind, code, seen)
    held = before.get((kind, code))
    if kind == "house" or held is None or held.retired:
        raise Missing(f"house {house} has no {_name(kind)} {code} that might be retired")
    document = written(before.values())
    section, place = _path(document, kind, code)
    del document[section][place]
    return _new(before, house, _items(document, games))


def _check_seen(before: Before, kind: Kind, code: object, seen: int | None) -> None:
    """Whether nobody changed the item since its change was decided."""
    held = before.get((kind, str(code)))
    version = 0 if held is None else held.version
    if seen not in {None, version}:
        detail = f"{_name(kind)} {code} has version {version} by now, and not {seen}"
        raise Conflict(detail, pointer="/seen", rule="version")


def _path(document: Document, kind: Kind, code: object) -> tuple[Any, ...]:
    """Where the item stands in a house file, or would."""
    section = SECTIONS[kind]
    if kind == "house":
        return (section,)
    codes = [item["code"] for item in document[section]]
    return section, codes.index(code) if code in codes else len(codes)


def _items(
    document: Document, games: Mapping[str, GameFacts], path: Path = (), *, said: object = None
) -> list[Item]:
    """All items, if what is said of the one can be seen and they are sound together."""
    try:
        check_seen(said, path)
        return sound(document, games)
    except Fault as fault:
        is_here = path and fault.path[: len(path)] == path
        pointer = "".join(f"/{part}" for part in fault.path[len(path) :]) if is_here else ""
        detail = f"{label(fault.path, document)}: {fault.message}"
        raise RuleViolation(detail, pointer=pointer, rule=_RULE) from None


def _new(before: Before, house: str, items: list[Item]) -> list[Version]:
    """The new versions of all items."""
    if items[0].code != house:
        raise RuleViolation("house: a house keeps its code", pointer="/code", rule=_RULE)
    return new_versions(items, before)


def _name(kind: Kind) -> str:
    return kind.replace("_", " ")
