"""Hidden: what readers who may count are not told of boxes that aren't counted yet.

Fee journals of such a box would add up to what it should hold, and so would the balances of those
who paid: from the first day of which any such box may hold money, both are withheld. Money that lay
in no announced box is hidden as well, for it lies in some box, until that was counted too.
"""

from datetime import date, timedelta
from typing import Final, NamedTuple

from msgspec import Struct

from cardroom.days import calendars
from cardroom.log.rows import rows
from ledger.rules import posting

_UNCOUNTED: Final = """
SELECT p.stream_id, p.box, p.purpose, coalesce(p.put_on_position, 0), p.put_on_at
FROM ledger_boxperiod p
LEFT JOIN ledger_count c ON c.house = p.house AND c.table_code = p.table_code
    AND c.removed_position = p.removed_position
WHERE p.house = %(house)b::text
    AND NOT EXISTS (SELECT FROM ledger_acceptance a WHERE a.count_id = c.id)
"""
_UNBOXED: Final = """
SELECT a.code, min(b.posted_on) FROM ledger_account a JOIN ledger_balance b ON b.account_id = a.id
WHERE a.house = %(house)b::text AND a.code >= 'unboxed:' AND a.code < 'unboxed;'
GROUP BY a.code HAVING sum(received_cents - given_cents) <> 0
"""
# A clock that ran backwards may have opened a round on the day before its box was put on.
_MARGIN: Final = timedelta(1)
_KINDS: Final = frozenset({posting.PERSON, posting.BOX, posting.UNBOXED, posting.COUNT_ROOM})


class _Box(NamedTuple):
    stream_id: int
    account: str


class Hidden(Struct, frozen=True):
    """What is withheld: from a gaming day on, and of boxes from a position of their table on.

    `unboxed` are the accounts of money that lies in no announced box. Nothing at all is withheld
    when there is no such day.
    """

    since: date | None = None
    boxes: dict[_Box, int] = {}
    unboxed: frozenset[str] = frozenset()

    def journal(self, stream_id: int, position: int, accounts: list[str]) -> bool:
        """Whether a journal is withheld: it moves money of an uncounted box, or of none."""
        return self.since is not None and any(
            account in self.unboxed or position > self.boxes.get(_Box(stream_id, account), position)
            for account in accounts
        )

    def account(self, account: str, last_posted_on: date | None) -> bool:
        """Whether an account's sums are withheld: those that such money may have gone through."""
        if self.since is None or last_posted_on is None:
            return False
        return posting.kind_of(account) in _KINDS and last_posted_on >= self.since


NOTHING: Final = Hidden()


def hidden(house: str) -> Hidden:
    """What is withheld in a house at present."""
    calendar = calendars.of(house)
    boxes: dict[_Box, int] = {}
    days = []
    for stream_id, code, purpose, since, put_on_at in rows(_UNCOUNTED, {"house": house}):
        key = _Box(stream_id, posting.box(code, purpose))
        boxes[key] = min(since, boxes.get(key, since))
        if put_on_at is not None:
            days.append(calendar.gaming_day(put_on_at) - _MARGIN)
    unboxed: dict[str, date] = dict(rows(_UNBOXED, {"house": house}))
    days += unboxed.values()
    return Hidden(min(days, default=None), boxes, frozenset(unboxed))
