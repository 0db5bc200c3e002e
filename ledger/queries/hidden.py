"""Hidden: what readers who may count are not told of boxes that aren't counted yet.

Fees of such a box would add up to what it should hold, and so would the wagers of its rounds by the
schedule, and the balances of those who paid: its rounds are hidden with all their journals, and
balances from the first day of which it may hold money. What comes late of a round whose box is
counted lies in the box that hangs then, and is hidden as that is, whatever it is: so nothing that
is hidden tells of money, and neither does what is: an account is hidden by its kind and the day,
whether such money moved it or not. Rounds in no known box are hidden until a box came off there
unannounced and was counted; then they are that box's.
"""
# ruff: noqa: S608 - constants put together, nothing from outside

from collections.abc import Sequence
from datetime import date, timedelta
from typing import Final, NamedTuple

from msgspec import Struct

from cardroom.days import calendars
from cardroom.log.rows import rows
from ledger.queries.seen import PERIOD, At, seen
from ledger.round_fees import ASSESSED, PURPOSES
from ledger.rules import posting

_UNCOUNTED: Final = f"""
SELECT o.stream_id, o.box, o.purpose, coalesce(o.put_on_position, 0), o.put_on_at
FROM {PERIOD} WHERE o.house = %(house)b::text AND oa.id IS NULL
"""
# Money of no known box: hidden behind the last unannounced box of its purpose that was counted. It
# lies there from a round's day on, and from that of a round that is opened with no box.
_UNBOXED: Final = f"""
SELECT t.stream_id, t.table_code, place.purpose, place.counted, least((
    SELECT f.gaming_day FROM ledger_roundfee f
    WHERE f.stream_id = t.stream_id AND f.purpose = place.purpose AND f.since = 0
        AND f.first_position > place.counted
    ORDER BY f.gaming_day LIMIT 1
), CASE WHEN place.purpose = %(implied)b::text AND NOT EXISTS (
    SELECT FROM ledger_boxperiod h WHERE h.stream_id = t.stream_id
        AND h.purpose = place.purpose AND h.removed_position IS NULL
) THEN t.open_day END)
FROM ledger_standing t CROSS JOIN LATERAL (
    SELECT purpose, coalesce((
        SELECT max(o.removed_position) FROM {PERIOD}
        WHERE o.stream_id = t.stream_id AND o.purpose = wanted.purpose
            AND o.put_on_position IS NULL AND oa.id IS NOT NULL
    ), 0) AS counted
    FROM unnest(%(purposes)b::text[]) wanted (purpose)
) place
WHERE t.house = %(house)b::text
"""
# From this round on all of a table are hidden: they came behind the last box that was counted.
_BOUNDS: Final = f"""
SELECT t.stream_id, coalesce((
    SELECT f.round FROM ledger_roundfee f
    WHERE f.stream_id = t.stream_id AND f.first_position <= (
        SELECT max(o.removed_position) FROM {PERIOD}
        WHERE o.stream_id = t.stream_id AND o.purpose = %(implied)b::text AND oa.id IS NOT NULL
    )
    ORDER BY f.round DESC LIMIT 1
), 0) + 1
FROM ledger_standing t WHERE t.house = %(house)b::text
"""
# Of journals `j`, for who may count: those that aren't of such a round.
BELOW: Final = """(j.round IS NULL OR NOT EXISTS (
    SELECT FROM unnest(%(streams)b::bigint[], %(bounds)b::bigint[]) AS h (stream_id, round)
    WHERE h.stream_id = j.stream_id AND j.round >= h.round))"""
# A clock that ran backwards may have opened a round on the day before its box was put on.
_MARGIN: Final = timedelta(1)
KINDS: Final = frozenset({posting.PERSON, posting.BOX, posting.UNBOXED, posting.COUNT_ROOM})


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

    No sum is withheld when there is no such day. `bounds` are the rounds, by their tables' streams,
    from which on all are hidden.
    """

    since: date | None = None
    boxes: dict[_Box, int] = {}
    bounds: dict[int, int] = {}

    @property
    def is_anything(self) -> bool:
        """Whether journals may be left out; of which pages that is so tells nobody."""
        return self.since is not None

    def shows(self, journals: Sequence[Moved]) -> list[bool]:
        """Whether each journal is shown: not one of a hidden round, nor what such a box moves."""
        if not self.is_anything:
            return [True] * len(journals)
        told = seen([At(one.stream_id, one.round) for one in journals if one.round is not None])
        return [
            not self._is_concerned(one)
            and (one.round is None or one.position <= told[At(one.stream_id, one.round)])
            for one in journals
        ]

    @property
    def below(self) -> dict[str, list[int]]:
        """The bounds as parameters of a statement."""
        return {"streams": list(self.bounds), "bounds": list(self.bounds.values())}

    def _is_concerned(self, journal: Moved) -> bool:
        stream_id, position = journal.stream_id, journal.position
        return any(
            position > self.boxes.get(_Box(stream_id, account), position)
            for account in journal.accounts
        )

    def sums(self, account: str, day: date | None) -> bool:
        """Whether what an account has is withheld, at the end of a day or at present."""
        if self.since is None or (day is not None and day < self.since):
            return False
        return posting.kind_of(account) in KINDS


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
    wanted = {"house": house, "purposes": [*PURPOSES], "implied": ASSESSED}
    for stream_id, code, purpose, counted, day in rows(_UNBOXED, wanted):
        boxes[_Box(stream_id, posting.unboxed(code, purpose))] = counted
        days += [] if day is None else [day]
    bounds: dict[int, int] = dict(rows(_BOUNDS, wanted))
    return Hidden(min(days, default=None), boxes, bounds)
