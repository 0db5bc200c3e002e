"""Statements: a person's account on one gaming day."""

from datetime import date
from typing import Any, Final

from cardroom.log.rows import Row
from ledger.queries import accounts
from ledger.queries.by_index import by_index
from ledger.queries.hidden import NOTHING, Hidden
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
AND e.posted_on = %(day)b::date AND e.journal_id > %(after)b::bigint
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
    wanted = {"house": house, "account": account, "day": gaming_day, "after": after}
    found = by_index(_LINES, wanted | {"limit": limit + 1})
    lines = [_line(row, hidden) for row in found[:limit]]
    return StatementView(
        player=player,
        gaming_day=gaming_day,
        items=lines,
        next_cursor=lines[-1].cursor if len(found) > limit else None,
        **_sums(accounts.sums(house, account, gaming_day), account, hidden),
    )


def _sums(found: accounts.Sums, account: str, hidden: Hidden) -> dict[str, Any]:
    names = ("opening_cents", "received_cents", "given_cents", "closing_cents")
    if hidden.account(account, found.last_posted_on):
        return dict.fromkeys(names) | {"withheld": True}
    return {name: getattr(found, name) for name in names}


def _line(row: Row, hidden: Hidden) -> StatementLine:
    number, stream_id, stream, position, table, kind, line, *rest = row
    at_round, gaming_day, cents, others = rest
    told: dict[str, Any] = {"line": line, "amount_cents": cents}
    if hidden.journal(stream_id, position, others):
        told = {"line": None, "amount_cents": None, "withheld": True}
    return StatementLine(
        cursor=str(number),
        stream=stream,
        position=position,
        table=table,
        kind=kind,
        round=at_round,
        gaming_day=gaming_day,
        **told,
    )
