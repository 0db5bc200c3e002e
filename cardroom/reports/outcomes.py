"""What kept reports come to in a word, read by the database from many of them at once."""

from collections.abc import Iterable
from typing import Final

from cardroom.log.rows import rows
from cardroom.reports.kinds import INTEGRITY, ROTATION
from cardroom.reports.store import Kept

_SAID: Final = """
SELECT id, said ->> 'verdict', (said ->> 'ok')::boolean
FROM reports_report, LATERAL (SELECT convert_from(dataset, 'UTF8')::json AS said) read
WHERE id = ANY(%(ids)b::bigint[])
"""


def outcomes(reports: Iterable[Kept]) -> dict[int, str]:
    """A rotation's verdict, and whether the log is `ok` or `not_ok`, by the report's id."""
    ids = [kept.id for kept in reports if kept.kind in {ROTATION.name, INTEGRITY.name}]
    if not ids:
        return {}
    found = rows(_SAID, {"ids": ids})
    return {number: verdict or ("ok" if ok else "not_ok") for number, verdict, ok in found}
