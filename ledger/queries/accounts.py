"""Accounts and their balances, from the running sums of each day."""

from datetime import date
from typing import Any, Final

from msgspec import Struct

from cardroom.log.rows import rows
from ledger.queries.hidden import NOTHING, Hidden
from ledger.rules import posting
from ledger.views.journal import AccountView, TrialBalance, TrialLine

# The page of accounts first, then their days; a code follows its kind and a colon.
_LISTED: Final = """
SELECT a.code, coalesce(sum(received_cents), 0)::bigint, coalesce(sum(given_cents), 0)::bigint,
    max(b.posted_on)
FROM (
    SELECT id, code FROM ledger_account
    WHERE house = %(house)b::text AND code > %(after)b::text
        AND code >= %(low)b::text AND code < %(high)b::text
    ORDER BY code LIMIT %(limit)b::bigint
) a LEFT JOIN ledger_balance b ON b.account_id = a.id
    AND b.posted_on <= coalesce(%(day)b::date, 'infinity')
GROUP BY a.code ORDER BY a.code
"""
_TRIAL: Final = """
SELECT kind, purpose, count(*), sum(received)::bigint, sum(given)::bigint, max(last)
FROM (
    SELECT split_part(code, ':', 1) AS kind, CASE WHEN code LIKE 'person:%%' THEN NULL
            ELSE substring(code FROM '[^:]*$') END AS purpose,
        sum(received_cents) AS received, sum(given_cents) AS given, max(posted_on) AS last
    FROM ledger_account a JOIN ledger_balance b ON b.account_id = a.id
    WHERE a.house = %(house)b::text AND b.posted_on <= coalesce(%(day)b::date, 'infinity')
    GROUP BY a.id, a.code
) account GROUP BY kind, purpose ORDER BY kind, purpose
"""
_SUMS: Final = """
SELECT coalesce(sum(received_cents) FILTER (WHERE posted_on < %(day)b::date), 0)::bigint,
    coalesce(sum(given_cents) FILTER (WHERE posted_on < %(day)b::date), 0)::bigint,
    coalesce(sum(received_cents) FILTER (WHERE posted_on = %(day)b::date), 0)::bigint,
    coalesce(sum(given_cents) FILTER (WHERE posted_on = %(day)b::date), 0)::bigint,
    max(posted_on)
FROM ledger_balance WHERE posted_on <= %(day)b::date AND account_id = (
    SELECT id FROM ledger_account WHERE house = %(house)b::text AND code = %(account)b::text
)
"""
_FIRST: Final = ""
_BEHIND_ALL: Final = "{"  # no kind begins with it or with anything behind it


class Sums(Struct, frozen=True):
    """An account by the end of the day before, and on the day, in cents."""

    opening_cents: int
    received_cents: int
    given_cents: int
    last_posted_on: date | None

    @property
    def closing_cents(self) -> int:
        """What it has at the end of the day."""
        return self.opening_cents + self.received_cents - self.given_cents


def listed(
    house: str,
    *,
    after: str,
    limit: int,
    kind: str | None = None,
    gaming_day: date | None = None,
    hidden: Hidden = NOTHING,
) -> list[AccountView]:
    """Accounts behind a code, by code, with what they have at the end of a day, or now."""
    low, high = (_FIRST, _BEHIND_ALL) if kind is None else (f"{kind}:", f"{kind};")
    wanted = {"house": house, "after": after, "limit": limit, "day": gaming_day}
    found = rows(_LISTED, wanted | {"low": low, "high": high})
    return [
        _account(code, _sums(received, given, is_hidden=hidden.account(code, last)))
        for code, received, given, last in found
    ]


def _account(code: str, told: dict[str, Any]) -> AccountView:
    return AccountView(account=code, **(told | {"kind": posting.kind_of(code)}))


def sums(house: str, account: str, gaming_day: date) -> Sums:
    """What an account received and gave before a day and on it."""
    wanted = {"house": house, "account": account, "day": gaming_day}
    ((before_in, before_out, received, given, last),) = rows(_SUMS, wanted)
    return Sums(before_in - before_out, received, given, last)


def trial_balance(
    house: str, *, gaming_day: date | None = None, hidden: Hidden = NOTHING
) -> TrialBalance:
    """All accounts by kind and purpose, at the end of a day or now."""
    found = rows(_TRIAL, {"house": house, "day": gaming_day})
    lines = [
        TrialLine(
            kind=kind,
            purpose=purpose,
            accounts=accounts,
            **_sums(received, given, is_hidden=hidden.account(f"{kind}:", last)),
        )
        for kind, purpose, accounts, received, given, last in found
    ]
    received, given = (sum(row[column] for row in found) for column in (3, 4))
    is_hidden = any(line.withheld is True for line in lines)
    return TrialBalance(
        gaming_day=gaming_day,
        items=lines,
        **(_sums(received, given, is_hidden=is_hidden) | {"balance_cents": received - given}),
    )


def _sums(received: int, given: int, *, is_hidden: bool) -> dict[str, Any]:
    """The fields of sums, or that they are withheld."""
    names = ("received_cents", "given_cents", "balance_cents")
    if is_hidden:
        return dict.fromkeys(names) | {"withheld": True}
    return dict(zip(names, (received, given, received - given), strict=True))
