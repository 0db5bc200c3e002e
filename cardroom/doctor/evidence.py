"""The evidence: whether it is guarded, and whether a signature outside the log vouches for it."""

from collections.abc import Iterator
from datetime import UTC, timedelta
from typing import Final

from cardroom import clock
from cardroom.doctor.signs import Sign, weak, wrong
from cardroom.log.protection import LOG, REPORTS, verify_protection
from cardroom.log.rows import rows
from ledger.protection import LEDGER

OLDEST_CHECKPOINT: Final = timedelta(days=1)
_UNSIGNED: Final = """
SELECT h.house, max(c.signed_at) FROM (SELECT DISTINCT house FROM log_head WHERE position > 0) h
LEFT JOIN log_checkpoint c ON c.house = h.house
GROUP BY h.house ORDER BY h.house
"""


def protection() -> Iterator[Sign]:
    """Every guard of the protected tables that is missing or was changed."""
    for guarded in (LOG, LEDGER, REPORTS):
        for found in verify_protection(guarded):
            yield wrong(
                f"the protection of the record isn't as it was made: {found.detail}",
                "find out who changed it, then let the owner run `manage.py migrate`",
            )


def checkpoints() -> Iterator[Sign]:
    """Houses whose events nobody has signed for lately."""
    now = clock.now()
    for house, signed_at in rows(_UNSIGNED, {}):
        remedy = f"run `manage.py checkpoint --house {house}` and keep its output elsewhere"
        if signed_at is None:
            yield weak(f"no checkpoint of house {house} was ever signed", remedy)
        elif now - signed_at > OLDEST_CHECKPOINT:
            when = f"{signed_at.astimezone(UTC):%Y-%m-%d %H:%MZ}"
            yield weak(f"the last checkpoint of house {house} is of {when}", remedy)
