"""Journals as readers get them, page by page.

A cursor is the number of the last journal that was given, whatever the order: of an account by day
of posting, of a round by number, else by gaming day, table and number.
"""

from collections.abc import Sequence
from datetime import date
from functools import partial
from typing import Any, Final

from msgspec import UNSET

from cardroom.errors import Malformed
from cardroom.log.rows import Row, rows
from ledger.queries.by_index import by_index
from ledger.queries.hidden import NOTHING, Hidden, Moved
from ledger.queries.pages import Wanted
from ledger.queries.told import clause, told
from ledger.views.journal import EntryView, JournalPage, JournalView

_PLACE: Final = """
SELECT gaming_day, table_code, posted_on FROM ledger_journal
WHERE id = %(after)b::bigint AND house = %(house)b::text
"""
_GIVEN: Final = """
SELECT id FROM ledger_journal WHERE id = %(after)b::bigint AND house = %(house)b::text
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
_BEFORE_ALL: Final = date.min
# What comes late of a gaming day is posted on few other days.
_LATE: Final = """
SELECT DISTINCT posted_on FROM ledger_journal
WHERE house = %(house)b::text AND gaming_day = %(day)b::date AND posted_on > gaming_day
"""


def page(
    house: str, wanted: Wanted, *, after: int, limit: int, hidden: Hidden = NOTHING
) -> JournalPage:
    """Journals behind the one that was given last; Malformed when there is no such journal."""
    if after:
        _check(house, after, hidden)
    found, following = told(
        partial(_found, house, wanted, hidden), _moved, hidden, after=after, limit=limit
    )
    return JournalPage(
        items=[_view(row) for row in found],
        next_cursor=None if following is None else str(following),
        withheld=True if hidden.is_anything else UNSET,
    )


def _check(house: str, after: int, hidden: Hidden) -> None:
    """Malformed for a cursor that is no journal's of the house, or one's that isn't shown.

    Whether there is one says how many there are.
    """
    found = rows(_SHOWN.format(page=_GIVEN, order="1"), {"after": after, "house": house})
    if not all(hidden.shows([_moved(row) for row in found])) or not found:
        raise Malformed("query parameter `after` is a cursor that was given")


def _found(house: str, wanted: Wanted, hidden: Hidden, after: int, limit: int) -> Sequence[Row]:
    place: Row = (_BEFORE_ALL, "", _BEFORE_ALL)
    if after:
        (place,) = rows(_PLACE, {"after": after, "house": house})
    statement, order = wanted.page()
    names = ("last_day", "last_table", "last_posted")
    values: dict[str, Any] = {
        "house": house,
        "after": after,
        "limit": limit,
        "table": wanted.table,
        "round": wanted.round,
        "day": wanted.gaming_day,
        "account": wanted.account,
        **hidden.below,
        **dict(zip(names, place, strict=True)),
    }
    if wanted.account is not None and wanted.gaming_day is not None:
        values["posted"] = [wanted.gaming_day, *(day for (day,) in rows(_LATE, values))]
    # Journals of a round are few, and so are late ones: they are sorted.
    ask = rows if wanted.round is not None or wanted.is_late else by_index
    page = statement.format(told=clause(hidden))
    return ask(_SHOWN.format(page=page, order=order), values)


def _moved(row: Row) -> Moved:
    _, stream_id, _, position, _, _, _, at_round, *_, accounts, _ = row
    return Moved(stream_id, position, at_round, accounts)


def _view(row: Row) -> JournalView:
    number, _, stream, position, table, kind, line, *rest = row
    at_round, revision, gaming_day, posted_on, accounts, amounts = rest
    return JournalView(
        cursor=str(number),
        stream=stream,
        position=position,
        table=table,
        kind=kind,
        line=line,
        round=at_round,
        revision=revision,
        gaming_day=gaming_day,
        posted_on=posted_on,
        entries=tuple(
            EntryView(account=account, amount_cents=cents)
            for account, cents in zip(accounts, amounts, strict=True)
        ),
    )
