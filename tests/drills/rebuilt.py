"""Rebuilds while tables record, and rebuilds that are killed on their way."""

import signal
from collections.abc import Iterator
from typing import Final

from cardroom.log import store
from tables import rebuild
from tables.models import RoundRow, TableRow
from tests.concurrency.test_rebuild import a_rebuild, being_played, wait_for
from tests.drills.proof import clean
from tests.drills.registry import Seen, drill
from tests.drills.stage import fresh
from tests.played import HOUSE, STREAM, Evening, all_rows, an_evening

REBUILDS = 5
WRITTEN_NOW: Final = "(SELECT count(*) FROM tables_roundrow WHERE generation = 2) >= 200"


@drill("rebuild", "a rebuild fails no batch meanwhile, and one that is killed changes nothing")
def rebuilding() -> Iterator[Seen]:
    """Somebody plays on while rows are rebuilt; then a rebuild is killed half-way."""
    with fresh():
        yield _while_appending(an_evening(20))
    with fresh():
        evening = an_evening(0)
        evening.play(10, at_once=25)
        yield _killed()
        yield _afterwards(evening)


def _while_appending(evening: Evening) -> Seen:
    before = evening.rounds
    with being_played(evening) as failed:
        for _ in range(REBUILDS):
            list(rebuild.rebuild())
    assert failed == []
    assert TableRow.objects.get().generation == REBUILDS + 1
    assert RoundRow.objects.count() == evening.rounds
    played = evening.rounds - before
    return Seen(
        f"{REBUILDS} rebuilds in a row while somebody plays",
        f"{played} rounds recorded meanwhile, none refused; {clean()}",
    )


def _killed() -> Seen:
    """Killed when it has written most of its rows and waits for the table, which is held."""
    before = all_rows()
    with store.recording():
        store.lock(HOUSE, STREAM)
        process = a_rebuild()
        wait_for(WRITTEN_NOW)
        process.send_signal(signal.SIGKILL)
        process.communicate()
    left = RoundRow.objects.filter(generation=2).count()
    assert process.returncode == -signal.SIGKILL
    assert TableRow.objects.get().generation == 1
    assert all_rows()[:2] == before[:2]
    return Seen(
        f"a rebuild killed with {left} of 250 rows written",
        f"the rows in force are still generation 1; {clean()}",
    )


def _afterwards(evening: Evening) -> Seen:
    evening.play(1)
    (rebuilt,) = rebuild.rebuild()
    left = set(RoundRow.objects.values_list("generation", flat=True))
    assert (rebuilt.rounds, left) == (251, {2})
    return Seen(
        "the next rebuild", f"{rebuilt.rounds} rounds, nothing left of the killed one; {clean()}"
    )
