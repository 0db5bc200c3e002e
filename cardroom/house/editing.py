"""Editing a house item by item, as the admin's pages do; a change is a new version, as by a file.

What is in force is written down as a house file would say it, the item is put into it, and the
whole is checked and kept by the very code that loads a file. So no item can be made that a file
couldn't say, and nothing can be taken away that something else needs.
"""

from collections.abc import Mapping
from datetime import datetime
from typing import Any, Final

from cardroom.errors import Conflict, Missing, RuleViolation
from cardroom.house import houses
from cardroom.house.faults import Fault, label
from cardroom.house.games import GameFacts
from cardroom.house.history.recorder import OPERATOR, Recorder, changing
from cardroom.house.items import Item, Kind
from cardroom.house.reading import sound
from cardroom.house.toml_lines import Path
from cardroom.house.versions import Before, Change, changes, new_versions, newest
from cardroom.house.written import SECTIONS, Document, written

_RULE: Final = "house_file"


def put(
    *,
    house: str,
    kind: Kind,
    facts: Mapping[str, Any],
    games: Mapping[str, GameFacts],
    now: datetime,
    by: str = OPERATOR,
    reason: str | None = None,
    seen: int | None = None,
) -> list[Change]:
    """Add an item, or change it, saying all of it in the words of a house file.

    `seen` is the version on which the change was decided, 0 for none. What binds the item changes
    with it. Raises RuleViolation for the first fault, whose `pointer` leads into `facts` and is
    empty when the fault is elsewhere; Conflict when another version is the newest by now.
    """
    houses.facts(house)
    code = facts.get("code")
    with changing(house, now=now, by=by, reason=reason) as record:
        before = newest(house)
        _check_seen(before, kind, code, seen)
        document = written(before.values())
        path = _path(document, kind, code)
        if len(path) == 1:
            document["house"] = dict(facts)
        else:
            document[path[0]][path[1] : path[1] + 1] = [dict(facts)]
        return _keep(record, before, _items(document, games, path))


def retire(
    *,
    house: str,
    kind: Kind,
    code: str,
    games: Mapping[str, GameFacts],
    now: datetime,
    by: str = OPERATOR,
    reason: str | None = None,
    seen: int | None = None,
) -> list[Change]:
    """Take an item out of use; it keeps its data and may come back.

    Raises Missing for what isn't in use, RuleViolation for what something else needs, Conflict as
    `put` does.
    """
    houses.facts(house)
    with changing(house, now=now, by=by, reason=reason) as record:
        before = newest(house)
        _check_seen(before, kind, code, seen)
        held = before.get((kind, code))
        if kind == "house" or held is None or held.retired:
            raise Missing(f"house {house} has no {_name(kind)} {code} that might be retired")
        document = written(before.values())
        section, place = _path(document, kind, code)
        del document[section][place]
        return _keep(record, before, _items(document, games))


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


def _items(document: Document, games: Mapping[str, GameFacts], path: Path = ()) -> list[Item]:
    """All items, if they are sound together."""
    try:
        return sound(document, games)
    except Fault as fault:
        is_here = path and fault.path[: len(path)] == path
        pointer = "".join(f"/{part}" for part in fault.path[len(path) :]) if is_here else ""
        detail = f"{label(fault.path, document)}: {fault.message}"
        raise RuleViolation(detail, pointer=pointer, rule=_RULE) from None


def _keep(record: Recorder, before: Before, items: list[Item]) -> list[Change]:
    """Keep what changes."""
    if items[0].code != record.head.house:
        raise RuleViolation("house: a house keeps its code", pointer="/code", rule=_RULE)
    rows = new_versions(items, before)
    record.versions(rows, before)
    return changes(rows, before)


def _name(kind: Kind) -> str:
    return kind.replace("_", " ")
