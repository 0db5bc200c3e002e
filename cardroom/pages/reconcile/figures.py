"""Figures as these pages show them: cents always, a true minus, and what isn't known as a word."""

from typing import Final, NamedTuple

from cardroom.pages.words import MINUS

DASH: Final = "\u2013"  # none
NOT_YET: Final = "not yet"


class Figure(NamedTuple):
    """An amount in words, and its look: a class of the stylesheet."""

    text: str
    look: str = ""


def amount(cents: int) -> str:
    """An amount without its unit, with cents."""
    whole, part = divmod(abs(cents), 100)
    return f"{MINUS if cents < 0 else ''}{whole:,}.{part:02}"


def known(cents: int | None, *, otherwise: str = DASH) -> Figure:
    """An amount; quiet where there is none."""
    return Figure(otherwise, "zero") if cents is None else Figure(amount(cents))


def moved(cents: int | None) -> Figure:
    """An amount that is mostly nothing, and then a dash."""
    return Figure(amount(cents)) if cents else Figure(DASH, "zero")


def signed(cents: int | None) -> str:
    """A difference with its sign."""
    if cents is None:
        return DASH
    return f"+{amount(cents)}" if cents > 0 else amount(cents)


def variance(cents: int | None, look: str = "strong") -> Figure:
    """A variance: its sign says the direction, its look how far somebody is with it."""
    return Figure(signed(cents), look if cents else "zero")
