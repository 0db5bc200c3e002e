"""Cash: the chips and bills that a count room counts, by the cents that one of them is worth."""

import re
from collections.abc import Mapping
from typing import Annotated, Any, Final

from msgspec import Meta

from cardroom.errors import Malformed, RuleViolation

KNOWN_CENTS: Final = frozenset(
    (25, 50, 100, 200, 500, 1_000, 2_000, 2_500, 5_000, 10_000, 50_000, 100_000, 500_000, 1_000_000)
)
MOST_PIECES: Final = 1_000_000
_CENTS: Final = re.compile("[1-9][0-9]{0,9}")

Pieces = Annotated[int, Meta(ge=1, le=MOST_PIECES)]
Denominations = Annotated[
    dict[str, Pieces],
    Meta(
        description="cents of one chip or bill to pieces; an empty box has none",
        examples=[{"10000": 3, "500": 41, "100": 212}],
    ),
]


def check_form(denominations: Any) -> None:  # noqa: ANN401 - JSON of any shape
    """Malformed names the denomination whose cents or pieces are no positive whole number."""
    if not isinstance(denominations, dict):
        return  # the decoder says so
    for cents, pieces in denominations.items():
        pointer = f"/denominations/{cents.replace('~', '~0').replace('/', '~1')}"
        if not _CENTS.fullmatch(cents):
            raise Malformed("a denomination is a positive number of cents", pointer=pointer)
        if type(pieces) is not int or not 1 <= pieces <= MOST_PIECES:
            raise Malformed(f"pieces are a whole number, 1 to {MOST_PIECES:,}", pointer=pointer)


def check_known(denominations: Mapping[str, int]) -> None:
    """RuleViolation for a chip or bill that there isn't."""
    for cents in denominations:
        if int(cents) not in KNOWN_CENTS:
            raise RuleViolation(
                f"no chip or bill is worth {int(cents):,} cents",
                pointer=f"/denominations/{cents}",
                rule="denomination",
            )


def total_cents(denominations: Mapping[str, int]) -> int:
    """What it comes to."""
    return sum(int(cents) * pieces for cents, pieces in denominations.items())
