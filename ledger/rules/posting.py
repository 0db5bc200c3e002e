"""Postings: journals as they follow from an event, before they are posted. Pure.

An entry's amount is what its account receives, in cents; below zero it gives. A posting's entries
sum to zero, and each account has one of them at most.
"""

from collections.abc import Iterable, Mapping
from typing import Final

from msgspec import Struct

# Kinds of accounts, which their codes begin with.
PERSON: Final = "person"
BOX: Final = "box"
UNBOXED: Final = "unboxed"
COUNT_ROOM: Final = "count_room"
VAULT: Final = "vault"
OVER_SHORT: Final = "over_short"
KINDS: Final = (PERSON, BOX, UNBOXED, COUNT_ROOM, VAULT, OVER_SHORT)
# Chips are bought and redeemed elsewhere, and a count may find less than was recorded.
MAY_BE_NEGATIVE: Final = frozenset({PERSON, OVER_SHORT})


class Entry(Struct, frozen=True, gc=False):
    """What one account receives, or gives when the amount is below zero; never nothing."""

    account: str
    amount_cents: int


class Posting(Struct, frozen=True, kw_only=True):
    """One journal. `line` is unique among those of its source event and kind."""

    kind: str
    line: str
    entries: tuple[Entry, ...]
    round: int | None = None
    revision: int | None = None


def person(player: str) -> str:
    """The account of a person's chips."""
    return f"{PERSON}:{player}"


def box(code: str, purpose: str) -> str:
    """The account of a drop box on a table."""
    return f"{BOX}:{code}:{purpose}"


def unboxed(table: str, purpose: str) -> str:
    """The account of fee money at a table that has no such box."""
    return f"{UNBOXED}:{table}:{purpose}"


def count_room(purpose: str) -> str:
    """The account of what was removed from tables and isn't counted yet."""
    return f"{COUNT_ROOM}:{purpose}"


def vault(purpose: str) -> str:
    """The account of what was counted."""
    return f"{VAULT}:{purpose}"


def over_short(purpose: str) -> str:
    """The account of what counts found beyond or below what was recorded."""
    return f"{OVER_SHORT}:{purpose}"


def kind_of(account: str) -> str:
    """The kind of an account, by its code."""
    return account.partition(":")[0]


def moved(giver: str, receiver: str, cents: int) -> tuple[Entry, ...]:
    """Money from one account to another, or the other way when it's below zero."""
    return entries({giver: -cents, receiver: cents}) if giver != receiver else ()


def opposite(given: Iterable[Entry]) -> tuple[Entry, ...]:
    """The entries that take others back."""
    return tuple(Entry(entry.account, -entry.amount_cents) for entry in given)


def entries(received: Mapping[str, int]) -> tuple[Entry, ...]:
    """Entries of what each account receives; of those that receive nothing, none."""
    return tuple(Entry(account, cents) for account, cents in received.items() if cents)


def change(before: Iterable[Entry], after: Iterable[Entry]) -> tuple[Entry, ...]:
    """The entries that make of one posting's effect another's."""
    received: dict[str, int] = {}
    for entry in (*opposite(before), *after):
        received[entry.account] = received.get(entry.account, 0) + entry.amount_cents
    return entries(received)
