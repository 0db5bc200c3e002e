"""Blindness: who is told nothing of what an uncounted box holds or should hold."""

from cardroom.house.keys import KeyFacts


def is_blind(key: KeyFacts) -> bool:
    """Whether the holder of a key may count boxes; auditors count none, tables know their own."""
    return key.scope in {"cage", "count"}
