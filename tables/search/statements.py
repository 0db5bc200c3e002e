"""The look-ups of the search; each goes by an index, whatever the tables hold."""

from typing import Final

_SHOWN: Final = """t.code, r.number, r.phase, r.game, r.gaming_day, r.opened_at, r.player_dealer,
    r.first_position"""
_ROUND: Final = """tables_roundrow r
    WHERE r.stream_id = t.stream_id AND r.generation = t.generation"""

NUMBERED: Final = f"""
SELECT {_SHOWN} FROM tables_tablerow t CROSS JOIN LATERAL (
    SELECT * FROM {_ROUND} AND r.number = %(number)b::integer
) r
WHERE t.house = %(house)b::text AND t.code = ANY(%(tables)b::text[])
ORDER BY t.code LIMIT %(most)b::bigint
"""  # noqa: S608 - constants put together, nothing from outside
NEWEST: Final = f"""
SELECT {_SHOWN} FROM tables_tablerow t CROSS JOIN LATERAL (
    SELECT * FROM {_ROUND} ORDER BY r.number DESC LIMIT 3
) r
WHERE t.house = %(house)b::text AND t.code = ANY(%(tables)b::text[])
ORDER BY t.code, r.number DESC LIMIT %(most)b::bigint
"""  # noqa: S608 - as above
# Rounds open one after the other, so the one that was on at an instant is found by halving.
AT: Final = f"""
WITH RECURSIVE probe AS (
    SELECT stream_id, generation, code, 0 AS low, last_round AS high FROM tables_tablerow
    WHERE house = %(house)b::text AND code = ANY(%(tables)b::text[])
    UNION ALL
    SELECT t.stream_id, t.generation, t.code,
        CASE WHEN r.opened_at <= %(at)b::timestamptz THEN r.number ELSE t.low END,
        CASE WHEN r.opened_at <= %(at)b::timestamptz THEN greatest(t.high, r.number)
            ELSE (t.low + t.high + 1) / 2 - 1 END
    FROM probe t CROSS JOIN LATERAL (
        SELECT r.number, r.opened_at FROM {_ROUND} AND r.number >= (t.low + t.high + 1) / 2
        ORDER BY r.number LIMIT 1
    ) r
    WHERE t.low < t.high
), t AS (SELECT * FROM probe WHERE low >= high)
SELECT {_SHOWN} FROM t CROSS JOIN LATERAL (
    SELECT * FROM {_ROUND} AND r.number >= t.low - 1 ORDER BY r.number LIMIT 3
) r
ORDER BY t.code, r.number LIMIT %(most)b::bigint
"""  # noqa: S608 - as above
# A settlement is stored as it was encoded: every amount is followed by another field.
AMOUNT: Final = f"""
SELECT {_SHOWN} FROM tables_tablerow t CROSS JOIN LATERAL (
    SELECT * FROM {_ROUND} ORDER BY r.number DESC LIMIT %(newest)b::bigint
) r
WHERE t.house = %(house)b::text AND t.code = ANY(%(tables)b::text[]) AND (
    r.wager_cents = %(cents)b::bigint OR r.settlement LIKE %(stake)b::text
    OR r.settlement LIKE %(paid)b::text OR r.settlement LIKE %(collected)b::text
)
ORDER BY r.opened_at DESC, t.code LIMIT %(most)b::bigint
"""  # noqa: S608 - as above
SEATED: Final = """
SELECT t.code, s.seat FROM tables_tablerow t JOIN tables_seatrow s ON s.stream_id = t.stream_id
WHERE t.house = %(house)b::text AND s.player = %(player)b::text
ORDER BY t.code LIMIT %(most)b::bigint
"""
# The newest of a person's entries, each journal's round once.
MOVED: Final = f"""
SELECT {_SHOWN} FROM (
    SELECT DISTINCT table_code, round FROM (
        SELECT j.table_code, j.round
        FROM ledger_entry e JOIN ledger_journal j ON j.id = e.journal_id
        WHERE e.account_id = (
            SELECT id FROM ledger_account
            WHERE house = %(house)b::text AND code = %(account)b::text
        )
        ORDER BY e.posted_on DESC, e.journal_id DESC LIMIT %(entries)b::bigint
    ) j WHERE round IS NOT NULL
) j JOIN tables_tablerow t ON t.house = %(house)b::text AND t.code = j.table_code
CROSS JOIN LATERAL (SELECT * FROM {_ROUND} AND r.number = j.round) r
ORDER BY r.opened_at DESC, t.code LIMIT %(most)b::bigint
"""  # noqa: S608 - as above
BOXES: Final = """
SELECT table_code, purpose, box, put_on_at, removed_at, put_on_position, removed_position
FROM ledger_boxperiod WHERE house = %(house)b::text AND box = ANY(%(spellings)b::text[])
ORDER BY coalesce(removed_at, 'infinity') DESC, put_on_at DESC LIMIT %(most)b::bigint
"""
