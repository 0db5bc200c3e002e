"""The log's SQL: every value is bound by the server, so that statements can be prepared."""
# ruff: noqa: S608 - constants put together, nothing from outside

from typing import Final

_HEAD: Final = "SELECT id, house, stream, position, hash, snapshot, open_round FROM log_head"
# The fields of StoredEvent in their order, all but the stream's name.
EVENT: Final = """
    e.position, e.event_id, e.type, e.version, e.occurred_at, e.recorded_at, e.recorded_by,
    e.gaming_day, e.round, convert_to(e.body, 'UTF8'), e.sameness, e.hash_version, e.hash"""

HEAD: Final = f"{_HEAD} WHERE house = %(house)b AND stream = %(stream)b"
# A house is held by a number, until the transaction ends; two houses of one number only wait more.
_HOUSE: Final = "'log_head'::regclass::oid::integer, hashtext(%(house)b::text)"
ALONE: Final = f"SELECT pg_advisory_xact_lock({_HOUSE})"
PATIENCE: Final = "SELECT set_config('lock_timeout', %(milliseconds)b::text, true)"
# The conditions hold always, and rest on no row: the house is held before any row is looked for.
# A writer that stops in its midst loses its session, so that nobody waits for it for ever.
LOCK: Final = f"""
{HEAD} AND (SELECT pg_advisory_xact_lock_shared({_HOUSE})) IS NOT NULL
    AND (SELECT set_config('idle_in_transaction_session_timeout', '1min', true)) IS NOT NULL
FOR UPDATE
"""
STREAMS: Final = f"{_HEAD} WHERE house = coalesce(%(house)b, house) ORDER BY house, stream"
POSITION: Final = "SELECT position FROM log_head WHERE id = %(stream_id)b"

# Whoever comes second waits for the first, and then locks the row as it has become.
BEGIN: Final = """
INSERT INTO log_head (house, stream, position, hash)
VALUES (%(house)b, %(stream)b, 0, %(genesis)b)
ON CONFLICT (house, stream) DO UPDATE SET position = log_head.position
RETURNING id, house, stream, position, hash, snapshot, open_round
"""

KNOWN: Final = """
SELECT e.event_id, h.stream, e.position, e.sameness
FROM log_event e JOIN log_head h ON h.id = e.stream_id
WHERE e.house = %(house)b AND e.event_id = ANY(%(ids)b::uuid[])
"""

# The head's compare-and-set, the batch for the sequencer, the events: all or nothing. Ids go in by
# their order: two tables that are sent the same ids wait for each other, never crosswise.
APPEND: Final = """
WITH head AS (
    UPDATE log_head SET position = position + %(count)b, hash = %(hash)b,
        snapshot = coalesce(%(snapshot)b, snapshot), open_round = %(open_round)b
    WHERE id = %(stream_id)b AND position = %(position)b
    RETURNING id, house, position
), batch AS (
    INSERT INTO log_outbox (stream_id, first_position, last_position)
    SELECT id, %(position)b + 1, position FROM head
), event AS (
    INSERT INTO log_event (stream_id, house, position, recorded_at, recorded_by, hash_version,
        event_id, type, version, occurred_at, gaming_day, round, body, sameness, hash)
    SELECT head.id, house, %(position)b + n, %(recorded_at)b, %(recorded_by)b, %(hash_version)b,
        event_id, type, version, occurred_at, gaming_day, round, body, sameness, hash
    FROM head, unnest(%(ids)b::uuid[], %(types)b::text[], %(versions)b::smallint[],
        %(occurred)b::timestamptz[], %(days)b::date[], %(rounds)b::integer[], %(bodies)b::text[],
        %(samenesses)b::bytea[], %(hashes)b::bytea[]) WITH ORDINALITY
        AS sent (event_id, type, version, occurred_at, gaming_day, round, body, sameness, hash, n)
    ORDER BY event_id
)
SELECT id FROM head
"""

LOAD: Final = f"""
SELECT e.house, %(stream)b::text, {EVENT} FROM log_event e
WHERE e.stream_id = (SELECT id FROM log_head WHERE house = %(house)b AND stream = %(stream)b)
    AND e.position > %(after)b AND e.position <= %(until)b
ORDER BY e.position LIMIT %(most)b
"""
LOAD_ROUND: Final = f"""
SELECT e.house, %(stream)b::text, {EVENT} FROM log_event e
WHERE e.stream_id = %(stream_id)b AND e.round = %(round)b AND e.position <= %(until)b
ORDER BY e.position
"""

SEQUENCE: Final = "SELECT log_sequence(%(batches)b::integer)"
READ: Final = f"""
SELECT f.cursor, e.house, h.stream, {EVENT}
FROM log_feed f JOIN log_event e ON e.id = f.event_id JOIN log_head h ON h.id = e.stream_id
WHERE f.house = %(house)b AND f.cursor > %(after)b
ORDER BY f.cursor LIMIT %(limit)b
"""

LAG: Final = """
SELECT coalesce(sum(o.last_position - o.first_position + 1), 0)::bigint, min(e.recorded_at)
FROM log_outbox o
LEFT JOIN log_event e ON o.id = (SELECT min(id) FROM log_outbox)
    AND e.stream_id = o.stream_id AND e.position = o.first_position
"""

LOAD_ROUNDLESS: Final = f"""
SELECT e.house, %(stream)b::text, {EVENT} FROM log_event e
WHERE e.stream_id = %(stream_id)b AND e.round IS NULL
    AND e.position >= %(since)b AND e.position <= %(until)b
ORDER BY e.position
"""
LOAD_TYPES: Final = f"""
SELECT e.house, %(stream)b::text, {EVENT} FROM log_event e
WHERE e.stream_id = %(stream_id)b AND e.round IS NULL
    AND e.type = ANY(%(types)b::text[]) AND e.position >= %(since)b AND e.position <= %(until)b
ORDER BY e.position
"""
ROUNDS_SINCE: Final = """
SELECT round, position FROM log_event
WHERE stream_id = %(stream_id)b AND round IS NOT NULL AND type = %(type)b
    AND position >= %(since)b AND position <= %(until)b
ORDER BY position
"""
LOAD_POSITIONS: Final = f"""
SELECT e.house, %(stream)b::text, {EVENT} FROM log_event e
WHERE e.stream_id = %(stream_id)b AND e.position = ANY(%(positions)b::bigint[])
ORDER BY e.position
"""
LAST_RECORDED_AT: Final = """
SELECT max(recorded_at) FROM log_event
WHERE stream_id = %(stream_id)b AND position < %(before)b
"""
