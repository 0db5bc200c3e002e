"""What the models cannot say: what the database refuses, and the sequencer.

`cardroom.log.protection` knows what must stand here, and `verify` compares.
"""

from django.db import migrations
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.migrations.state import StateApps

from cardroom.postgres.privileges import application_role

# Ids come from the database alone; a head is rewritten in place; the outbox is always short.
TABLES = """
ALTER TABLE log_head ALTER COLUMN id SET GENERATED ALWAYS;
ALTER TABLE log_head SET (fillfactor = 50);
ALTER TABLE log_event ALTER COLUMN id SET GENERATED ALWAYS;
ALTER TABLE log_outbox ALTER COLUMN id SET GENERATED ALWAYS;
ALTER TABLE log_outbox SET
    (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 2000);
"""

# ENABLE ALWAYS: no setting of a session passes them by, the owner's neither.
TRIGGERS = """
CREATE FUNCTION log_refuse() RETURNS trigger
LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
BEGIN
    RAISE EXCEPTION '% on % refused: the log only grows', tg_op, tg_table_name
        USING ERRCODE = 'insufficient_privilege';
END $$;

CREATE TRIGGER refuse_change BEFORE UPDATE OR DELETE ON log_event
    FOR EACH ROW EXECUTE FUNCTION log_refuse();
CREATE TRIGGER refuse_truncate BEFORE TRUNCATE ON log_event EXECUTE FUNCTION log_refuse();
ALTER TABLE log_event ENABLE ALWAYS TRIGGER refuse_change;
ALTER TABLE log_event ENABLE ALWAYS TRIGGER refuse_truncate;

CREATE TRIGGER refuse_change BEFORE UPDATE OR DELETE ON log_feed
    FOR EACH ROW EXECUTE FUNCTION log_refuse();
CREATE TRIGGER refuse_truncate BEFORE TRUNCATE ON log_feed EXECUTE FUNCTION log_refuse();
ALTER TABLE log_feed ENABLE ALWAYS TRIGGER refuse_change;
ALTER TABLE log_feed ENABLE ALWAYS TRIGGER refuse_truncate;

CREATE TRIGGER refuse_delete BEFORE DELETE ON log_head
    FOR EACH ROW EXECUTE FUNCTION log_refuse();
CREATE TRIGGER refuse_step_back BEFORE UPDATE ON log_head
    FOR EACH ROW WHEN (
        NEW.position < OLD.position
        OR (NEW.id, NEW.house, NEW.stream) IS DISTINCT FROM (OLD.id, OLD.house, OLD.stream)
    ) EXECUTE FUNCTION log_refuse();
CREATE TRIGGER refuse_truncate BEFORE TRUNCATE ON log_head EXECUTE FUNCTION log_refuse();
ALTER TABLE log_head ENABLE ALWAYS TRIGGER refuse_delete;
ALTER TABLE log_head ENABLE ALWAYS TRIGGER refuse_step_back;
ALTER TABLE log_head ENABLE ALWAYS TRIGGER refuse_truncate;
"""

# One sequencer at a time, and each statement after the lock has a snapshot of its own: what the
# last one numbered is seen as numbered. Batches of one stream become visible in the order of their
# ids, since their writers waited for each other at the head, so a stream keeps its order; what
# commits later gets a later cursor, whatever its id. A link of the chain is `envelope.feed_hash`;
# the aggregate goes on from its own last value, and begins with the last link that is stored.
SEQUENCER = """
CREATE FUNCTION log_link(link bytea, previous bytea, cursor bigint, event bytea) RETURNS bytea
LANGUAGE sql IMMUTABLE SET search_path = pg_catalog, pg_temp
AS $$
SELECT sha256(
    coalesce(link, previous, decode(repeat('00', 32), 'hex')) || int8send(cursor) || event
)
$$;

CREATE AGGREGATE log_chain(previous bytea, cursor bigint, event bytea)
    (SFUNC = log_link, STYPE = bytea);

CREATE FUNCTION log_sequence(batches integer) RETURNS integer
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
    batch record;
    last record;
    numbered integer := 0;
BEGIN
    IF NOT EXISTS (SELECT FROM public.log_outbox) THEN
        RETURN 0;
    END IF;
    PERFORM pg_advisory_xact_lock('public.log_feed'::regclass::oid::bigint);
    FOR batch IN
        SELECT o.*, h.house FROM (
            SELECT * FROM public.log_outbox ORDER BY id LIMIT batches
        ) o JOIN public.log_head h ON h.id = o.stream_id ORDER BY o.id
    LOOP
        SELECT cursor, hash INTO last FROM public.log_feed
        WHERE house = batch.house ORDER BY cursor DESC LIMIT 1;
        INSERT INTO public.log_feed (event_id, cursor, hash, house)
        SELECT id, cursor, public.log_chain(last.hash, cursor, hash) OVER (ORDER BY cursor), house
        FROM (
            SELECT *, coalesce(last.cursor, 0) + position - batch.first_position + 1 AS cursor
            FROM public.log_event WHERE stream_id = batch.stream_id
                AND position BETWEEN batch.first_position AND batch.last_position
        ) event;
        DELETE FROM public.log_outbox WHERE id = batch.id;
        numbered := numbered + batch.last_position - batch.first_position + 1;
    END LOOP;
    RETURN numbered;
END $$;
REVOKE ALL ON FUNCTION log_sequence FROM PUBLIC;
GRANT EXECUTE ON FUNCTION log_sequence TO {role};
"""

GRANTS = """
REVOKE ALL ON log_head, log_event, log_outbox, log_feed FROM {role};
GRANT SELECT ON log_head, log_event, log_outbox, log_feed TO {role};
GRANT INSERT ON log_head, log_event, log_outbox TO {role};
GRANT UPDATE ON log_head TO {role};
"""


def protect(_apps: StateApps, editor: BaseDatabaseSchemaEditor) -> None:
    """Where application and owner are one role (`doctor` says so), it keeps its privileges."""
    role = application_role()
    owner = editor.connection.ops.quote_name(editor.connection.settings_dict["USER"])
    for statements in (TABLES, TRIGGERS, SEQUENCER):
        editor.execute(statements.replace("{role}", role), params=None)
    if role != owner:
        editor.execute(GRANTS.replace("{role}", role), params=None)


class Migration(migrations.Migration):
    dependencies = [("log", "0001_initial")]
    operations = [migrations.RunPython(protect)]
