"""Whole rounds and streams with what must come out, and the house they are played in."""

import json
import lzma
from pathlib import Path
from typing import Any, Final

GAMES: Final = ("pure-21.5", "no-bust-buster-4.0", "no-bust-21.5")
HOUSE_FILE: Final = Path(__file__).with_name("house.toml")


def load(name: str) -> list[dict[str, Any]]:
    """The cases of one file, in its order: a game's slug, `refusals` or `streams`."""
    packed = Path(__file__).with_name(f"{name}.json.xz").read_bytes()
    cases: list[dict[str, Any]] = json.loads(lzma.decompress(packed))
    return cases
