"""Hidden: what readers who may count are not told of boxes that aren't counted yet.

Fees of such a box would add up to what it should hold, and so would the wagers of its rounds by the
schedule, and the balances of those who paid: its rounds are hidden with all their journals, and
balances from the first day of which it may hold money. What comes late of a round whose box is
counted lies in the box that hangs then, and is hidden as that is, whatever it is: so nothing that
is hidden tells of money. Of rounds in no known box only the fees are hidden, until a box came off
there unannounced; then they are that box's.
"""
# ruff: noqa: S608 - constants put together, nothing from outside

from collections.abc import Sequence
from datetime import date, timedelta
from typing import Final, NamedTuple

from msgspec import Struct

from cardroom.days import calendars
from cardroom.log.rows import rows
from ledger.queries.seen import PERIOD, At, seen
from ledger.rules import posting

_UNBOXED: Final = """
SELECT a.code, min(b.posted_on) FROM ledger_account a JOIN ledger_balance b ON b.account_id = a.id
WHERE a.house = %(house)b::text AND a.code >= 'unboxed:' AND a.code < 'unboxed;'
GROUP BY a.code HAVING sum(received_cents - given_cents) <> 0
"""
_UNCOUNTED: Final = f"""
SELECT o.stream_id, o.box, o.purpose, coalesce(o.put_on_position, 0), o.put_on_at
FROM {PERIOD} WHERE o.house = %(house)b::text AND oa.id IS NULL
"""
# A clock that ran backwards may have opened a round on the day before its box was put on.
_MARGIN: Final = timedelta(1)
_KINDS: Final = frozenset({posting.PERSON, posting.BOX, posting.UNBOXED, posting.COUNT_ROOM})


class Moved(NamedTuple):
    """A journal, by its event and round, and the accounts that it moved money of."""

    stream_id: int
    position: int
    round: int | None
    accounts: Sequence[str]


class _Box(NamedTuple):
    stream_id: int
    account: str


class Hidden(Struct, frozen=True):
    """What is withheld: from a gaming day on, and of boxes from a position of their table on.

    `unboxed` are the accounts of money that lies in no announced box. No sum is withheld when there
    is no such day.
    """

    since: date | None = None
    boxes: dict[_Box, int] = {}
    unboxed: frozenset[str] = frozenset()

    @property
    def is_anything(self) -> bool:
        """Whether journals may be left out; of which pages that is so tells nobody."""
        return bool(self.boxes or self.unboxed)

    def shows(self, journals: Sequence[Moved]) -> list[bool]:
        """Whether each journal is shown: not one of a hidden round, nor what such a box moves."""
        if not self.is_anything:
            return [True] * len(journals)
        told = seen([At(one.stream_id, one.round) for one in journals if one.round is not None])
        return [
            not self._is_concerned(one)
            and (one.round is None or one.position <= told[At(one.stream_id, one.round)].until)
            for one in journals
        ]

    def _is_concerned(self, journal: Moved) -> bool:
        stream_id, position = journal.stream_id, journal.position
        return any(
            account in self.unboxed or position > self.boxes.get(_Box(stream_id, account), position)
            for account in journal.accounts
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
