"""What the journals of one table's stream moved to a box, or from there to the count room."""

from typing import Final

from cardroom.log.rows import rows
from ledger.rules import posting

ENDLESS: Final = 2**62
_OF_BOXES: Final = ("fee_collected", "fee_refunded", "fee_corrected", "fee_moved", "box_removed")
_RECEIVED: Final = """
SELECT coalesce(sum(CASE WHEN is_received THEN amount_cents ELSE -amount_cents END), 0)::bigint
FROM ledger_journal j JOIN ledger_entry e ON e.journal_id = j.id AND e.account_id = (
    SELECT id FROM ledger_account WHERE house = %(house)b::text AND code = %(account)b::text
)
WHERE j.stream_id = %(stream_id)b::bigint AND j.position > %(since)b::bigint
    AND j.position <= %(until)b::bigint AND j.kind = ANY(%(kinds)b::text[])
    AND j.line = coalesce(%(line)b::text, j.line)
"""


def in_account(
    house: str, stream_id: int, account: str, *, since: int = 0, until: int = ENDLESS
) -> int:
    """What fees and drops of a table moved to an account behind a position, in cents."""
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
    ((cents,),) = rows(_RECEIVED, wanted)
    return int(cents)
