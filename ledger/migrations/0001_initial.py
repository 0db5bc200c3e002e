"""The ledger's tables, what the database refuses, and how it sums balances up.

Columns stand by size, so that rows waste no space. `ledger.protection` knows what must stand here,
and `verify` compares.
"""

from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.migrations.state import StateApps
from django.db.models.deletion import PROTECT

from cardroom.postgres.privileges import application_role

# Ids come from the database alone; a day's balance is rewritten in place with each of its entries.
TABLES = """
ALTER TABLE ledger_account ALTER COLUMN id SET GENERATED ALWAYS;
ALTER TABLE ledger_journal ALTER COLUMN id SET GENERATED ALWAYS;
ALTER TABLE ledger_closedday ALTER COLUMN id SET GENERATED ALWAYS;
ALTER TABLE ledger_balance SET (fillfactor = 70);
"""

# One statement adds journals with all of their entries; both triggers run at its end and see all.
# So nothing waits for the commit, and whoever adds to an older journal is found by its other
# entries. A day is closed behind an exclusive lock on its house, which waits for those who post.
ADDED = """
CREATE FUNCTION ledger_journals_added() RETURNS trigger
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
        ELSE format('gaming day %s is closed', posted_on)
    END) INTO fault
    FROM (
        SELECT position, kind, line, posted_on, (
            SELECT true FROM public.ledger_entry e WHERE e.journal_id = j.id LIMIT 1
        ) IS TRUE AS has_entries, house IS NOT DISTINCT FROM (
            SELECT e.house FROM public.log_event e
            WHERE e.stream_id = j.stream_id AND e.position = j.position
        ) AS has_source, posted_on > coalesce((
            SELECT max(c.gaming_day) FROM public.ledger_closedday c WHERE c.house = j.house
        ), '-infinity') AS is_open
        FROM added j
    ) judged
    WHERE NOT (has_entries AND has_source AND is_open)
    LIMIT 1;
    IF FOUND THEN
        RAISE EXCEPTION '%', fault USING ERRCODE = 'integrity_constraint_violation';
    END IF;
    RETURN NULL;
END $$;

CREATE FUNCTION ledger_entries_added() RETURNS trigger
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
        SELECT a.journal_id, count(*) AS entries, bool_and(c.id IS NOT NULL) AS is_sound,
            sum(CASE WHEN is_received THEN amount_cents ELSE -amount_cents END) AS given
        FROM added a
        LEFT JOIN public.ledger_journal j ON j.id = a.journal_id AND j.posted_on = a.posted_on
        LEFT JOIN public.ledger_account c ON c.id = a.account_id AND c.house = j.house
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

CREATE TRIGGER check_added AFTER INSERT ON ledger_journal
    REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION ledger_journals_added();
CREATE TRIGGER check_added AFTER INSERT ON ledger_entry
    REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION ledger_entries_added();
ALTER TABLE ledger_journal ENABLE ALWAYS TRIGGER check_added;
ALTER TABLE ledger_entry ENABLE ALWAYS TRIGGER check_added;
"""

CLOSED = """
CREATE FUNCTION ledger_day_closed() RETURNS trigger
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
    RETURN NEW;
END $$;

CREATE TRIGGER check_order BEFORE INSERT ON ledger_closedday
    FOR EACH ROW EXECUTE FUNCTION ledger_day_closed();
ALTER TABLE ledger_closedday ENABLE ALWAYS TRIGGER check_order;
"""

REFUSED = """
CREATE FUNCTION ledger_refuse() RETURNS trigger
LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
BEGIN
    RAISE EXCEPTION '% on % refused: the ledger only grows', tg_op, tg_table_name
        USING ERRCODE = 'insufficient_privilege';
END $$;
"""
REFUSE = """
CREATE TRIGGER refuse_change BEFORE UPDATE OR DELETE ON {table}
    FOR EACH ROW EXECUTE FUNCTION ledger_refuse();
CREATE TRIGGER refuse_truncate BEFORE TRUNCATE ON {table} EXECUTE FUNCTION ledger_refuse();
ALTER TABLE {table} ENABLE ALWAYS TRIGGER refuse_change;
ALTER TABLE {table} ENABLE ALWAYS TRIGGER refuse_truncate;
"""
APPEND_ONLY = ("ledger_account", "ledger_journal", "ledger_entry", "ledger_closedday")

# Balances made anew from the entries. Whoever posts on one of these rows waits, and goes on from
# what was made; nobody ever reads half of it.
RESTORE = """
CREATE FUNCTION ledger_restore(accounts bigint[]) RETURNS bigint
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
    changed bigint;
BEGIN
    INSERT INTO public.ledger_balance (account_id, received_cents, given_cents, posted_on)
    SELECT DISTINCT account_id, 0, 0, posted_on FROM public.ledger_entry
    WHERE account_id = ANY(accounts) ORDER BY account_id, posted_on
    ON CONFLICT DO NOTHING;
    PERFORM FROM public.ledger_balance
    WHERE account_id = ANY(accounts) ORDER BY account_id, posted_on FOR UPDATE;
    UPDATE public.ledger_balance b
    SET received_cents = right_one.received_cents, given_cents = right_one.given_cents
    FROM (
        SELECT o.account_id, o.posted_on,
            coalesce(sum(amount_cents) FILTER (WHERE is_received), 0) AS received_cents,
            coalesce(sum(amount_cents) FILTER (WHERE NOT is_received), 0) AS given_cents
        FROM public.ledger_balance o
        LEFT JOIN public.ledger_entry e USING (account_id, posted_on)
        WHERE account_id = ANY(accounts) GROUP BY account_id, o.posted_on
    ) right_one
    WHERE (b.account_id, b.posted_on) = (right_one.account_id, right_one.posted_on)
        AND (b.received_cents, b.given_cents)
            <> (right_one.received_cents, right_one.given_cents);
    GET DIAGNOSTICS changed = ROW_COUNT;
    RETURN changed;
END $$;
REVOKE ALL ON FUNCTION ledger_restore FROM PUBLIC;
GRANT EXECUTE ON FUNCTION ledger_restore TO {role};
"""

# Balances follow the entries by a trigger that runs as the owner: the application only reads them.
GRANTS = """
REVOKE ALL ON ledger_account, ledger_journal, ledger_entry, ledger_balance, ledger_closedday
    FROM {role};
GRANT SELECT ON ledger_account, ledger_journal, ledger_entry, ledger_balance, ledger_closedday
    TO {role};
GRANT INSERT ON ledger_account, ledger_journal, ledger_entry, ledger_closedday TO {role};
"""


def protect(_apps: StateApps, editor: BaseDatabaseSchemaEditor) -> None:
    """Where application and owner are one role (`doctor` says so), it keeps its privileges."""
    role = application_role()
    owner = editor.connection.ops.quote_name(editor.connection.settings_dict["USER"])
    refusals = [REFUSE.replace("{table}", table) for table in APPEND_ONLY]
    for statements in (TABLES, ADDED, CLOSED, REFUSED, *refusals, RESTORE):
        editor.execute(statements.replace("{role}", role), params=None)
    if role != owner:
        editor.execute(GRANTS.replace("{role}", role), params=None)


def _id() -> "models.BigAutoField[int, int]":
    return models.BigAutoField(
        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
    )


def _to(model: str, name: str | None = None) -> "models.ForeignKey[models.Model, models.Model]":
    return models.ForeignKey(model, PROTECT, db_index=False, db_constraint=False, related_name=name)


def _key(*fields: str) -> models.CompositePrimaryKey:
    return models.CompositePrimaryKey(
        *fields, blank=True, editable=False, primary_key=True, serialize=False
    )


class Migration(migrations.Migration):
    initial = True
    dependencies = [("log", "0002_protection")]
    operations = [
        migrations.CreateModel(
            name="Account",
            fields=[
                ("id", _id()),
                ("house", models.TextField()),
                ("code", models.TextField(db_collation="C")),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(fields=("house", "code"), name="ledger_account_code"),
                    models.CheckConstraint(
                        condition=models.Q(
                            code__regex="^(person|box|unboxed|count_room|vault|over_short):."
                        ),
                        name="ledger_account_kind",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="Balance",
            fields=[
                ("pk", _key("account", "posted_on")),
                ("account", _to("ledger.account")),
                ("received_cents", models.BigIntegerField()),
                ("given_cents", models.BigIntegerField()),
                ("posted_on", models.DateField()),
            ],
        ),
        migrations.CreateModel(
            name="ClosedDay",
            fields=[
                ("id", _id()),
                ("stream_id", models.BigIntegerField()),
                ("position", models.BigIntegerField()),
                ("gaming_day", models.DateField()),
                ("house", models.TextField()),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(
                        fields=("house", "gaming_day"), name="ledger_closedday_day"
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="Journal",
            fields=[
                ("id", _id()),
                ("stream_id", models.BigIntegerField()),
                ("position", models.BigIntegerField()),
                ("gaming_day", models.DateField()),
                ("posted_on", models.DateField()),
                ("round", models.IntegerField(null=True)),
                ("revision", models.IntegerField(null=True)),
                ("house", models.TextField()),
                ("table", models.TextField(db_column="table_code")),
                ("kind", models.TextField()),
                ("line", models.TextField()),
            ],
            options={
                "indexes": [
                    models.Index(
                        fields=["house", "gaming_day", "table", "id"],
                        name="ledger_journal_gaming_day",
                    ),
                    models.Index(
                        fields=["house", "table", "round"],
                        condition=models.Q(round__isnull=False),
                        name="ledger_journal_round",
                    ),
                    models.Index(
                        fields=["house", "gaming_day", "posted_on"],
                        condition=models.Q(posted_on__gt=models.F("gaming_day")),
                        name="ledger_journal_late",
                    ),
                ],
                "constraints": [
                    models.UniqueConstraint(
                        fields=("stream_id", "position", "kind", "line"),
                        name="ledger_journal_source",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(posted_on__gte=models.F("gaming_day")),
                        name="ledger_journal_days",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="Entry",
            fields=[
                ("pk", _key("journal", "account")),
                ("journal", _to("ledger.journal", "entries")),
                ("account", _to("ledger.account")),
                ("amount_cents", models.BigIntegerField()),
                ("posted_on", models.DateField()),
                ("is_received", models.BooleanField()),
            ],
            options={
                "indexes": [
                    models.Index(
                        fields=["account", "posted_on", "journal"], name="ledger_entry_account"
                    ),
                ],
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(amount_cents__gt=0), name="ledger_entry_amount"
                    ),
                ],
            },
        ),
        migrations.RunPython(protect),
    ]
