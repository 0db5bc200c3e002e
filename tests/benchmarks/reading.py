"""Reads of a ledger with 10 million entries, beside summing the entries themselves.

The journals are made by plain SQL, with their triggers switched off meanwhile: 40 tables, 3,000
persons, one of whom has a tenth of all entries, and a box for each table.
"""

from collections.abc import Callable, Iterator
from datetime import date, timedelta
from time import perf_counter
from typing import Any, Final

from django.db import connections

from cardroom.embedded import databases
from cardroom.log.rows import rows
from ledger.queries import accounts, journals, statements
from ledger.queries.pages import Wanted
from tests.benchmarks import figures
from tests.benchmarks.installation import HOUSE, Installation
from tests.benchmarks.posting import Size

ENTRIES: Final = 10_000_000
TABLES: Final = 40
PEOPLE: Final = 3_000
A_DAY: Final = 2_000  # journals of one table
FIRST: Final = date(2026, 1, 1)
BUSIEST: Final = "P-1"
PAGE: Final = 500
_GUARDED: Final = ("ledger_journal", "ledger_entry", "ledger_account")
_HEADS: Final = """
INSERT INTO log_head (house, stream, position, hash)
SELECT 'CASES', 'table:L' || lpad(n::text, 2, '0'), 10000000, decode(repeat('00', 32), 'hex')
FROM generate_series(1, {tables}) n
"""
_ACCOUNTS: Final = """
INSERT INTO ledger_account (house, code)
SELECT 'CASES', 'person:P-' || n FROM generate_series(1, {people}) n UNION ALL
SELECT 'CASES', 'box:L-' || n || ':collection' FROM generate_series(1, {tables}) n
"""
_JOURNALS: Final = """
INSERT INTO ledger_journal (house, stream_id, table_code, position, kind, line, gaming_day,
    posted_on, round)
SELECT 'CASES', h.id, substr(h.stream, 7), n, 'settlement', '1/' || n,
    date '2026-01-01' + n / {a_day}, date '2026-01-01' + n / {a_day}, n / 11
FROM generate_series({first}, {last}) n, log_head h WHERE h.stream LIKE 'table:L%' ORDER BY n
"""
_ENTRIES: Final = """
INSERT INTO ledger_entry (journal_id, account_id, amount_cents, posted_on, is_received)
SELECT j.id, CASE
    WHEN side THEN (SELECT min(id) FROM ledger_account) + 1 + (j.id * 7) % ({people} - 1)
    WHEN j.id % 5 = 0 THEN (SELECT min(id) FROM ledger_account)
    ELSE (SELECT min(id) FROM ledger_account) + {people} + j.id % {tables}
END, 500, posted_on, side FROM ledger_journal j, (VALUES (true), (false)) s (side)
WHERE position BETWEEN {first} AND {last}
"""
_BALANCES: Final = """
INSERT INTO ledger_balance (account_id, posted_on, received_cents, given_cents)
SELECT account_id, posted_on, coalesce(sum(amount_cents) FILTER (WHERE is_received), 0),
    coalesce(sum(amount_cents) FILTER (WHERE NOT is_received), 0)
FROM ledger_entry GROUP BY account_id, posted_on
"""
# What running balances are there for.
_SUMMED: Final = """
SELECT account_id, sum(CASE WHEN is_received THEN amount_cents ELSE -amount_cents END)::bigint
FROM ledger_entry GROUP BY account_id
"""


def ledger(made: Installation, size: Size) -> Iterator[str]:
    """Milliseconds of each read, over so many blocks."""
    _fill(made, ENTRIES)
    ((entries, days),) = rows(
        "SELECT (SELECT count(*) FROM ledger_entry), (SELECT count(*) FROM ledger_balance)", {}
    )
    yield f"ledger: {entries:,} entries, {days:,} days of accounts"
    summed = _ms(lambda: rows(_SUMMED, {}), size.blocks)
    yield figures.line("sum of all entries (the yardstick)", summed, "ms")
    for name, read in _READS.items():
        found = _ms(read, size.blocks)
        yield figures.line(name, found, "ms", f"{min(summed) / min(found):,.0f} times as fast")
    connections.close_all()


def _fill(made: Installation, entries: int) -> None:
    connections.close_all()
    sizes = {"tables": TABLES, "people": PEOPLE, "a_day": A_DAY}
    each = entries // 2 // TABLES
    with databases.superuser(made.server, made.database) as raw:
        for table in _GUARDED:
            raw.execute(f"ALTER TABLE {table} DISABLE TRIGGER ALL".encode())
        for statement in (_HEADS, _ACCOUNTS):
            raw.execute(statement.format(**sizes).encode())
        for first in range(1, each + 1, A_DAY):
            last = min(first + A_DAY - 1, each)
            for statement in (_JOURNALS, _ENTRIES):
                raw.execute(statement.format(**sizes, first=first, last=last).encode())
        raw.execute(_BALANCES.encode())
        raw.execute(b"VACUUM ANALYZE")


def _ms(read: Callable[[], object], blocks: int) -> list[float]:
    """How long each of some reads took, after one that warms up."""
    read()
    found = []
    for _ in range(blocks):
        started = perf_counter()
        read()
        found.append((perf_counter() - started) * 1_000)
    return found


def _journals(**wanted: Any) -> Callable[[], object]:
    return lambda: journals.page(HOUSE, Wanted(**wanted), after=0, limit=PAGE)


_DAY: Final = FIRST + timedelta(1)
_READS: Final[dict[str, Callable[[], object]]] = {
    "500 balances": lambda: accounts.listed(HOUSE, after="", limit=PAGE),
    "500 balances, by the end of a day": lambda: accounts.listed(
        HOUSE, after="", limit=PAGE, gaming_day=_DAY
    ),
    "trial balance": lambda: accounts.trial_balance(HOUSE),
    "journals of a round": _journals(table="L07", round=100),
    "500 journals of a table": _journals(table="L07"),
    "500 journals of a day": _journals(gaming_day=_DAY),
    "500 journals of the busiest person": _journals(account=f"person:{BUSIEST}"),
    "a day's statement, 500 lines": lambda: statements.statement(
        HOUSE, BUSIEST, _DAY, after=0, limit=PAGE
    ),
}
