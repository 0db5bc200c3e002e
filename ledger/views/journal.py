"""Journals, accounts and statements as readers get them.

An amount is what an account received less what it gave. What tells of an uncounted box is left out
for keys that may count, sums are null, and `withheld` says so.
"""

from datetime import date
from typing import Literal

from msgspec import UNSET, Struct, UnsetType

AccountKind = Literal["person", "box", "unboxed", "count_room", "vault", "over_short"]


class AccountView(Struct, frozen=True, kw_only=True):
    """An account with all that it received and gave, up to the gaming day that was asked for."""

    account: str
    kind: AccountKind
    received_cents: int | None
    given_cents: int | None
    balance_cents: int | None
    withheld: bool | UnsetType = UNSET


class EntryView(Struct, frozen=True, kw_only=True):
    """What one account received by a journal; below zero it gave."""

    account: str
    amount_cents: int


class JournalView(Struct, frozen=True, kw_only=True):
    """A journal; its entries sum to zero. `stream` and `position` name the event that caused it.

    `posted_on` is the gaming day while that was open, else the earliest open day.
    """

    cursor: str
    stream: str
    position: int
    table: str
    kind: str
    line: str
    round: int | None
    revision: int | None
    gaming_day: date
    posted_on: date
    entries: tuple[EntryView, ...]


class JournalPage(Struct, frozen=True, kw_only=True):
    """Journals by gaming day, table and number; of an account by the day on which they count.

    `withheld` while those of any uncounted box are left out, on whatever page that is.
    """

    items: list[JournalView]
    next_cursor: str | None
    withheld: bool | UnsetType = UNSET


class StatementLine(Struct, frozen=True, kw_only=True):
    """What one journal did to the person's account."""

    cursor: str
    stream: str
    position: int
    table: str
    kind: str
    line: str
    round: int | None
    gaming_day: date
    amount_cents: int


class StatementView(Struct, frozen=True, kw_only=True):
    """A person's account on one gaming day: all that was posted on it.

    `closing_cents` is `opening_cents` and what was received less what was given.
    """

    player: str
    gaming_day: date
    opening_cents: int | None
    received_cents: int | None
    given_cents: int | None
    closing_cents: int | None
    items: list[StatementLine]
    next_cursor: str | None
    withheld: bool | UnsetType = UNSET


class TrialLine(Struct, frozen=True, kw_only=True):
    """All accounts of one kind and purpose; persons and their chips have no purpose.

    How many there are is null where their sums are.
    """

    kind: AccountKind
    purpose: str | None
    accounts: int | None
    received_cents: int | None
    given_cents: int | None
    balance_cents: int | None
    withheld: bool | UnsetType = UNSET


class TrialBalance(Struct, frozen=True, kw_only=True):
    """What all accounts received and gave by the end of a gaming day; its balances sum to zero."""

    gaming_day: date | None
    items: list[TrialLine]
    received_cents: int | None
    given_cents: int | None
    balance_cents: int
    withheld: bool | UnsetType = UNSET
