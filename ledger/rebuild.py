"""Rebuild of the balances: each is made anew from its entries, in place, while posting goes on."""

from typing import Final

from cardroom.log.rows import rows

_AT_ONCE: Final = 200  # accounts whose balances wait for each other
_ACCOUNTS: Final = """
SELECT coalesce(array_agg(id), '{}') FROM (
    SELECT id FROM ledger_account WHERE id > %(after)b::bigint ORDER BY id LIMIT %(most)b::bigint
) account
"""
_RESTORE: Final = "SELECT ledger_restore(%(accounts)b::bigint[])"


def balances() -> int:
    """Make all balances anew; gives how many days of accounts were wrong."""
    changed, after = 0, 0
    while True:
        ((accounts,),) = rows(_ACCOUNTS, {"after": after, "most": _AT_ONCE})
        if not accounts:
            return changed
        ((wrong,),) = rows(_RESTORE, {"accounts": accounts})
        changed += int(wrong)
        after = max(accounts)
