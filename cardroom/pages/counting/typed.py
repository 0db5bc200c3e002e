"""What is typed into a line of a count sheet: pieces, as a sum of stacks. Pure."""

import re
from math import prod
from typing import Final, NamedTuple

from ledger.rules.cash import MOST_PIECES

EMPTY: Final = "This line is empty; type 0 if there is none."
TIMES: Final = "\N{MULTIPLICATION SIGN}"
UNREADABLE: Final = f"Type how many pieces: 60, or 3{TIMES}20, or 17+4."
TOO_MANY: Final = f"That is more than {MOST_PIECES:,} pieces."
_STACKS: Final = re.compile(r"[0-9]{1,8}(?:x[0-9]{1,8})*")


class Typed(NamedTuple):
    """How many pieces a line says, or why it says none."""

    pieces: int | None
    fault: str = ""


def read(text: str) -> Typed:
    """`17+3x20` is 77; nothing at all isn't zero."""
    plain = "".join(text.split()).lower().replace(TIMES, "x").replace("*", "x")
    if not plain:
        return Typed(None, EMPTY)
    stacks = plain.split("+")
    if not all(_STACKS.fullmatch(stack) for stack in stacks):
        return Typed(None, UNREADABLE)
    pieces = sum(prod(map(int, stack.split("x"))) for stack in stacks)
    return Typed(None, TOO_MANY) if pieces > MOST_PIECES else Typed(pieces)
