"""What the journals of one table's stream moved to a box, or from there to the count room."""

from typing import Final

from cardroom.log.rows import rows
from ledger.queries.by_index import by_index
from ledger.rules import posting

ENDLESS: Final = 2**62
_OF_BOXES: Final = ("fee_collected", "fee_refunded", "fee_corrected", "fee_moved", "box_removed")
# A period has thousands of journals, its box's account has those of all its periods.
_OF_PERIOD: Final = """
SELECT coalesce(sum((
    SELECT CASE WHEN is_received THEN amount_cents ELSE -amount_cents END FROM ledger_entry e
    WHERE e.journal_id = j.id AND e.account_id = a.id
)), 0)::bigint
FROM ledger_account a, ledger_journal j
WHERE a.house = %(house)b::text AND a.code = %(account)b::text
    AND j.stream_id = %(stream_id)b::bigint AND j.position > %(since)b::bigint
    AND j.position <= %(until)b::bigint AND j.kind = ANY(%(kinds)b::text[])
    AND j.line = coalesce(%(line)b::text, j.line)
"""
# Money without a box is rare, and its account is the table's alone.
_OF_ACCOUNT: Final = """
SELECT coalesce(sum(CASE WHEN is_received THEN amount_cents ELSE -amount_cents END), 0)::bigint
FROM ledger_account a JOIN ledger_entry e ON e.account_id = a.id
JOIN ledger_journal j ON j.id = e.journal_id
WHERE a.house = %(house)b::text AND a.code = %(account)b::text
    AND j.stream_id = %(stream_id)b::bigint AND j.position <= %(until)b::bigint
"""
_BALANCE: Final = """
SELECT coalesce(sum(received_cents - given_cents), 0)::bigint
FROM ledger_account a JOIN ledger_balance b ON b.account_id = a.id
WHERE a.house = %(house)b::text AND a.code = %(account)b::text
"""


def balance(house: str, account: str) -> int:
    """What an account has at present, in cents."""
    ((cents,),) = rows(_BALANCE, {"house": house, "account": account})
    return int(cents)


def unboxed(house: str, stream_id: int, account: str, *, until: int) -> int:
    """What a table's fees moved to its account of money without a box, to a position, in cents."""
    wanted = {"house": house, "stream_id": stream_id, "account": account, "until": until}
    ((cents,),) = by_index(_OF_ACCOUNT, wanted)
    return int(cents)


def in_box(house: str, stream_id: int, account: str, *, since: int, until: int = ENDLESS) -> int:
    """What fees and drops of a table moved to a box that was put on at a position, in cents."""
    wanted = {"house": house, "stream_id": stream_id, "account": account, "line": None}
    return _cents(wanted | {"kinds": [*_OF_BOXES], "since": since, "until": until})


def removed(house: str, stream_id: int, purpose: str, line: str, *, until: int = ENDLESS) -> int:
    """What went with a box period to the count room, and what came there late, in cents.

    `line` names the period in its table's stream: `collection/B-014/812`.
    """
    *_, since = line.rpartition("/")
    account = posting.count_room(purpose)
    wanted = {"house": house, "stream_id": stream_id, "account": account, "line": line}
    return _cents(wanted | {"kinds": ["box_removed"], "since": int(since), "until": until})


def _cents(wanted: dict[str, object]) -> int:
    ((cents,),) = by_index(_OF_PERIOD, wanted)
    return int(cents)
