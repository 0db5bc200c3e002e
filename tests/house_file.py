"""The house of the cases as a text to be spoilt, and how the reader refuses it."""

import re
from typing import NamedTuple

import pytest

from cardroom.errors import Malformed
from cardroom.house.items import Item
from cardroom.house.reading import read
from cardroom.house_games import GAMES
from tests.cases import HOUSE_FILE

TEXT = HOUSE_FILE.read_text(encoding="utf-8")


class Refused(NamedTuple):
    """A refusal, taken apart; its line counts from 1."""

    line: int
    place: str
    message: str


def read_items(text: str) -> dict[tuple[str, str], Item]:
    """The items of a sound file by kind and code."""
    return {(item.kind, item.code): item for item in read(text, path="house.toml", games=GAMES)}


def refused(text: str) -> Refused:
    """The refusal of a file that isn't sound."""
    with pytest.raises(Malformed) as refusal:
        read_items(text)
    found = re.fullmatch(r"house\.toml:(\d+): (?:([^ ]+): )?(.*)", refusal.value.detail)
    assert found is not None, refusal.value.detail
    return Refused(int(found[1]), found[2] or "", found[3])


def changed(old: str, new: str, *, of: str = TEXT) -> str:
    """The file with the first `old` made `new`."""
    assert old in of
    return of.replace(old, new, 1)
