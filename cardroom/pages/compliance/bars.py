"""Bars in tables: how long one is beside the longest, in hundredths."""


def share_of(value: int, most: int) -> int:
    """The length of a bar; what is there at all is seen."""
    return max(1, round(value * 100 / most)) if value and most else 0
