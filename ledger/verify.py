"""Verification of the ledger as a whole: what must hold of it, whatever events there are.

Whether each event has exactly its journals is asked of the streams; see `tables.verify.journals`.
"""

from collections.abc import Iterator
from typing import Final

from cardroom.log.records import Finding
from cardroom.log.rows import rows
from ledger.rules.posting import MAY_BE_NEGATIVE

_UNBALANCED: Final = """
SELECT j.house, h.stream, j.position, format('journal %%s %%s: its entries %%s', j.kind, j.line,
    CASE WHEN entries = 0 THEN 'are missing' ELSE format('sum to %%s cents', given) END)
FROM (
    SELECT j.id, count(e.journal_id) AS entries,
        coalesce(sum(CASE WHEN is_received THEN amount_cents ELSE -amount_cents END), 0) AS given
    FROM ledger_journal j LEFT JOIN ledger_entry e ON e.journal_id = j.id GROUP BY j.id
) summed JOIN ledger_journal j USING (id) LEFT JOIN log_head h ON h.id = j.stream_id
WHERE entries = 0 OR given <> 0
ORDER BY j.id
"""
_SOURCELESS: Final = """
SELECT j.house, h.stream, j.position, format('journal %%s %%s: there is no such event', kind, line)
FROM ledger_journal j LEFT JOIN log_head h ON h.id = j.stream_id AND h.house = j.house
WHERE h.id IS NULL OR j.position > h.position OR j.position < 1
ORDER BY j.id
"""
_STRAY_ENTRIES: Final = """
SELECT coalesce(a.house, j.house, ''), '', NULL::bigint,
    format('entry of journal %%s and account %%s: one of them is missing', journal_id, account_id)
FROM ledger_entry e
LEFT JOIN ledger_journal j ON j.id = e.journal_id
LEFT JOIN ledger_account a ON a.id = e.account_id AND a.house = j.house
WHERE a.id IS NULL
ORDER BY journal_id, account_id
"""
_BALANCES: Final = """
WITH summed AS (
    SELECT account_id, posted_on,
        coalesce(sum(amount_cents) FILTER (WHERE is_received), 0) AS received_cents,
        coalesce(sum(amount_cents) FILTER (WHERE NOT is_received), 0) AS given_cents
    FROM ledger_entry GROUP BY account_id, posted_on
)
SELECT coalesce(a.house, ''), '', NULL::bigint, format(
    'balance of %%s on %%s: received %%s and given %%s cents, by its entries %%s and %%s',
    coalesce(a.code, 'account ' || account_id), posted_on,
    coalesce(b.received_cents, 0), coalesce(b.given_cents, 0),
    coalesce(s.received_cents, 0), coalesce(s.given_cents, 0))
FROM ledger_balance b FULL JOIN summed s USING (account_id, posted_on)
LEFT JOIN ledger_account a ON a.id = account_id
WHERE coalesce(b.received_cents, 0) <> coalesce(s.received_cents, 0)
    OR coalesce(b.given_cents, 0) <> coalesce(s.given_cents, 0)
ORDER BY account_id, posted_on
"""
_TRIAL: Final = """
SELECT a.house, '', NULL::bigint,
    format('trial balance of %%s: %%s cents', posted_on, sum(received_cents - given_cents))
FROM ledger_balance b JOIN ledger_account a ON a.id = b.account_id
GROUP BY a.house, posted_on HAVING sum(received_cents - given_cents) <> 0
ORDER BY a.house, posted_on
"""
_NEGATIVE: Final = """
SELECT a.house, '', NULL::bigint,
    format('balance of %%s: %%s cents', a.code, sum(received_cents - given_cents))
FROM ledger_balance b JOIN ledger_account a ON a.id = b.account_id
WHERE split_part(a.code, ':', 1) <> ALL(%(may)b::text[])
GROUP BY a.house, a.code HAVING sum(received_cents - given_cents) < 0
ORDER BY a.house, a.code
"""
_DAYS: Final = """
SELECT coalesce(c.house, e.house), coalesce(h.stream, ''), coalesce(c.position, e.position),
    format('gaming day %%s is closed %%s', coalesce(c.gaming_day::text, e.day), CASE
        WHEN e.day IS NULL THEN 'without its event' ELSE 'by an event that has no row' END)
FROM ledger_closedday c FULL JOIN (
    SELECT house, stream_id, position, payload #>> '{data,gaming_day}' AS day
    FROM log_event WHERE stream_id IN (SELECT id FROM log_head WHERE stream LIKE 'cage:%%')
        AND type = 'day.closed'
) e ON e.stream_id = c.stream_id AND e.position = c.position AND e.day = c.gaming_day::text
LEFT JOIN log_head h ON h.id = coalesce(c.stream_id, e.stream_id)
WHERE c.id IS NULL OR e.day IS NULL
ORDER BY 1, 3
"""
_PROOFS: Final = (
    ("unbalanced", _UNBALANCED),
    ("sourceless", _SOURCELESS),
    ("entry", _STRAY_ENTRIES),
    ("balance", _BALANCES),
    ("trial_balance", _TRIAL),
    ("negative", _NEGATIVE),
    ("closed_day", _DAYS),
)


def verify() -> Iterator[Finding]:
    """Everything that is wrong with the ledger as a whole; each proof reads at one instant."""
    for kind, statement in _PROOFS:
        wanted = {"may": sorted(MAY_BE_NEGATIVE)} if kind == "negative" else {}
        for house, stream, position, detail in rows(statement, wanted):
            yield Finding(kind, house, stream or "", position, detail)
