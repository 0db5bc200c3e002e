"""Accounts and their balances, from the running sums of each day."""

from datetime import date
from typing import Any, Final

from msgspec import Struct

from cardroom.log.rows import rows
from ledger.queries.hidden import KINDS, NOTHING, Hidden
from ledger.rules import posting
from ledger.views.journal import AccountView, TrialBalance, TrialLine

# For who may count no more accounts of these kinds than had money before a day: what came since may
# be an uncounted box's, and that it came tells as well.
_KNOWN: Final = """(%(since)b::date IS NULL OR split_part(a.code, ':', 1) <> ALL(%(kinds)b::text[])
    OR EXISTS (SELECT FROM ledger_balance k
        WHERE k.account_id = a.id AND k.posted_on < %(since)b::date))"""
# The page of accounts first, then their days; a code follows its kind and a colon.
_LISTED: Final = f"""
SELECT a.code, coalesce(sum(received_cents), 0)::bigint, coalesce(sum(given_cents), 0)::bigint
FROM (
    SELECT id, code FROM ledger_account a
    WHERE house = %(house)b::text AND code > %(after)b::text
        AND code >= %(low)b::text AND code < %(high)b::text AND {_KNOWN}
    ORDER BY code LIMIT %(limit)b::bigint
) a LEFT JOIN ledger_balance b ON b.account_id = a.id
    AND b.posted_on <= coalesce(%(day)b::date, 'infinity')
GROUP BY a.code ORDER BY a.code
"""  # noqa: S608 - constants put together, nothing from outside
_TRIAL: Final = """
SELECT kind, purpose, count(*), sum(received)::bigint, sum(given)::bigint, min(first)
FROM (
    SELECT split_part(code, ':', 1) AS kind, CASE WHEN code LIKE 'person:%%' THEN NULL
            ELSE substring(code FROM '[^:]*$') END AS purpose,
        sum(received_cents) AS received, sum(given_cents) AS given, min(posted_on) AS first
    FROM ledger_account a JOIN ledger_balance b ON b.account_id = a.id
    WHERE a.house = %(house)b::text AND b.posted_on <= coalesce(%(day)b::date, 'infinity')
    GROUP BY a.id, a.code
) account GROUP BY kind, purpose ORDER BY kind, purpose
"""
_SUMS: Final = """
SELECT coalesce(sum(received_cents) FILTER (WHERE posted_on < %(day)b::date), 0)::bigint,
    coalesce(sum(given_cents) FILTER (WHERE posted_on < %(day)b::date), 0)::bigint,
    coalesce(sum(received_cents) FILTER (WHERE posted_on = %(day)b::date), 0)::bigint,
    coalesce(sum(given_cents) FILTER (WHERE posted_on = %(day)b::date), 0)::bigint
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
    wanted |= {"low": low, "high": high, "since": hidden.since, "kinds": [*KINDS]}
    return [
        _account(code, _sums(received, given, is_hidden=hidden.sums(code, gaming_day)))
        for code, received, given in rows(_LISTED, wanted)
    ]


def _account(code: str, told: dict[str, Any]) -> AccountView:
    return AccountView(account=code, **(told | {"kind": posting.kind_of(code)}))


def sums(house: str, account: str, gaming_day: date) -> Sums:
    """What an account received and gave before a day and on it."""
    wanted = {"house": house, "account": account, "day": gaming_day}
    ((before_in, before_out, received, given),) = rows(_SUMS, wanted)
    return Sums(before_in - before_out, received, given)


def trial_balance(
    house: str, *, gaming_day: date | None = None, hidden: Hidden = NOTHING
) -> TrialBalance:
    """All accounts by kind and purpose, at the end of a day or now."""
    found = rows(_TRIAL, {"house": house, "day": gaming_day})
    lines = [
        TrialLine(
            kind=kind,
            purpose=purpose,
            accounts=None if is_hidden else accounts,
            **_sums(received, given, is_hidden=is_hidden),
        )
        for kind, purpose, accounts, received, given, first in found
        for is_hidden in [hidden.sums(f"{kind}:", gaming_day)]
        if not is_hidden or (hidden.since is not None and first < hidden.since)
    ]
    received, given = (sum(row[column] for row in found) for column in (3, 4))
    is_hidden = any(hidden.sums(f"{kind}:", gaming_day) for kind in KINDS)
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
