"""The store, the only door to the journals: post, in the transaction of the events that cause it.

One statement adds a batch's journals with their entries; the database judges them at its end and
brings the balances along, in the order of the accounts, so that no two batches wait for each other.
"""

from collections.abc import Sequence
from datetime import date
from itertools import chain
from typing import Any, Final

from django.db import IntegrityError, connection
from django.db.transaction import TransactionManagementError
from msgspec import Struct

from cardroom.errors import CardroomError
from cardroom.log.rows import rows
from ledger.rules.posting import Posting

_CLOSED: Final = "is closed"  # as the database says it

# Accounts are made in the order of their codes, for the same reason as balances are.
_OPEN_ACCOUNTS: Final = """
WITH opened AS (
    INSERT INTO ledger_account (house, code)
    SELECT %(house)b::text, code FROM unnest(%(accounts)b::text[]) AS code
    ORDER BY code COLLATE "C"
    ON CONFLICT (house, code) DO NOTHING RETURNING 1
)
SELECT count(*) FROM opened
"""
# While an account is missing nothing is posted, unless it's said that all are there.
_POST: Final = """
WITH sent AS (
    SELECT * FROM unnest(%(streams)b::bigint[], %(positions)b::bigint[], %(days)b::date[],
        %(rounds)b::integer[], %(revisions)b::integer[], %(tables)b::text[], %(kinds)b::text[],
        %(lines)b::text[]) WITH ORDINALITY AS sent
        (stream_id, position, gaming_day, round, revision, table_code, kind, line, n)
), entry AS (
    SELECT sent.n, amount_cents, (
        SELECT id FROM ledger_account
        WHERE house = %(house)b::text AND ledger_account.code = sent.code COLLATE "C"
    ) AS account_id
    FROM unnest(%(of)b::bigint[], %(accounts)b::text[], %(amounts)b::bigint[])
        AS sent (n, code, amount_cents)
), journal AS (
    INSERT INTO ledger_journal (stream_id, position, gaming_day, posted_on, round, revision, house,
        table_code, kind, line)
    SELECT stream_id, position, gaming_day, greatest(gaming_day, (
            SELECT max(gaming_day) + 1 FROM ledger_closedday WHERE house = %(house)b::text
        )), round, revision, %(house)b::text, table_code, kind, line
    FROM sent
    WHERE %(are_open)b::boolean OR NOT EXISTS (SELECT FROM entry WHERE account_id IS NULL)
    ORDER BY n
    RETURNING id, stream_id, position, posted_on, kind, line
), posted AS (
    INSERT INTO ledger_entry (journal_id, account_id, amount_cents, posted_on, is_received)
    SELECT id, account_id, abs(amount_cents), posted_on, amount_cents > 0
    FROM journal JOIN sent USING (stream_id, position, kind, line) JOIN entry USING (n)
)
SELECT count(*) FROM journal
"""

_CLOSE: Final = """
INSERT INTO ledger_closedday (house, stream_id, position, gaming_day)
VALUES (%(house)b, %(stream_id)b, %(position)b, %(day)b) RETURNING 1
"""


class DayClosed(CardroomError):
    """The gaming day closed at this very instant: what is sent again is posted on the next one."""

    code = "unavailable"


class Sourced(Struct, frozen=True):
    """A posting with the event that causes it; `table` is the table it is about."""

    stream_id: int
    position: int
    table: str
    gaming_day: date
    posting: Posting


def post(house: str, sourced: Sequence[Sourced]) -> None:
    """Post journals, all in one statement; at most one such call in a transaction.

    The events are recorded already. Raises DayClosed when that happens at this very instant.
    """
    if not sourced:
        return
    if not connection.in_atomic_block:
        raise TransactionManagementError("journals are posted in their events' transaction")
    values = {"house": house, **_columns(sourced)}
    try:
        if not _posted(values, are_open=False):
            rows(_OPEN_ACCOUNTS, {"house": house, "accounts": sorted({*values["accounts"]})})
            _posted(values, are_open=True)
    except IntegrityError as error:
        if _CLOSED in str(error):
            raise DayClosed("a gaming day has just been closed", retryable=True) from error
        raise


def close_day(house: str, stream_id: int, position: int, gaming_day: date) -> None:
    """Post nothing more on a gaming day; waits for those who are posting in this house."""
    wanted = {"house": house, "stream_id": stream_id, "position": position, "day": gaming_day}
    rows(_CLOSE, wanted)


def _posted(values: dict[str, Any], *, are_open: bool) -> int:
    ((posted,),) = rows(_POST, values | {"are_open": are_open})
    return int(posted)


def _columns(sourced: Sequence[Sourced]) -> dict[str, list[Any]]:
    """The journals and their entries by column, as one statement takes them."""
    postings = [each.posting for each in sourced]
    numbered = list(
        chain.from_iterable(
            ((number, entry) for entry in posting.entries)
            for number, posting in enumerate(postings, start=1)
        )
    )
    return {
        "streams": [each.stream_id for each in sourced],
        "positions": [each.position for each in sourced],
        "days": [each.gaming_day for each in sourced],
        "tables": [each.table for each in sourced],
        "rounds": [posting.round for posting in postings],
        "revisions": [posting.revision for posting in postings],
        "kinds": [posting.kind for posting in postings],
        "lines": [posting.line for posting in postings],
        "of": [number for number, _ in numbered],
        "accounts": [entry.account for _, entry in numbered],
        "amounts": [entry.amount_cents for _, entry in numbered],
    }
