"""Statements: a person's account on one gaming day."""

from datetime import date
from typing import Any, Final

from cardroom.log.rows import Row
from ledger.queries import accounts
from ledger.queries.by_index import by_index
from ledger.queries.hidden import NOTHING, Hidden, Moved
from ledger.queries.told import clause, told
from ledger.rules import posting
from ledger.views.journal import StatementLine, StatementView

_LINES: Final = """
SELECT j.id, j.stream_id, h.stream, j.position, j.table_code, j.kind, j.line, j.round,
    j.gaming_day, CASE WHEN e.is_received THEN e.amount_cents ELSE -e.amount_cents END, (
        SELECT array_agg(a.code) FROM ledger_entry o JOIN ledger_account a ON a.id = o.account_id
        WHERE o.journal_id = j.id
    )
FROM ledger_entry e JOIN ledger_journal j ON j.id = e.journal_id
JOIN log_head h ON h.id = j.stream_id
WHERE e.account_id = (
    SELECT id FROM ledger_account WHERE house = %(house)b::text AND code = %(account)b::text
)
AND e.posted_on = %(day)b::date AND e.journal_id > %(after)b::bigint{told}
ORDER BY e.journal_id LIMIT %(limit)b::bigint
"""


def statement(
    house: str,
    player: str,
    gaming_day: date,
    *,
    after: int,
    limit: int,
    hidden: Hidden = NOTHING,
) -> StatementView:
    """What was posted to a person on a day, behind a journal, with the day's sums."""
    account = posting.person(player)
    wanted = {"house": house, "account": account, "day": gaming_day, **hidden.below}
    lines = _LINES.format(told=clause(hidden))
    found, following = told(
        lambda after, limit: by_index(lines, wanted | {"after": after, "limit": limit}),
        _moved,
        hidden,
        after=after,
        limit=limit,
    )
    sums = accounts.sums(house, account, gaming_day)
    return StatementView(
        player=player,
        gaming_day=gaming_day,
        items=[_line(row) for row in found],
        next_cursor=None if following is None else str(following),
        **_sums(sums, is_withheld=hidden.sums(account, gaming_day)),
    )


def _sums(found: accounts.Sums, *, is_withheld: bool) -> dict[str, Any]:
    names = ("opening_cents", "received_cents", "given_cents", "closing_cents")
    if is_withheld:
        return dict.fromkeys(names) | {"withheld": True}
    return {name: getattr(found, name) for name in names}


def _moved(row: Row) -> Moved:
    _, stream_id, _, position, _, _, _, at_round, *_, others = row
    return Moved(stream_id, position, at_round, others)


def _line(row: Row) -> StatementLine:
    number, _, stream, position, table, kind, line, at_round, gaming_day, cents, _ = row
    return StatementLine(
        cursor=str(number),
        stream=stream,
        position=position,
        table=table,
        kind=kind,
        line=line,
        round=at_round,
        gaming_day=gaming_day,
        amount_cents=cents,
    )
