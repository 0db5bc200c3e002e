"""Plain words for what cannot be read: no text of the language or of a library reaches people."""

import re
from typing import Final, NamedTuple

# What the decoders say, and what that means to whoever typed it.
_SAID: Final = tuple(
    (re.compile(pattern, re.DOTALL), meant)
    for pattern, meant in (
        (r"Object missing required field `(?P<field>\w+)`", "something has to stand here"),
        (r"Object contains unknown field `(?P<field>\w+)`", "this event has no such fact"),
        (r"Invalid enum value '?([^']*)'?", "`{0}` is none of the words that are known here"),
        (r"Expected `int` >= (-?\d+)", "a whole number of at least {0} is needed"),
        (r"Expected `int` <= (-?\d+)", "this number is too large: at most {0}"),
        (r"Expected `str` matching regex '\^\[2-9.*", "a card is rank and suit: TD, AS, 9H"),
        (r"Expected `str` matching regex .*", "a text that isn't blank is needed"),
        (r"Expected `str` of length <= (\d+)", "this is too long: at most {0} characters"),
        (r"Expected `str` of length >= \d+", "something has to stand here"),
        (r"Expected `array` of length >= \d+", "at least one has to stand here"),
        (r"Expected `int.*", "a whole number is needed"),
        (r"Expected `bool.*", "yes or no is needed, said as true or false"),
        (r"(?:Expected|Invalid) .*date\b.*", "a day is needed, as 2026-11-28"),
        (r"No (?:closing quotation|escaped character)", "a quotation mark is open at the end"),
        (r"JSON is malformed.*|Input data was truncated", "the list in it can't be read"),
        (r"Invalid isoformat string.*", "its instant can't be read"),
    )
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
            missing = found.groupdict().get("field")
            return Fault(missing or field, meant.format(*found.groups()))
    return Fault(field, UNREADABLE)


def refused(detail: str) -> str:
    """A refusal of a service as a sentence; the words of a decoder in it are said plainly."""
    fault = plainly(ValueError(detail))
    return f"Nothing was recorded: {detail if fault.text == UNREADABLE else fault.text}."
