"""A house file read: its text in, the items of the house out, or one refusal with its line."""

import re
import tomllib
from collections.abc import Mapping
from typing import Any

from cardroom.errors import Malformed
from cardroom.house.checks import check_house, check_paytables, check_seen, check_tppps
from cardroom.house.document import HouseFile
from cardroom.house.faults import Fault, label, typed
from cardroom.house.fee_checks import check_fee_schedules
from cardroom.house.games import GameFacts
from cardroom.house.items import Item, items
from cardroom.house.offering_checks import check_offerings
from cardroom.house.toml_lines import Path, lines


def read(text: str, *, path: str, games: Mapping[str, GameFacts]) -> list[Item]:
    """The items of a house file, the house first and an offering after its fee schedule.

    Raises Malformed with `path:line: place: what is wrong` for the first fault.
    """
    data = _parsed(text, path)
    try:
        check_seen(data)
        return sound(data, games)
    except Fault as fault:
        line = _nearest(fault.path, lines(text))
        place = label(fault.path, data)
        raise Malformed(f"{path}:{line}: {place and place + ': '}{fault.message}") from None


def sound(data: Mapping[str, Any], games: Mapping[str, GameFacts]) -> list[Item]:
    """The items of a file that is parsed already. Raises the first Fault."""
    file = typed(data, HouseFile)
    _check(file, games)
    return list(items(file, games))


def _parsed(text: str, path: str) -> dict[str, Any]:
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        message = str(error)
        found = re.search(r" \(at line (\d+), column \d+\)$", message)
        line = int(found[1]) if found else 1 + text.rstrip().count("\n")
        raise Malformed(f"{path}:{line}: not TOML: {message.partition(' (at ')[0]}") from None
    except RecursionError:
        raise Malformed(f"{path}:1: not TOML: nested too deeply") from None


def _nearest(path: Path, known: Mapping[Path, int]) -> int:
    """The line of a place, or of the innermost place around it that the file has."""
    while path and path not in known:
        path = path[:-1]
    return known.get(path, 1)


def _check(file: HouseFile, games: Mapping[str, GameFacts]) -> None:
    kinds = dict.fromkeys(kind for game in games.values() for kind in game.wager_kinds)
    check_house(file)
    check_tppps(file, games)
    check_paytables(file, games)
    check_fee_schedules(file, kinds)
    check_offerings(file, games)
