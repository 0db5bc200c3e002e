"""Rounds of a box period, each with what it adds."""

from datetime import date
from typing import Final

from cardroom.log.rows import Row, rows
from ledger.round_fees import ASSESSED, Place, items_of
from ledger.rules.reconciliation import RoundFigures, figures

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


def of_rounds(
    place: Place, *, day: date | None = None, after: int, limit: int
) -> list[RoundFigures]:
    """What each round behind a number adds to a place; `day` is that of an implied box."""
    wanted = {**place._asdict(), "day": day, "after": after, "limit": limit}
    is_assessed = place.purpose == ASSESSED
    return [_round(row, is_assessed=is_assessed) for row in rows(_ROUNDS, wanted)]


def _round(row: Row, *, is_assessed: bool) -> RoundFigures:
    number, day, assessed, corrections, waived, collected, items = row
    money = figures(
        assessed_cents=assessed,
        waived_cents=waived,
        corrections_cents=corrections,
        collected_cents=collected,
        is_assessed=is_assessed,
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
        items=items_of([items] if items else ()),
    )
