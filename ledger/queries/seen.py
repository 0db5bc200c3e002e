"""Seen: what readers who may count are told of rounds, by the boxes that are counted.

The box of a round is the first that its money of a purpose lies in. What comes behind its count
lies in the box that hangs then, and is seen when that is counted, whatever it is: so nothing that
isn't shown tells of money. Money of no known box lies in one that the table never announced, and
nobody counted that.
"""
# ruff: noqa: S608 - constants put together, nothing from outside

from collections.abc import Collection
from typing import Final, NamedTuple

from cardroom.log.rows import rows
from ledger.round_fees import ASSESSED, ENDLESS, PURPOSES

# A box period of a house, and its count if that is accepted.
PERIOD: Final = """
ledger_boxperiod o
LEFT JOIN ledger_count oc ON oc.house = o.house AND oc.table_code = o.table_code
    AND oc.removed_position = o.removed_position
LEFT JOIN ledger_acceptance oa ON oa.count_id = oc.id
"""
# The box in which a row's money lies, and its count if that is accepted.
_BOX: Final = """
LEFT JOIN LATERAL (
    SELECT q.id, q.house, q.table_code, q.removed_position FROM ledger_boxperiod q
    WHERE q.stream_id = f.stream_id AND q.purpose = f.purpose AND CASE
        WHEN f.since > 0 THEN q.put_on_position = f.since
        ELSE q.put_on_position IS NULL AND q.removed_position > f.first_position END
    ORDER BY q.removed_position LIMIT 1
) p ON true
LEFT JOIN ledger_count c ON c.house = p.house AND c.table_code = p.table_code
    AND c.removed_position = p.removed_position
LEFT JOIN ledger_acceptance a ON a.count_id = c.id
"""
# Its own boxes, and those of any purpose that hung when it was opened, whether it paid into them or
# not; what hangs behind them by position.
_SEEN: Final = f"""
WITH laid AS (
    SELECT r.stream_id, r.round, r.purpose, r.since, r.first_position
    FROM unnest(%(streams)b::bigint[], %(rounds)b::bigint[]) w (stream_id, round)
    JOIN ledger_roundfee r ON r.stream_id = w.stream_id AND r.round = w.round
)
SELECT f.stream_id, f.round, min(CASE
    WHEN a.id IS NULL THEN 0 WHEN f.nowhere THEN a.table_position
    ELSE greatest(a.table_position, coalesce(n.position, %(endless)b::bigint)) END
), min(f.first_position)
FROM (
    SELECT r.stream_id, r.round, r.purpose, min(r.first_position) AS first_position,
        coalesce(min(r.since) FILTER (WHERE r.since > 0), 0) AS since,
        bool_or(r.since = 0) AND bool_or(r.since > 0) AS nowhere
    FROM laid r GROUP BY r.stream_id, r.round, r.purpose
    UNION ALL SELECT r.stream_id, r.round, o.purpose, r.first_position, o.put_on_position, false
    FROM ledger_boxperiod o
    JOIN (SELECT DISTINCT stream_id, round, first_position FROM laid) r USING (stream_id)
    WHERE o.put_on_position < r.first_position
        AND coalesce(o.removed_position, %(endless)b::bigint) > r.first_position
) f
{_BOX}
LEFT JOIN LATERAL (
    SELECT min(o.put_on_position) AS position FROM {PERIOD}
    WHERE o.stream_id = f.stream_id AND o.purpose = f.purpose AND oa.id IS NULL
        AND o.put_on_position >= p.removed_position
) n ON true
GROUP BY f.stream_id, f.round
"""
_HAS_BOXES: Final = """
SELECT EXISTS (SELECT FROM ledger_boxperiod WHERE stream_id = %(stream_id)b::bigint)
"""
# Where a table's stream ends for them, if rounds may be hidden: at its last event of no round, or
# where it stood when a count was accepted. They may while a box is uncounted, or none hung at the
# last round.
_TOLD: Final = f"""
SELECT EXISTS (SELECT FROM ledger_boxperiod b WHERE b.stream_id = t.stream_id) AND (
    EXISTS (SELECT FROM {PERIOD} WHERE o.stream_id = t.stream_id AND oa.id IS NULL)
    OR greatest(t.open_since, (
        SELECT f.first_position FROM ledger_roundfee f WHERE f.stream_id = t.stream_id
        ORDER BY f.round DESC LIMIT 1
    )) > coalesce((
        SELECT max(o.removed_position) FROM ledger_boxperiod o
        WHERE o.stream_id = t.stream_id AND o.purpose = %(purpose)b::text
    ), 0)),
    greatest((
        SELECT position FROM log_event WHERE stream_id = t.stream_id AND round IS NULL
        ORDER BY position DESC LIMIT 1
    ), (SELECT max(oa.table_position) FROM {PERIOD} WHERE o.stream_id = t.stream_id), 0)
FROM ledger_standing t WHERE t.stream_id = %(stream_id)b::bigint
"""
_TAKEN_FROM: Final = f"""
SELECT EXISTS (
    SELECT FROM {PERIOD}
    JOIN ledger_roundfee f ON f.stream_id = o.stream_id AND f.purpose = o.purpose
        AND f.since = o.put_on_position
    WHERE o.stream_id = %(stream_id)b::bigint AND oa.id IS NULL
        AND f.collected_cents < 0 AND f.round <> ALL(%(others)b::bigint[])
) OR EXISTS (
    SELECT FROM ledger_roundfee f
    {_BOX}
    WHERE f.stream_id = %(stream_id)b::bigint AND f.purpose = ANY(%(purposes)b::text[])
        AND f.since = 0 AND f.collected_cents < 0 AND f.round <> ALL(%(others)b::bigint[])
        AND a.id IS NULL
)
"""


class At(NamedTuple):
    """A round of a table's stream."""

    stream_id: int
    round: int


def seen(rounds: Collection[At]) -> dict[At, int]:
    """Up to which position each round's events are told to who may count, 0 for nothing of it.

    That is by the boxes that are counted at present; a round that lies nowhere yet is in play.
    """
    if not rounds:
        return {}
    streams, numbers = (list(column) for column in zip(*set(rounds), strict=True))
    wanted = {"streams": streams, "rounds": numbers, "endless": ENDLESS}
    found = dict.fromkeys(rounds, 0)
    for stream_id, number, until, first_position in rows(_SEEN, wanted):
        found[At(stream_id, number)] = int(until) if until >= first_position else 0
    return found


def has_boxes(stream_id: int) -> bool:
    """Whether a table ever announced a box; where none was, nobody counts any."""
    ((found,),) = rows(_HAS_BOXES, {"stream_id": stream_id})
    return bool(found)


def told_until(stream_id: int) -> int | None:
    """Where a table's stream ends for who may count, None where nothing of it may be hidden.

    How many events are behind isn't told: the number of those from the opening of a round to its
    first card says how many fees it paid.
    """
    for may_hide, until in rows(_TOLD, {"stream_id": stream_id, "purpose": ASSESSED}):
        return int(until) if may_hide else None
    return None


def is_taken_from(stream_id: int, others: Collection[int]) -> bool:
    """Whether a round of a table, but for some, took from an uncounted box more than it gave."""
    wanted = {"stream_id": stream_id, "others": [*others], "purposes": [*PURPOSES]}
    ((found,),) = rows(_TAKEN_FROM, wanted)
    return bool(found)
