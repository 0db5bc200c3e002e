"""Every kind of item: what it is called, what its form asks for, and from when a change holds."""

from collections.abc import Callable
from typing import Final, NamedTuple

from cardroom.errors import Missing
from cardroom.house.items import Kind
from cardroom.pages.setup.fields import Facts, Shape
from cardroom.pages.setup.kinds import companies, fees, offered, people
from cardroom.pages.setup.kinds.around import Around
from ledger.rules.schedule import MAX_RATES

_NEXT_OPENING: Final = (
    "A change holds from the next opening of a table: one that is open goes on with the version"
    " that it opened with."
)


class Words(NamedTuple):
    """A kind in words, what its form asks for, and from when a change holds."""

    one: str
    many: str
    shape: Callable[[Around], Shape]
    holds: str

    @property
    def a(self) -> str:
        """One of it."""
        return f"{'an' if self.one[0] in 'aeiou' else 'a'} {self.one}"


KINDS: Final[dict[Kind, Words]] = {
    "house": Words(
        "house settings",
        "House",
        people.house,
        "The gaming day's start and zone hold from the next gaming day on, all else from now on.",
    ),
    "shift": Words(
        "shift",
        "Shifts",
        people.shift,
        "A change holds from now on; past shifts stay as they were.",
    ),
    "person": Words(
        "person",
        "People",
        people.person,
        "A change holds at once; what was authorised before was authorised by the roles of then.",
    ),
    "tppps": Words(
        "TPPPS company",
        "TPPPS companies",
        companies.tppps,
        "A change holds from now on; a hand is judged by the contract of the moment it was dealt.",
    ),
    "fee_schedule": Words("fee schedule", "Fee schedules", fees.fee_schedule, _NEXT_OPENING),
    "paytable": Words("pay table", "Own pay tables", offered.paytable, _NEXT_OPENING),
    "offering": Words("offering", "Offerings", offered.offering, _NEXT_OPENING),
    "table": Words(
        "table", "Tables", people.table, "A new table may be opened and given a key at once."
    ),
}


# What the form of a new item begins with.
BEGINS: Final[dict[Kind, Facts]] = {"fee_schedule": {"max_rates": MAX_RATES}}


def kind_of(word: str) -> Kind:
    """The kind that an address names. Raises Missing for none."""
    for kind in KINDS:
        if kind == word:
            return kind
    raise Missing("a house has nothing of that kind")


def shape_of(kind: Kind, around: Around) -> Shape:
    """What the form of a kind asks for."""
    return KINDS[kind].shape(around)
