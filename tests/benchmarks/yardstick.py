"""The yardstick: one statement that stores a batch, with nothing around it that could be left out.

The bare table has a primary key and no other index, and the events go in as they were sent.
"""

from typing import Final

TABLE: Final = """
CREATE TABLE bare_event (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    event_id uuid NOT NULL,
    type text NOT NULL,
    version smallint NOT NULL,
    occurred_at timestamptz NOT NULL,
    round integer,
    data jsonb NOT NULL
)
"""
INSERT: Final = """
INSERT INTO bare_event (event_id, type, version, occurred_at, round, data)
SELECT id, type, version, occurred_at, round, data
FROM jsonb_to_recordset(%(batch)b::jsonb -> 'events') AS sent (
    id uuid, type text, version smallint, occurred_at timestamptz, round integer, data jsonb
)
"""
