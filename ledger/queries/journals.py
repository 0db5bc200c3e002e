"""Journals as readers get them, page by page; each way of asking goes by an index of its own.

A cursor is the number of the last journal that was given, whatever the order: of an account by day
of posting, of a round by number, else by gaming day, table and number.
"""

from datetime import date
from typing import Any, Final

from msgspec import Struct

from cardroom.errors import Malformed
from cardroom.log.rows import Row, rows
from ledger.queries.hidden import NOTHING, Hidden
from ledger.views.journal import EntryView, JournalView

_PLACE: Final = """
SELECT gaming_day, table_code, posted_on FROM ledger_journal
WHERE id = %(after)b::bigint AND house = %(house)b::text
"""
_SHOWN: Final = """
SELECT j.id, j.stream_id, h.stream, j.position, j.table_code, j.kind, j.line, j.round, j.revision,
    j.gaming_day, j.posted_on, e.accounts, e.amounts
FROM ({page}) page JOIN ledger_journal j ON j.id = page.id
JOIN log_head h ON h.id = j.stream_id
CROSS JOIN LATERAL (
    SELECT array_agg(a.code ORDER BY is_received, a.code) AS accounts, array_agg(
        CASE WHEN is_received THEN amount_cents ELSE -amount_cents END ORDER BY is_received, a.code
    ) AS amounts
    FROM ledger_entry o JOIN ledger_account a ON a.id = o.account_id WHERE o.journal_id = j.id
) e
ORDER BY {order}
"""
_OF_HOUSE: Final = "SELECT id FROM ledger_journal j WHERE house = %(house)b::text"
_OF_DAY: Final = f"{_OF_HOUSE} AND gaming_day = %(day)b::date"
_OF_TABLE: Final = f"{_OF_HOUSE} AND table_code = %(table)b::text"
_BY_ID: Final = "id > %(after)b::bigint ORDER BY id LIMIT %(limit)b::bigint"
_BY_TABLE: Final = """
(table_code, id) > (%(last_table)b::text, %(after)b::bigint)
ORDER BY table_code, id LIMIT %(limit)b::bigint
"""
_BY_DAY: Final = """
gaming_day >= %(last_day)b::date
AND (gaming_day, id) > (%(last_day)b::date, %(after)b::bigint)
ORDER BY gaming_day, id LIMIT %(limit)b::bigint
"""
_BY_DAY_AND_TABLE: Final = """
(gaming_day, table_code, id) > (%(last_day)b::date, %(last_table)b::text, %(after)b::bigint)
ORDER BY gaming_day, table_code, id LIMIT %(limit)b::bigint
"""
# What comes late of a gaming day is posted on few other days.
_LATE: Final = """
SELECT DISTINCT posted_on FROM ledger_journal
WHERE house = %(house)b::text AND gaming_day = %(day)b::date AND posted_on > gaming_day
"""
_OF_ACCOUNT: Final = """
SELECT j.id FROM ledger_entry e JOIN ledger_journal j ON j.id = e.journal_id
WHERE e.account_id = (
    SELECT id FROM ledger_account WHERE house = %(house)b::text AND code = %(account)b::text
)
AND (e.posted_on, e.journal_id) > (%(last_posted)b::date, %(after)b::bigint)
AND j.table_code = coalesce(%(table)b::text, j.table_code)
AND (%(round)b::bigint IS NULL OR j.round = %(round)b::bigint)
{of_day}
ORDER BY e.posted_on, e.journal_id LIMIT %(limit)b::bigint
"""
_OF_ACCOUNT_AND_DAY: Final = """
AND j.gaming_day = %(day)b::date AND e.posted_on = ANY(%(posted)b::date[])
"""
_BEFORE_ALL: Final = date.min


class Wanted(Struct, frozen=True, kw_only=True):
    """Which journals; a round is one of a table's."""

    table: str | None = None
    round: int | None = None
    gaming_day: date | None = None
    account: str | None = None

    def __post_init__(self) -> None:
        if self.round is not None and self.table is None:
            raise Malformed("query parameter `round` is a number at a table: give `table` as well")

    def page(self) -> tuple[str, str]:
        """The statement of a page's journals, and their order."""
        if self.account is not None:
            of_day = _OF_ACCOUNT_AND_DAY if self.gaming_day else ""
            return _OF_ACCOUNT.format(of_day=of_day), "j.posted_on, j.id"
        if self.round is not None:
            day = " AND gaming_day = %(day)b::date" if self.gaming_day else ""
            return f"{_OF_TABLE} AND round = %(round)b::bigint{day} AND {_BY_ID}", "j.id"
        if self.gaming_day is None:
            if self.table is None:
                return f"{_OF_HOUSE} AND {_BY_DAY_AND_TABLE}", "j.gaming_day, j.table_code, j.id"
            return f"{_OF_TABLE} AND {_BY_DAY}", "j.gaming_day, j.id"
        if self.table is None:
            return f"{_OF_DAY} AND {_BY_TABLE}", "j.table_code, j.id"
        return f"{_OF_DAY} AND table_code = %(table)b::text AND {_BY_ID}", "j.id"


def listed(
    house: str, wanted: Wanted, *, after: int, limit: int, hidden: Hidden = NOTHING
) -> list[JournalView]:
    """Journals behind the one that was given last; Malformed when there is no such journal."""
    place: Row = (_BEFORE_ALL, "", _BEFORE_ALL)
    if after:
        found = rows(_PLACE, {"after": after, "house": house})
        if not found:
            raise Malformed("query parameter `after` is a cursor that was given")
        place = found[0]
    page, order = wanted.page()
    names = ("last_day", "last_table", "last_posted")
    values: dict[str, Any] = {
        "house": house,
        "after": after,
        "limit": limit,
        "table": wanted.table,
        "round": wanted.round,
        "day": wanted.gaming_day,
        "account": wanted.account,
        **dict(zip(names, place, strict=True)),
    }
    if wanted.account is not None and wanted.gaming_day is not None:
        values["posted"] = [wanted.gaming_day, *(day for (day,) in rows(_LATE, values))]
    return [_view(row, hidden) for row in rows(_SHOWN.format(page=page, order=order), values)]


def _view(row: Row, hidden: Hidden) -> JournalView:
    number, stream_id, stream, position, table, kind, line, *rest = row
    at_round, revision, gaming_day, posted_on, accounts, amounts = rest
    view: dict[str, Any] = {
        "cursor": str(number),
        "stream": stream,
        "position": position,
        "table": table,
        "kind": kind,
        "line": line,
        "round": at_round,
        "revision": revision,
        "gaming_day": gaming_day,
        "posted_on": posted_on,
        "entries": tuple(
            EntryView(account=account, amount_cents=cents)
            for account, cents in zip(accounts, amounts, strict=True)
        ),
    }
    if hidden.journal(stream_id, position, accounts):
        view |= {"line": None, "entries": None, "withheld": True}
    return JournalView(**view)
