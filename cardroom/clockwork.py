"""All that falls due in an installation, in one place: a kind of work is added here.

A report is a kind of the queue `reports` with a lease longer than it ever takes. What follows
`gaming_day.end` plans those of the house's schedule; what is asked for is planned beside that.
"""

from collections.abc import Callable, Iterable
from datetime import datetime
from typing import Final

from cardroom import clock
from cardroom.days import clockwork as days
from cardroom.due.kinds import FAST, QUEUES, REPORTS, Kind
from cardroom.due.work import Tally, run_pending
from cardroom.reports import schedule as reports
from cardroom.reports import watching
from cardroom.staff import cleaning
from tables.rotation import keeping

KINDS: Final[dict[str, Kind]] = {kind.name: kind for kind in (*days.KINDS, *reports.KINDS)}


def run_due(
    *,
    queues: Iterable[str] = QUEUES,
    house: str | None = None,
    now: Callable[[], datetime] = clock.now,
    say: Callable[[str], None] = lambda _: None,
) -> Tally:
    """Do everything that is due, in the queues named or in all, of one house or of all."""
    wanted = set(queues)
    if FAST in wanted:
        days.begin(now(), house)
        cleaning.clean(now())
    if REPORTS in wanted:
        watching.begin(now(), house)
    tally = run_pending(KINDS, now=now, queues=wanted, house=house, say=say)
    if REPORTS in wanted:  # last, for nothing that is due waits for what is only quicker with it
        keeping.begin(now(), house)
    return tally
