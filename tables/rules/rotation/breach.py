"""Breach: what a rule found wrong, and where it shows."""

from msgspec import Struct


class Breach(Struct, frozen=True):
    """A sentence, and the positions that prove it beside the event that was judged."""

    detail: str
    positions: tuple[int, ...] = ()
    is_alert: bool = False
