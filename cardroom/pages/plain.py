"""Plain words for what cannot be read: no text of the language or of a library reaches people."""

import re
from typing import Final, NamedTuple

from cardroom.pages.words import dollars

# What the decoders say, and what that means to whoever typed it.
_SAID: Final = tuple(
    (re.compile(pattern, re.DOTALL), meant)
    for pattern, meant in (
        (r"Object missing required field `(?P<field>\w+)`", "something has to stand here"),
        (r"Object contains unknown field `(?P<field>\w+)`", "this event has no such fact"),
        (r"Invalid enum value '?([^']*)'?", "`{0}` is none of the words that are known here"),
        (r"[Ee]xpected (?:`int`|a whole number) >= (-?\d+)", "this is too small: at least {0}"),
        (r"[Ee]xpected (?:`int`|a whole number) <= (-?\d+)", "this is too large: at most {0}"),
        (r"Expected `str` matching regex '\^\[2-9.*", "a card is rank and suit: TD, AS, 9H"),
        (r"Expected `str` matching regex .*", "a text that isn't blank is needed"),
        (r"expected a (code of|line of) (.*)", "a {0} {1} is needed"),
        (r"expected a time as .*", "a time of day is needed, as 14:00"),
        (r"expected hours as .*", "hours of the day are needed, as 10:00 to 04:00"),
        (r"Expected `str` of length <= (\d+)", "this is too long: at most {0} characters"),
        (r"Expected `str` of length >= \d+", "something has to stand here"),
        (r"[Ee]xpected (?:`array`|a list) of length >= \d+", "at least one has to stand here"),
        (r"[Ee]xpected (?:`int|a whole number).*", "a whole number is needed"),
        (r"[Ee]xpected (?:`bool|true or false).*", "yes or no is needed, said as true or false"),
        (r"(?:[Ee]xpected|Invalid) .*date\b.*", "a day is needed, as 2026-11-28"),
        (r"No (?:closing quotation|escaped character)", "a quotation mark is open at the end"),
        (r"JSON is malformed.*|Input data was truncated", "the list in it can't be read"),
        (r"Invalid isoformat string.*", "its instant can't be read"),
    )
)
# Words of the house file, and what its form calls them.
_NAMED: Final = (
    (re.compile(r"\brates\[(\d+)\]"), r"tier \1"),
    (
        re.compile(r"\bfee amount more than max_rates allows\b"),
        "different amount more than the schedule allows",
    ),
    (re.compile(r"\bown_wager\b"), "own wager"),
    (re.compile(r"\btotal_action\b"), "total action"),
    (re.compile(r"\bplayer_dealer\b"), "player-dealer"),
    (re.compile(r"\blimits are \[least, most\]: "), "the least wager comes before the most: "),
)
_AT: Final = re.compile(r"(.*?) - at `\$\.?(.*)`", re.DOTALL)
UNREADABLE: Final = "this can't be read"


class Fault(NamedTuple):
    """What is wrong, in words; `field` is empty where it is wrong with the whole."""

    field: str
    text: str

    def __str__(self) -> str:
        return f"{self.field}: {self.text}" if self.field else self.text


def plainly(error: Exception) -> Fault:
    """Why something that was typed cannot be read."""
    said = str(error)
    at = _AT.fullmatch(said)
    what, field = (at[1], at[2]) if at else (said, "")
    for pattern, meant in _SAID:
        found = pattern.fullmatch(what)
        if found is not None:
            field = found.groupdict().get("field") or field
            return Fault(field, meant.format(*(_amount(one, field) for one in found.groups())))
    return Fault(field, UNREADABLE)


def in_words(said: str, field: str) -> str:
    """A fault of a fact of the house as its form says it; `field` is its name in the file."""
    fault = plainly(ValueError(f"{said} - at `$.{field}`"))
    if fault.text != UNREADABLE:
        return fault.text
    for pattern, words in _NAMED:
        said = pattern.sub(words, said)
    return said


def _amount(said: str, field: str) -> str:
    """A bound as the fact's form has it: dollars, a percentage, or a number."""
    if not re.fullmatch(r"-?\d+", said):
        return said
    if field.endswith("_cents"):
        return dollars(int(said))
    return f"{int(said) / 100:g} %" if field.endswith("_basis_points") else f"{int(said):,}"


def refused(detail: str) -> str:
    """A refusal of a service as a sentence; the words of a decoder in it are said plainly."""
    fault = plainly(ValueError(detail))
    return f"Nothing was recorded: {detail if fault.text == UNREADABLE else fault.text}."
