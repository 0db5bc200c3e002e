"""What the database refuses besides: a journal on another day than its own, a day that no event
closes, and reasons in which nothing can be read.
"""

from django.db import migrations

# A journal is posted on its gaming day while that is open, else on the earliest open day.
JOURNALS = """
CREATE OR REPLACE FUNCTION ledger_journals_added() RETURNS trigger
LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp
SET enable_seqscan = off SET enable_hashjoin = off SET enable_mergejoin = off AS $$
DECLARE
    fault text;
BEGIN
    PERFORM pg_advisory_xact_lock_shared(
        'public.ledger_closedday'::regclass::oid::integer, hashtext(house)
    ) FROM (SELECT DISTINCT house FROM added) AS houses;
    SELECT format('journal %s %s %s: %s', position, kind, line, CASE
        WHEN NOT has_entries THEN 'it has no entries'
        WHEN NOT has_source THEN 'there is no such event'
        WHEN posted_on <= closed_on THEN format('gaming day %s is closed', posted_on)
        ELSE format('gaming day %s is posted on it, or on the earliest open day', gaming_day)
    END) INTO fault
    FROM (
        SELECT position, kind, line, gaming_day, posted_on, (
            SELECT true FROM public.ledger_entry e WHERE e.journal_id = j.id LIMIT 1
        ) IS TRUE AS has_entries, house IS NOT DISTINCT FROM (
            SELECT e.house FROM public.log_event e
            WHERE e.stream_id = j.stream_id AND e.position = j.position
        ) AS has_source, (
            SELECT max(c.gaming_day) FROM public.ledger_closedday c WHERE c.house = j.house
        ) AS closed_on
        FROM added j
    ) judged
    WHERE NOT (has_entries AND has_source AND posted_on = greatest(gaming_day, closed_on + 1))
    LIMIT 1;
    IF FOUND THEN
        RAISE EXCEPTION '%', fault USING ERRCODE = 'integrity_constraint_violation';
    END IF;
    RETURN NULL;
END $$;
"""
DAYS = """
CREATE OR REPLACE FUNCTION ledger_day_closed() RETURNS trigger
LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
BEGIN
    PERFORM pg_advisory_xact_lock(
        'public.ledger_closedday'::regclass::oid::integer, hashtext(NEW.house)
    );
    IF EXISTS (
        SELECT FROM public.ledger_closedday
        WHERE house = NEW.house AND gaming_day > NEW.gaming_day
    ) THEN
        RAISE EXCEPTION 'gaming day % is closed with a later one', NEW.gaming_day
            USING ERRCODE = 'integrity_constraint_violation';
    END IF;
    IF NOT EXISTS (
        SELECT FROM public.log_event e JOIN public.log_head h ON h.id = e.stream_id
        WHERE e.stream_id = NEW.stream_id AND e.position = NEW.position AND e.house = NEW.house
            AND h.stream = 'cage:' || NEW.house AND e.type = 'day.closed'
            AND e.payload #>> '{data,gaming_day}' = NEW.gaming_day::text
    ) THEN
        RAISE EXCEPTION 'gaming day % is closed by no such event', NEW.gaming_day
            USING ERRCODE = 'integrity_constraint_violation';
    END IF;
    RETURN NEW;
END $$;
"""
REASONS = """
ALTER TABLE ledger_figure ADD CONSTRAINT ledger_figure_reason CHECK (reason ~ '[^[:space:]]');
ALTER TABLE ledger_adjustment ADD CONSTRAINT ledger_adjustment_reason
    CHECK (reason ~ '[^[:space:]]');
ALTER TABLE ledger_count ADD CONSTRAINT ledger_count_reason
    CHECK (exception_reason ~ '[^[:space:]]');
ALTER TABLE ledger_signature ADD CONSTRAINT ledger_signature_reason
    CHECK (exception_reason ~ '[^[:space:]]');
ALTER TABLE ledger_review ADD CONSTRAINT ledger_review_text CHECK (text ~ '[^[:space:]]');
"""


class Migration(migrations.Migration):
    dependencies = [("ledger", "0004_reviews")]
    operations = [migrations.RunSQL(JOURNALS + DAYS + REASONS, migrations.RunSQL.noop)]
