"""The register of readings in the words of its page, for whoever shows an id to people."""

import re
from collections.abc import Iterable
from functools import cache
from pathlib import Path
from typing import Final

_REGISTER: Final = Path(__file__).with_name("rules") / "READINGS.md"
_ROW: Final = re.compile(r"^\| ((?:[GPNF]-\d\d(?:, )?)+) \| (.+) \|$", re.MULTILINE)


@cache
def register() -> dict[str, str]:
    """What is done, by id; a row that has several ids says the same of each."""
    found = _ROW.findall(_REGISTER.read_text(encoding="utf-8"))
    return {id_: text for ids, text in found for id_ in ids.split(", ")}


def of(ids: Iterable[str]) -> tuple[tuple[str, str], ...]:
    """These ids in order, each with its text."""
    return tuple((id_, register()[id_]) for id_ in ids)
