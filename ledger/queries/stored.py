"""Journals of one stream as they are stored, for comparing them with what they should be."""

from collections.abc import Sequence
from datetime import date
from typing import Any, Final

from msgspec import Struct

from cardroom.log.rows import rows

_STORED: Final = """
SELECT j.position, j.kind, j.line, j.house, j.table_code, j.gaming_day, j.posted_on, j.round,
    j.revision, array_remove(array_agg(a.code), NULL), array_remove(array_agg(
        CASE WHEN e.is_received THEN e.amount_cents ELSE -e.amount_cents END
    ), NULL), bool_and(e.posted_on = j.posted_on)
FROM ledger_journal j
LEFT JOIN ledger_entry e ON e.journal_id = j.id
LEFT JOIN ledger_account a ON a.id = e.account_id AND a.house = j.house
WHERE j.stream_id = %(stream_id)b::bigint AND j.position > %(after)b::bigint
    AND j.position <= %(until)b::bigint
GROUP BY j.id ORDER BY j.position, j.id
"""
_POSTED: Final = """
SELECT position, kind, line FROM ledger_journal WHERE stream_id = %(stream_id)b::bigint
    AND position > %(after)b::bigint AND position <= %(until)b::bigint
"""

Key = tuple[int, str, str]  # position, kind, line


class StoredJournal(Struct, frozen=True):
    """A journal with what each account received by it; None of accounts that aren't there."""

    position: int
    kind: str
    line: str
    house: str
    table: str
    gaming_day: date
    posted_on: date
    round: int | None
    revision: int | None
    entries: dict[str, int]
    is_of_one_day: bool

    @property
    def key(self) -> Key:
        """What names it in its stream."""
        return self.position, self.kind, self.line


def journals(stream_id: int, *, after: int, until: int) -> list[StoredJournal]:
    """The journals of a stream's events behind a position, up to another."""
    wanted = {"stream_id": stream_id, "after": after, "until": until}
    return [_journal(row) for row in rows(_STORED, wanted)]


def posted(stream_id: int, *, after: int, until: int) -> set[Key]:
    """What is posted of a stream's events behind a position, up to another."""
    wanted = {"stream_id": stream_id, "after": after, "until": until}
    return {(position, kind, line) for position, kind, line in rows(_POSTED, wanted)}


def _journal(row: Sequence[Any]) -> StoredJournal:
    names = StoredJournal.__struct_fields__
    *columns, accounts, amounts, is_of_one_day = row
    entries = dict(zip(accounts, amounts, strict=False))
    values = (*columns, entries, bool(is_of_one_day))
    return StoredJournal(**dict(zip(names, values, strict=True)))
