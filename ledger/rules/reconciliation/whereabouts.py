"""Whereabouts: a wager's fee whose money lies in several boxes; what is off in each. Pure. Cents.

Worked: $7.00 are owed, nothing lies in the round's own box, which was counted so, and $8.00 come
late into the next one. $7.00 of that lie there instead of here, and $1.00 is too much there.
"""

from collections.abc import Iterator, Mapping
from typing import Literal

from msgspec import Struct

Off = Literal["missing_fee", "wrong_fee", "unexpected_fee"]


class Elsewhere(Struct, frozen=True):
    """What lies in another box: `instead_cents` is missing here, `off_cents` belongs nowhere."""

    since: int
    instead_cents: int
    off_cents: int


def apart(off_cents: int, elsewhere: Mapping[int, int]) -> tuple[int, list[Elsewhere]]:
    """What is still off here when money elsewhere makes up for it, and what lies there.

    `off_cents` is what lies here beyond what is owed, `elsewhere` what lies in boxes by position.
    """
    found = list(_apart(off_cents, elsewhere))
    return off_cents + sum(one.instead_cents for one in found), found


def _apart(off_cents: int, elsewhere: Mapping[int, int]) -> Iterator[Elsewhere]:
    for since, cents in sorted(elsewhere.items()):
        made_up = 0
        if off_cents * cents < 0:
            made_up = min(cents, -off_cents) if cents > 0 else max(cents, -off_cents)
        off_cents += made_up
        yield Elsewhere(since, made_up, cents - made_up)


def code_of(owed_cents: int, off_cents: int) -> Off:
    """What a fee is called that is off by so much."""
    if not owed_cents:
        return "unexpected_fee"
    return "wrong_fee" if owed_cents + off_cents else "missing_fee"
