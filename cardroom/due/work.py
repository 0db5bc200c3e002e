"""Doing what is due: one row after the other, until nothing is left that may be taken."""

from collections.abc import Callable, Iterable, Mapping
from datetime import datetime, timedelta
from typing import Final

import structlog
from django.db import connection, transaction
from msgspec import Struct

from cardroom.due import rows
from cardroom.due.kinds import QUEUES, Kind, Taken
from cardroom.due.rows import Overtaken

FIRST_WAIT: Final = timedelta(seconds=15)
LONGEST_WAIT: Final = timedelta(hours=1)

_log = structlog.get_logger(__name__)


class Tally(Struct):
    """What came of the rows that were taken; those overtaken were done by somebody else."""

    done: int = 0
    missed: int = 0
    overtaken: int = 0


def run_pending(
    kinds: Mapping[str, Kind],
    *,
    now: Callable[[], datetime],
    queues: Iterable[str] = QUEUES,
    house: str | None = None,
    say: Callable[[str], None] = lambda _: None,
) -> Tally:
    """Do everything that is due in these queues, of one house or all; `say` hears of each row."""
    tally, wanted = Tally(), set(queues)
    served = [kind for kind in kinds.values() if kind.queue in wanted]
    while taken := _take(served, kinds, house, now):
        _do(taken, tally, say)
    return tally


def _take(
    served: list[Kind], kinds: Mapping[str, Kind], house: str | None, now: Callable[[], datetime]
) -> Taken | None:
    """The next row; one that was taken too often already, by workers that died, is given up."""
    names, leases = [kind.name for kind in served], [kind.lease for kind in served]
    while found := rows.take(names, leases, house=house, now=now()):
        taken = Taken(**found, kinds=kinds, now=now)
        most = kinds[taken.kind].most_attempts
        if most is None or taken.attempts <= most:
            return taken
        said = f"whoever worked on it died, {most} times"
        rows.missed(taken.id, taken.fence, said, again_at=now(), is_last=True)
        _log.error("given up", due=str(taken), error=said)
    return None


def _do(taken: Taken, tally: Tally, say: Callable[[str], None]) -> None:
    """Do one row; whatever goes wrong with it is kept in it and stops no other."""
    try:
        taken.kinds[taken.kind].run(taken)
        if not taken.is_done:
            with transaction.atomic():
                taken.done()
    except Overtaken:
        tally.overtaken += 1
        _log.warning("overtaken", due=str(taken))
    except Exception as error:  # noqa: BLE001 - kept in the row, and tried again
        tally.missed += 1
        _miss(taken, error)
        say(f"missed {taken}: {_sentence(error)}")
    else:
        tally.done += 1
        say(f"done   {taken}")


def _miss(taken: Taken, error: Exception) -> None:
    """Have it tried again later, after waits that grow, or give it up."""
    if not connection.is_usable():
        connection.close()
    most = taken.kinds[taken.kind].most_attempts
    is_last = most is not None and taken.attempts >= most
    wait = min(FIRST_WAIT * 2 ** min(taken.attempts - 1, 20), LONGEST_WAIT)
    again_at = taken.now() + wait
    rows.missed(taken.id, taken.fence, _sentence(error), again_at=again_at, is_last=is_last)
    said = _log.error if is_last else _log.warning
    said("given up" if is_last else "missed", due=str(taken), exc_info=error)


def _sentence(error: Exception) -> str:
    """What an error says, in one line."""
    lines = str(error).strip().splitlines() or [""]
    return f"{type(error).__name__}: {lines[0]}"[:500]
