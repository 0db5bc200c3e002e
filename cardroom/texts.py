"""Texts: what people write, and the opaque tokens that stand for them."""

from itertools import product
from typing import Annotated, Final
from unicodedata import category

from msgspec import Meta

# Something can be read in it; a reason of blanks is none.
READABLE: Final = r"\S"

# What turns the direction of writing, has no width, or steers a printer: controls and formats.
_UNSEEN: Final = frozenset({"Cc", "Cf"})
_LINES: Final = "\t\n\r"
_LETTERS: Final = 7  # 128 ways to write them, large and small

Token = Annotated[str, Meta(min_length=1, max_length=64, description="an opaque token")]
Text = Annotated[str, Meta(min_length=1, max_length=2000, pattern=READABLE)]


def counted(number: int, noun: str, several: str = "") -> str:
    """A number with what it counts: `1 finding`, `1,200 findings`."""
    return f"{number:,} {noun if number == 1 else several or f'{noun}s'}"


def spellings(code: str) -> tuple[str, ...]:
    """A code as it was typed, and as it may stand on what it names: `b-061` is on box B-061.

    An index finds all ways to write a code of few letters; of a longer one those that people use.
    """
    ways = [code, code.upper(), code.lower(), code.capitalize()]
    if sum(map(str.isalpha, code)) <= _LETTERS:
        each = ((letter.lower(), letter.upper()) for letter in code)
        ways += map("".join, product(*map(dict.fromkeys, each)))
    return tuple(dict.fromkeys(ways))


def seen(text: str) -> str:
    """What somebody looks for, without what nobody sees: a copied text or a scanner brings it."""
    return "".join(each for each in text if each.isprintable() or each.isspace()).strip()


def unseen_in(text: str) -> str | None:
    """What is wrong with a text in which a character stands that nobody sees; None for none.

    By such a one a text reads otherwise than it is kept.
    """
    for each in "" if text.isprintable() else text:
        if category(each) in _UNSEEN and each not in _LINES:
            return f"an invisible character stands in it, U+{ord(each):04X}: type it anew"
    return None
