"""Trends read: the box periods of some gaming days, and who dealt the rounds of each."""

from collections.abc import Sequence
from datetime import date, timedelta
from typing import Final

from cardroom.log.rows import rows
from ledger import standings
from ledger.queries import periods, reconciliations
from ledger.round_fees import Place
from ledger.rules.reconciliation import BoxFigures
from ledger.rules.reconciliation.trends import Share, TrendBy, Trends, points

# Who stood at the table when a round opened, as it was put right later; rounds of a box by him.
_SHARES: Final = """
WITH place AS (
    SELECT * FROM unnest(
        %(streams)b::bigint[], %(purposes)b::text[], %(sinces)b::bigint[], %(lows)b::bigint[],
        %(highs)b::bigint[], %(days)b::date[]
    ) WITH ORDINALITY AS place (stream_id, purpose, since, low, high, day, n)
), stood AS (
    SELECT e.stream_id, e.position, coalesce((
        SELECT c.payload #>> '{data,data,dealer}' FROM log_event c
        WHERE c.stream_id = e.stream_id AND c.round IS NULL AND c.type = 'event.corrected'
            AND c.payload #>> '{data,event}' = e.event_id::text
        ORDER BY c.position DESC LIMIT 1
    ), e.payload #>> '{data,dealer}') AS dealer,
    lead(e.position) OVER (PARTITION BY e.stream_id ORDER BY e.position) AS until
    FROM log_event e
    WHERE e.stream_id = ANY(%(streams)b::bigint[]) AND e.round IS NULL AND e.type = 'dealer.changed'
)
SELECT place.n, stood.dealer, sum(
    f.collected_cents - f.assessed_cents + f.waived_cents - f.corrections_cents
)::bigint
FROM place
JOIN ledger_roundfee f ON f.stream_id = place.stream_id AND f.purpose = place.purpose
    AND f.since = place.since AND f.first_position > place.low AND f.first_position <= place.high
    AND (place.day IS NULL OR f.gaming_day = place.day)
LEFT JOIN stood ON stood.stream_id = f.stream_id AND stood.position < f.first_position
    AND (stood.until IS NULL OR f.first_position < stood.until)
GROUP BY place.n, stood.dealer
ORDER BY place.n, stood.dealer
"""


def trends(
    house: str, by: TrendBy, *, purpose: str, first: date, last: date, is_blind: bool
) -> Trends:
    """Variances over the gaming days from `first` to `last`; blind, of counted boxes alone."""
    days = (first + timedelta(number) for number in range((last - first).days + 1))
    found = [box for day in days for box in reconciliations.of_day(house, day)]
    found = [box for box in found if box.purpose == purpose]
    shown = [box for box in found if not is_blind or box.counted_cents is not None]
    shares = _shares(house, shown) if by == "dealer" else {}
    return Trends(
        by=by,
        purpose=purpose,
        first=first,
        last=last,
        withheld=len(found) - len(shown),
        points=points(shown, by, shares),
    )


def _shares(house: str, boxes: Sequence[BoxFigures]) -> dict[str, list[Share]]:
    """What lies in the rounds of each dealer, by box period."""
    streams = {one.table: stream_id for stream_id, one in standings.of_house(house).items()}
    places = [_place(house, box, streams[box.table]) for box in boxes]
    names = ("streams", "purposes", "sinces", "lows", "highs")
    wanted: dict[str, object] = {
        name: [place[at] for place in places] for at, name in enumerate(names)
    }
    wanted["days"] = [box.gaming_day if box.status == "implied" else None for box in boxes]
    found: dict[str, list[Share]] = {}
    for number, dealer, cents in rows(_SHARES, wanted):
        found.setdefault(boxes[number - 1].id, []).append(Share(dealer, cents))
    return found


def _place(house: str, box: BoxFigures, stream_id: int) -> Place:
    """Where the fees of a box period lie."""
    place = Place(stream_id, box.purpose, box.put_on_position or 0)
    if box.put_on_position is None:
        return periods.unannounced(house, place, box.removed_position)
    return place
