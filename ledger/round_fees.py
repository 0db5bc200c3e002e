"""Fees of rounds summed up by box period, by the database, from what tables keep of each round.

`ledger_roundfee` and `ledger_standing` are views that the tables' app provides; the first has a row
for each round and each place that it has to do with, with `since` 0 where that is no box.
"""
# ruff: noqa: S608 - constants put together, nothing from outside

from collections.abc import Iterable, Sequence
from datetime import date
from itertools import chain
from typing import Any, Final, NamedTuple

import msgspec
from msgspec import Struct

from cardroom.log.rows import Row, rows
from ledger.rules.reconciliation import FeeItem, RoundFigures, figures

PURPOSES: Final = ("collection", "jackpot", "promo")

_SUMS: Final = """
count(*), coalesce(sum(f.assessed_cents), 0)::bigint, coalesce(sum(f.corrections_cents), 0)::bigint,
    coalesce(sum(f.waived_cents), 0)::bigint, coalesce(sum(f.collected_cents), 0)::bigint,
    max(f.gaming_day), array_remove(array_agg(f.items), NULL)
"""
# Summed up place by place, so that each is read by its index and nothing else is.
_OF_PLACES: Final = f"""
SELECT summed.* FROM unnest(
    %(streams)b::bigint[], %(purposes)b::text[], %(sinces)b::bigint[], %(lows)b::bigint[],
    %(highs)b::bigint[]
) WITH ORDINALITY AS place (stream_id, purpose, since, low, high, n)
CROSS JOIN LATERAL (
    SELECT {_SUMS} FROM ledger_roundfee f
    WHERE f.stream_id = place.stream_id AND f.purpose = place.purpose AND f.since = place.since
        AND f.first_position > place.low AND f.first_position <= place.high
) summed
ORDER BY place.n
"""
_UNBOXED: Final = f"""
SELECT t.stream_id, t.table_code, summed.* FROM ledger_standing t CROSS JOIN LATERAL (
    SELECT f.purpose, {_SUMS} FROM ledger_roundfee f
    WHERE f.stream_id = t.stream_id AND f.purpose = ANY(%(purposes)b::text[]) AND f.since = 0
        AND f.gaming_day = %(day)b::date AND f.first_position > coalesce((
            SELECT max(p.removed_position) FROM ledger_boxperiod p
            WHERE p.house = t.house AND p.put_on_position IS NULL
                AND p.stream_id = t.stream_id AND p.purpose = f.purpose
        ), 0)
    GROUP BY f.purpose
) summed
WHERE t.house = %(house)b::text AND t.table_code = coalesce(%(table)b::text, t.table_code)
ORDER BY t.table_code, summed.purpose
"""
_UNBOXED_DAY: Final = """
SELECT min(day)::text FROM ledger_standing t CROSS JOIN LATERAL (
    SELECT min(f.gaming_day) AS day FROM ledger_roundfee f
    WHERE f.stream_id = t.stream_id AND f.purpose = ANY(%(purposes)b::text[]) AND f.since = 0
        AND f.gaming_day > %(after)b::date
) first
WHERE t.house = %(house)b::text AND t.table_code = coalesce(%(table)b::text, t.table_code)
"""
_ROUNDS: Final = """
SELECT f.round, f.gaming_day, f.assessed_cents, f.corrections_cents, f.waived_cents,
    f.collected_cents, f.items
FROM ledger_roundfee f
WHERE f.stream_id = %(stream_id)b::bigint AND f.purpose = %(purpose)b::text
    AND f.since = %(since)b::bigint AND f.first_position > %(low)b::bigint
    AND f.first_position <= %(high)b::bigint
    AND f.gaming_day = coalesce(%(day)b::date, f.gaming_day) AND f.round > %(after)b::bigint
ORDER BY f.round LIMIT %(limit)b::bigint
"""
_STANDINGS: Final = """
SELECT stream_id, table_code, last_position, open_since, open_day FROM ledger_standing
WHERE house = %(house)b::text
"""
_STREAM: Final = """
SELECT stream_id FROM ledger_standing
WHERE house = %(house)b::text AND table_code = %(table)b::text
"""
ENDLESS: Final = 2**62

_decode = msgspec.json.Decoder(tuple[FeeItem, ...]).decode


class Place(NamedTuple):
    """Where fees lie: in the box since a position, or in none (0) for rounds opened in between."""

    stream_id: int
    purpose: str
    since: int
    low: int = 0
    high: int = ENDLESS


class Fees(Struct, frozen=True, kw_only=True):
    """What rounds add to one place; `last_day` is the last gaming day of any of them."""

    rounds: int
    assessed_cents: int
    corrections_cents: int
    waived_cents: int
    collected_cents: int
    last_day: date | None
    items: tuple[FeeItem, ...]


class Unboxed(NamedTuple):
    """Fees of one gaming day for which a table had no box."""

    stream_id: int
    table: str
    purpose: str
    fees: Fees


class Standing(NamedTuple):
    """How far a table has posted, and where and on which day a round was opened that is in play."""

    table: str
    last_position: int
    open_since: int | None
    open_day: date | None

    def is_past(self, position: int) -> bool:
        """Whether it has posted past a position, the round that was in play then included."""
        is_open = self.open_since is not None and self.open_since < position
        return self.last_position > position and not is_open


def of_places(places: Sequence[Place]) -> list[Fees]:
    """What lies at each place."""
    if not places:
        return []
    streams, purposes, sinces, lows, highs = (list(column) for column in zip(*places, strict=True))
    wanted = {"streams": streams, "purposes": purposes, "sinces": sinces}
    return [_fees(row) for row in rows(_OF_PLACES, wanted | {"lows": lows, "highs": highs})]


def unboxed(house: str, day: date, *, table: str | None = None) -> list[Unboxed]:
    """Fees of a gaming day for which tables had no box, and that no unannounced box took."""
    wanted = {"house": house, "day": day, "table": table, "purposes": [*PURPOSES]}
    return [
        Unboxed(stream_id, code, purpose, _fees(sums))
        for stream_id, code, purpose, *sums in rows(_UNBOXED, wanted)
    ]


def next_unboxed_day(house: str, after: date, *, table: str | None = None) -> date | None:
    """The next gaming day on which fees lay in no box."""
    wanted = {"house": house, "after": after, "table": table, "purposes": [*PURPOSES]}
    ((day,),) = rows(_UNBOXED_DAY, wanted)
    return None if day is None else date.fromisoformat(day)


def of_rounds(
    place: Place, *, day: date | None = None, after: int, limit: int
) -> list[RoundFigures]:
    """What each round behind a number adds to a place; `day` is that of an implied box."""
    wanted = {**place._asdict(), "day": day, "after": after, "limit": limit}
    return [_round(row) for row in rows(_ROUNDS, wanted)]


def stream_of(house: str, table: str) -> int:
    """The stream of a table that has posted."""
    ((stream_id,),) = rows(_STREAM, {"house": house, "table": table})
    return int(stream_id)


def standings(house: str) -> dict[int, Standing]:
    """How far each table of a house has posted, by its stream."""
    return {row[0]: Standing(*row[1:]) for row in rows(_STANDINGS, {"house": house})}


def _fees(row: Sequence[Any]) -> Fees:
    rounds, assessed, corrections, waived, collected, last_day, items = row
    return Fees(
        rounds=rounds,
        assessed_cents=assessed,
        corrections_cents=corrections,
        waived_cents=waived,
        collected_cents=collected,
        last_day=last_day,
        items=_items(items or ()),
    )


def _items(found: Iterable[str]) -> tuple[FeeItem, ...]:
    """In the order of rounds; the seat as the round has it."""
    items = chain.from_iterable(map(_decode, found))
    return tuple(sorted(items, key=lambda item: (item.round, item.seat)))


def _round(row: Row) -> RoundFigures:
    number, day, assessed, corrections, waived, collected, items = row
    money = figures(
        assessed_cents=assessed,
        waived_cents=waived,
        corrections_cents=corrections,
        collected_cents=collected,
    )
    return RoundFigures(
        round=number,
        gaming_day=day,
        assessed_cents=assessed,
        waived_cents=waived,
        corrections_cents=corrections,
        expected_cents=money.expected_cents,
        collected_cents=collected,
        assess_variance_cents=money.assess_variance_cents,
        items=_items([items] if items else ()),
    )
