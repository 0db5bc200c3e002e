"""Journals, accounts and statements as rows."""

from collections.abc import Iterable
from typing import Final, NamedTuple

from django.urls import reverse

from cardroom.pages.reconcile.figures import Figure, known, signed
from ledger.views.journal import (
    AccountView,
    JournalView,
    StatementLine,
    TrialBalance,
    TrialLine,
)

ACCOUNTS: Final = {
    "person": "People",
    "box": "Boxes on tables",
    "unboxed": "In no box",
    "count_room": "Count room",
    "vault": "Vault",
    "over_short": "Over and short",
}
_WITHHELD: Final = "withheld"
# What a line of these kinds is made of; a player's token may hold a slash as well.
_FEE: Final = ("seat", "player", "role", "purpose")
_SETTLED: Final = ("order", "seat", "hand", "player", "wager")


class Side(NamedTuple):
    """One entry of a journal: the account, where it is told, and what it received or gave."""

    account: str
    url: str
    amount: str


class JournalRow(NamedTuple):
    """A journal."""

    journal: JournalView
    event: str
    what: str
    sides: tuple[Side, ...]


class LineRow(NamedTuple):
    """A line of a statement."""

    line: StatementLine
    event: str
    what: str
    amount: str


class AccountRow(NamedTuple):
    """An account, or several of one kind, with its sums."""

    name: str
    of: AccountView | TrialLine | TrialBalance
    url: str
    figures: tuple[Figure, ...]


def journal_rows(found: Iterable[JournalView]) -> list[JournalRow]:
    """Journals, each with its entries."""
    return [
        JournalRow(
            one,
            _event(one.stream, one.position),
            _what(one.kind, one.line),
            tuple(
                Side(entry.account, url_of(entry.account), signed(entry.amount_cents))
                for entry in one.entries
            ),
        )
        for one in found
    ]


def line_rows(found: Iterable[StatementLine]) -> list[LineRow]:
    """Lines of a statement."""
    return [
        LineRow(
            one,
            _event(one.stream, one.position),
            _what(one.kind, one.line),
            signed(one.amount_cents),
        )
        for one in found
    ]


def _what(kind: str, line: str) -> str:
    """What a journal is for, in words, and by what it is told from others of its event."""
    said, parts = kind.replace("_", " "), line.split("/")
    if kind.startswith("fee") and len(parts) >= len(_FEE):
        return f"{said}: seat {parts[0]}, {parts[-2]}, {parts[-1]}".replace("_", " ")
    if kind.startswith(("settlement", "paid")) and len(parts) >= len(_SETTLED):
        hand = "" if parts[2] == "-" else f", hand {parts[2]}"
        wager = parts[-1].replace("_", " ")
        return f"{said}: line {parts[0]}, seat {parts[1]}{hand}, {wager} wager"
    return f"{said}: {' · '.join(parts)}" if line else said


def _event(stream: str, position: int) -> str:
    """Which event caused it."""
    return f"{stream.replace(':', ' ')} · {position:,}"


def url_of(account: str) -> str:
    """Where an account is told: a person by statements, any other by its journals."""
    kind, _, rest = account.partition(":")
    if kind == "person":
        return reverse("admin:statement", args=[rest])
    return reverse("admin:account", args=[account])


def account_row(found: AccountView) -> AccountRow:
    """An account."""
    return AccountRow(found.account, found, url_of(found.account), _sums(found))


def trial_rows(balance: TrialBalance) -> list[AccountRow]:
    """Accounts by kind and purpose."""
    return [AccountRow(ACCOUNTS[one.kind], one, "", _sums(one)) for one in balance.items]


def total_row(balance: TrialBalance) -> AccountRow:
    """What they come to, and that it is nothing."""
    return AccountRow("All", balance, "", _sums(balance))


def _sums(found: AccountView | TrialLine | TrialBalance) -> tuple[Figure, ...]:
    return (
        known(found.received_cents, otherwise=_WITHHELD),
        known(found.given_cents, otherwise=_WITHHELD),
        known(found.balance_cents, otherwise=_WITHHELD)._replace(look="strong"),
    )
