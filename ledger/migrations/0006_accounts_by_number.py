"""Entries find their accounts by number, however many a house has.

The account was joined by its number and its journal's house; with a few accounts the database took
the index by house, and read all of that house's accounts for each entry, 63 of 100 on the average.
"""

from django.db import migrations

ENTRIES = """
CREATE OR REPLACE FUNCTION ledger_entries_added() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp
SET enable_seqscan = off SET enable_hashjoin = off SET enable_mergejoin = off AS $$
DECLARE
    fault text;
BEGIN
    SELECT format('journal %s: %s', journal_id, CASE
        WHEN given <> 0 THEN format('its entries sum to %s cents', given)
        WHEN is_sound THEN 'it was posted before, and nothing is added to it'
        ELSE 'no such journal and account of one house, or another day'
    END) INTO fault
    FROM (
        SELECT a.journal_id, count(*) AS entries,
            bool_and((c.house = j.house) IS TRUE) AS is_sound,
            sum(CASE WHEN is_received THEN amount_cents ELSE -amount_cents END) AS given
        FROM added a
        LEFT JOIN public.ledger_journal j ON j.id = a.journal_id AND j.posted_on = a.posted_on
        LEFT JOIN public.ledger_account c ON c.id = a.account_id
        GROUP BY a.journal_id
    ) summed
    WHERE given <> 0 OR NOT is_sound OR entries <> (
        SELECT count(*) FROM public.ledger_entry e WHERE e.journal_id = summed.journal_id
    )
    LIMIT 1;
    IF FOUND THEN
        RAISE EXCEPTION '%', fault USING ERRCODE = 'integrity_constraint_violation';
    END IF;
    INSERT INTO public.ledger_balance AS b (account_id, received_cents, given_cents, posted_on)
    SELECT account_id, coalesce(sum(amount_cents) FILTER (WHERE is_received), 0),
        coalesce(sum(amount_cents) FILTER (WHERE NOT is_received), 0), posted_on
    FROM added GROUP BY account_id, posted_on ORDER BY account_id, posted_on
    ON CONFLICT (account_id, posted_on) DO UPDATE SET
        received_cents = b.received_cents + excluded.received_cents,
        given_cents = b.given_cents + excluded.given_cents;
    RETURN NULL;
END $$;
"""


class Migration(migrations.Migration):
    dependencies = [("ledger", "0005_days_and_reasons")]
    operations = [migrations.RunSQL(ENTRIES, migrations.RunSQL.noop)]
