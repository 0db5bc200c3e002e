"""Watching the feed for what makes a kept report outdated: late events, and counts.

What falls due is a row for each report and place of the feed, so that nothing is missed however
long nobody watched, and a report is made anew once for all that came meanwhile.
"""

from collections.abc import Iterable
from datetime import date, datetime
from typing import Final

from django.db import transaction

from cardroom.due import rows as due
from cardroom.due.models import Row
from cardroom.house.models import House
from cardroom.log import feed
from cardroom.log.rows import rows
from cardroom.reports.models import Watch
from cardroom.reports.periods import month_of
from cardroom.reports.schedule import DAILY, MONTHLY

# How much of the feed is looked through in one transaction.
_STRIDE: Final = 100_000
# Days behind a change of a box that may lose or gain that box's period, or behind a gap of numbers.
_BACK: Final = 7
# Days from a round that was put right whose runs may go on from it, and whose patterns count it.
_ON: Final = 6
# Days from a table event that was corrected, whose rounds needn't say anything of it themselves.
_FAR: Final = 40

_LAST: Final = "SELECT max(cursor) FROM log_feed WHERE house = %(house)b::text"
# By gaming day the last event. A count belongs to the day on which its box came off, a change of a
# box and a gap to days before it as well, an attestation to the day that it is of. What is put
# right changes the runs of the days behind it; a table event may at any time since.
_TOUCHED: Final = """
WITH recent AS (
    SELECT f.cursor, e.gaming_day, e.type, e.event_id, starts_with(h.stream, 'table:') AS of_table,
        CASE WHEN e.type IN ('round.opened', 'day.attested', 'event.corrected') THEN e.body END
            AS body
    FROM log_feed f JOIN log_event e ON e.id = f.event_id JOIN log_head h ON h.id = e.stream_id
    WHERE f.house = %(house)b::text
        AND f.cursor > %(after)b::bigint AND f.cursor <= %(until)b::bigint
)
SELECT day::text, max(cursor) FROM (
    SELECT gaming_day AS day, cursor FROM recent WHERE of_table
    UNION ALL
    SELECT c.gaming_day, cursor FROM recent
    JOIN (
        SELECT id, count_id FROM ledger_acceptance
        UNION ALL SELECT id, count_id FROM ledger_adjustment
    ) said ON said.id = event_id
    JOIN ledger_count c ON c.id = count_id
    UNION ALL
    SELECT gaming_day - back, cursor FROM recent, generate_series(1, %(back)b::integer) back
    WHERE type IN ('box.changed', 'event.corrected')
        OR type = 'round.opened' AND strpos(body, '"round_gap"') > 0
    UNION ALL
    SELECT gaming_day + later, cursor FROM recent, generate_series(1, %(on)b::integer) later
    WHERE type IN ('round.corrected', 'round.reported_late', 'round.voided', 'round.refolded')
    UNION ALL
    SELECT (body::json #>> '{data,gaming_day}')::date, cursor FROM recent
    WHERE type = 'day.attested'
    UNION ALL
    SELECT e.gaming_day + later, cursor FROM recent
    JOIN log_event e ON e.house = %(house)b::text
        AND e.event_id = (recent.body::json #>> '{data,event}')::uuid
    CROSS JOIN generate_series(0, least(recent.gaming_day - e.gaming_day, %(far)b::integer)) later
    WHERE recent.type = 'event.corrected'
) touched
GROUP BY day ORDER BY day
"""


def begin(now: datetime, house: str | None = None) -> None:
    """Plan what new events make due, in one house or all."""
    feed.sequence()
    for code in House.objects.order_by("pk").values_list("pk", flat=True):
        if house in {None, code}:
            while _look(code, now):
                pass


def _look(house: str, now: datetime) -> bool:
    """Look through the next part of a house's feed; whether there is more of it."""
    Watch.objects.get_or_create(house_id=house)
    with transaction.atomic():
        watch = Watch.objects.select_for_update(skip_locked=True).filter(house=house).first()
        ((last,),) = rows(_LAST, {"house": house})
        if watch is None or last is None or last <= watch.cursor:
            return False
        until = min(last, watch.cursor + _STRIDE)
        wanted = {"house": house, "after": watch.cursor, "until": until}
        wanted |= {"back": _BACK, "on": _ON, "far": _FAR}
        found = {date.fromisoformat(day): cursor for day, cursor in rows(_TOUCHED, wanted)}
        _plan(house, found, now)
        Watch.objects.filter(house=house).update(cursor=until)
        return bool(until < last)


def _plan(house: str, touched: dict[date, int], now: datetime) -> None:
    """Plan the next revisions of reports on these days; those that haven't ended come anyhow."""
    months: dict[date, int] = {}
    for day, cursor in touched.items():
        first = month_of(day).first
        months[first] = max(cursor, months.get(first, 0))
    for kinds, days in ((DAILY, touched), (MONTHLY, months)):
        for kind, day in _known(house, kinds, days, now):
            due.plan(kind, house, day, now=now, purpose=f"after {days[day]}")


def _known(
    house: str, kinds: dict[str, str], days: Iterable[date], now: datetime
) -> Iterable[tuple[str, date]]:
    """The reports of these days whose first revision is made or due by now: they have ended."""
    scheduled = Row.objects.filter(
        house=house, kind__in=kinds, gaming_day__in=list(days), purpose="", due_at__lte=now
    )
    return scheduled.values_list("kind", "gaming_day")
