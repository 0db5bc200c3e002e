"""The words of the trade for what the code has short names for, and figures as staff read them."""

import re
from datetime import timedelta
from typing import Final

MINUS: Final = "\N{MINUS SIGN}"
GAMES: Final = {
    "pure-21.5": "Pure 21.5",
    "no-bust-buster-4.0": "No Bust Buster 4.0",
    "no-bust-21.5": "No Bust 21.5",
}
PHASES: Final = {
    "wagering": "Wagers",
    "dealing": "Dealing",
    "playing": "Playing",
    "drawing": "Drawing",
    "settled": "Settled",
    "voided": "Voided",
}
# A code of the record that leads what is said, or is all of it.
_CODE: Final = re.compile(r"(?:^|(?<=: ))[a-z]+(?:_[a-z]+)+(?=: |$)")
_AMOUNT: Final = re.compile(r"\$?\s?([0-9]{1,11}|[0-9]{1,3}(?:,[0-9]{3})+)(?:\.([0-9]{2}))?")
_HOUR: Final = timedelta(hours=1)
_DAY: Final = timedelta(days=1)


def dollars(cents: int) -> str:
    """Whole dollars, with cents only where there are some; a true minus."""
    whole, part = divmod(abs(cents), 100)
    said = f"${whole:,}.{part:02}" if part else f"${whole:,}"
    return f"{MINUS}{said}" if cents < 0 else said


def sentence(said: str) -> str:
    """What a service says, as a sentence."""
    return f"{said[:1].upper()}{said[1:]}{'' if said.endswith('.') else '.'}"


def cents_of(text: str) -> int | None:
    """What somebody typed as an amount in dollars, `1,250` or `37.50`; None for anything else."""
    found = _AMOUNT.fullmatch(text.strip())
    return None if found is None else int(found[1].replace(",", "")) * 100 + int(found[2] or 0)


def event_word(kind: str) -> str:
    """A type of event as people say it: `player-dealer offered`, `round settled by floor`."""
    return kind.replace("player_dealer", "player-dealer").replace(".", " ").replace("_", " ")


def spoken(said: str) -> str:
    """A note as people say it: `wrong fee: seat 7` for `wrong_fee: seat 7`."""
    return _CODE.sub(lambda code: code[0].replace("_", " "), said)


def lasting(span: timedelta) -> str:
    """How long something has lasted, as exactly as one wants to know it."""
    seconds = max(0, int(span.total_seconds()))
    minutes, hours = seconds // 60, seconds // 3600
    if span >= _DAY:
        return f"{span.days} d {hours % 24} h"
    if span >= _HOUR:
        return f"{hours} h {minutes % 60} min"
    return f"{minutes} min {seconds % 60} s" if minutes else f"{seconds} s"
