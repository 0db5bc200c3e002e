"""Shares of hands: worked out, and said, in one way wherever a report has them."""

from typing import Final

_MILLE: Final = 1000


def per_mille(part: int, whole: int) -> int:
    """A share in thousandths, rounded to the nearest; half goes up."""
    return (2 * part * _MILLE + whole) // (2 * whole)


def percent(thousandths: int) -> str:
    """Thousandths as one reads them: `18.8 %`."""
    return f"{thousandths / 10:.1f} %"
