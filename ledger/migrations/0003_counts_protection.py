"""What the database itself refuses of counts: records without events, and against the policy.

Who counts and who signs is judged by the house's version in force when the record was made, as
`ledger.rules.counting` judges it, and by the records before it in the cage's stream: so one that
was lost can be made again. Two records of one count wait for each other.
"""

from django.db import migrations
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.migrations.state import StateApps

from cardroom.postgres.privileges import application_role

SIGNED = (
    "ledger_count",
    "ledger_figure",
    "ledger_signature",
    "ledger_acceptance",
    "ledger_adjustment",
)

ASKED = """
CREATE FUNCTION ledger_counts_refuse(what text) RETURNS void
LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
BEGIN
    RAISE EXCEPTION 'count refused: %', what USING ERRCODE = 'integrity_constraint_violation';
END $$;

CREATE FUNCTION ledger_counts_may(of_house text, person text, needed text[], at timestamptz)
RETURNS boolean
LANGUAGE sql STABLE SET search_path = pg_catalog, pg_temp AS $$
SELECT coalesce((
    SELECT NOT retired AND data->'roles' ?| needed FROM public.house_version
    WHERE house_id = of_house AND kind = 'person' AND code = person AND created_at <= at
    ORDER BY version DESC LIMIT 1
), false)
$$;

CREATE FUNCTION ledger_counts_policy(of_version bigint) RETURNS jsonb
LANGUAGE sql STABLE SET search_path = pg_catalog, pg_temp AS $$
SELECT data->'box_policy' FROM public.house_version WHERE id = of_version
$$;

CREATE FUNCTION ledger_counts_sourced(
    of_house text, record uuid, place bigint, at timestamptz, types text[]
) RETURNS void
LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
BEGIN
    IF NOT EXISTS (
        SELECT FROM public.log_event e JOIN public.log_head h ON h.id = e.stream_id
        WHERE e.house = of_house AND e.event_id = record AND h.stream = 'cage:' || of_house
            AND e.position = place AND e.recorded_at = at AND e.type = ANY(types)
    ) THEN
        PERFORM public.ledger_counts_refuse('there is no such event');
    END IF;
END $$;

CREATE FUNCTION ledger_counts_changed(of_house text, of_table text, place bigint) RETURNS jsonb
LANGUAGE sql STABLE SET search_path = pg_catalog, pg_temp AS $$
SELECT CASE WHEN c.position IS NULL THEN e.payload->'data' ELSE c.payload #> '{data,data}' END
FROM public.log_head h
JOIN public.log_event e ON e.stream_id = h.id AND e.position = place AND e.type = 'box.changed'
LEFT JOIN LATERAL (
    SELECT position, payload FROM public.log_event c
    WHERE c.stream_id = h.id AND c.round IS NULL AND c.type = 'event.corrected'
        AND c.payload #>> '{data,event}' = e.event_id::text
    ORDER BY position DESC LIMIT 1
) c ON true
WHERE h.house = of_house AND h.stream = 'table:' || of_table
$$;

CREATE FUNCTION ledger_counts_excepted(
    of_house text, broken text[], deviations text[], supervisor text, reason text,
    concerned text[], at timestamptz
) RETURNS void
LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
BEGIN
    IF broken IS DISTINCT FROM deviations THEN
        PERFORM public.ledger_counts_refuse(format('against the policy: %s', broken));
    ELSIF cardinality(broken) = 0 THEN
        IF supervisor IS NOT NULL OR reason IS NOT NULL THEN
            PERFORM public.ledger_counts_refuse('an exception from nothing');
        END IF;
    ELSIF supervisor IS NULL OR reason IS NULL OR supervisor = ANY(concerned)
        OR NOT public.ledger_counts_may(of_house, supervisor, '{supervisor}', at)
    THEN
        PERFORM public.ledger_counts_refuse(
            format('against the policy: %s, without an exception of who has no part', broken)
        );
    END IF;
END $$;

CREATE FUNCTION ledger_counts_total(denominations jsonb) RETURNS bigint
LANGUAGE sql IMMUTABLE SET search_path = pg_catalog, pg_temp AS $$
SELECT CASE WHEN coalesce(bool_and(key::bigint > 0 AND value::bigint > 0), true)
    THEN coalesce(sum(key::bigint * value::bigint), 0) END
FROM jsonb_each_text(denominations)
$$;
"""

STARTED = """
CREATE FUNCTION ledger_count_check() RETURNS trigger
LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
DECLARE
    dropped jsonb;
    policy jsonb;
    took_it text[] := array_remove(ARRAY[NEW.collector, NEW.witness], NULL);
BEGIN
    PERFORM public.ledger_counts_sourced(
        NEW.house, NEW.id, NEW.position, NEW.recorded_at, '{count.started}'
    );
    dropped := public.ledger_counts_changed(NEW.house, NEW.table_code, NEW.removed_position);
    IF dropped->>'box_out' IS NULL THEN  -- nobody named it, so it is the one that was put on
        dropped := dropped || jsonb_build_object('box_out', public.ledger_counts_changed(
            NEW.house, NEW.table_code, NEW.put_on_position
        )->'box_in');
    END IF;
    IF (
        dropped->>'purpose', dropped->>'removed_by', dropped->>'witness', dropped->>'box_out'
    ) IS DISTINCT FROM (NEW.purpose, NEW.collector, NEW.witness, NEW.box)
        OR NEW.put_on_position >= NEW.removed_position
    THEN
        PERFORM public.ledger_counts_refuse('the table says otherwise who took which box off');
    END IF;
    SELECT data->'box_policy' INTO policy FROM public.house_version
    WHERE house_id = NEW.house AND kind = 'house' AND created_at <= NEW.recorded_at
        AND id = NEW.policy_version AND NOT EXISTS (
            SELECT FROM public.house_version n WHERE n.house_id = NEW.house
                AND n.kind = 'house' AND n.id > NEW.policy_version
                AND n.created_at <= NEW.recorded_at
        );
    IF policy IS NULL THEN
        PERFORM public.ledger_counts_refuse('another policy is in force');
    END IF;
    IF EXISTS (
        SELECT FROM unnest(NEW.counters) AS person GROUP BY person
        HAVING count(*) > 1
            OR NOT public.ledger_counts_may(NEW.house, person, '{count}', NEW.recorded_at)
    ) OR cardinality(NEW.counters) = 0 THEN
        PERFORM public.ledger_counts_refuse('counters are people with the role, each once');
    END IF;
    PERFORM public.ledger_counts_excepted(NEW.house, array_remove(ARRAY[
        CASE WHEN (policy->>'collector_differs_from_counters')::boolean
            AND NEW.counters && took_it THEN 'collector_differs_from_counters' END,
        CASE WHEN cardinality(NEW.counters) < (policy->>'counters')::integer THEN 'counters' END
    ], NULL), NEW.deviations, NEW.exception_by, NEW.exception_reason,
        NEW.counters || took_it, NEW.recorded_at);
    RETURN NEW;
END $$;
"""

ENTERED = """
CREATE FUNCTION ledger_figure_check() RETURNS trigger
LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
DECLARE
    counted public.ledger_count;
BEGIN
    PERFORM pg_advisory_xact_lock(hashtextextended(NEW.count_id::text, 0));
    SELECT * INTO counted FROM public.ledger_count
    WHERE id = NEW.count_id AND house = NEW.house;
    PERFORM public.ledger_counts_sourced(NEW.house, NEW.id, NEW.position, NEW.recorded_at,
        CASE WHEN NEW.revision = 1 THEN '{count.amounts_entered}'::text[]
            ELSE '{count.corrected}' END);
    IF counted.id IS NULL OR NEW.revision <> 1 + (
        SELECT count(*) FROM public.ledger_figure
        WHERE count_id = NEW.count_id AND position < NEW.position
    ) OR (NEW.revision = 1) <> (NEW.reason IS NULL) THEN
        PERFORM public.ledger_counts_refuse('a figure follows another, and says why');
    ELSIF EXISTS (
        SELECT FROM public.ledger_acceptance
        WHERE count_id = NEW.count_id AND position < NEW.position
    ) THEN
        PERFORM public.ledger_counts_refuse('it is accepted');
    ELSIF NEW.entered_by <> ALL(counted.counters)
        OR NOT public.ledger_counts_may(NEW.house, NEW.entered_by, '{count}', NEW.recorded_at)
    THEN
        PERFORM public.ledger_counts_refuse('only its counters say what was counted');
    ELSIF NEW.total_cents IS DISTINCT FROM
        public.ledger_counts_total(NEW.denominations)
    THEN
        PERFORM public.ledger_counts_refuse('the total is another');
    END IF;
    RETURN NEW;
END $$;
"""

SIGN = """
CREATE FUNCTION ledger_signature_check() RETURNS trigger
LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
DECLARE
    counted public.ledger_count;
    policy jsonb;
    took_it text[];
    broken text[] := '{}';
    is_counter boolean;
BEGIN
    PERFORM pg_advisory_xact_lock(hashtextextended(NEW.count_id::text, 0));
    SELECT * INTO counted FROM public.ledger_count
    WHERE id = NEW.count_id AND house = NEW.house;
    PERFORM public.ledger_counts_sourced(
        NEW.house, NEW.id, NEW.position, NEW.recorded_at, '{count.signed}'
    );
    policy := public.ledger_counts_policy(counted.policy_version);
    took_it := array_remove(ARRAY[counted.collector, counted.witness], NULL);
    is_counter := NEW.signed_by = ANY(counted.counters);
    IF policy IS NULL OR NEW.revision IS DISTINCT FROM (
        SELECT max(revision) FROM public.ledger_figure
        WHERE count_id = NEW.count_id AND position < NEW.position
    ) THEN
        PERFORM public.ledger_counts_refuse('only the figure in force is signed');
    ELSIF EXISTS (
        SELECT FROM public.ledger_acceptance
        WHERE count_id = NEW.count_id AND position < NEW.position
    ) THEN
        PERFORM public.ledger_counts_refuse('it is accepted');
    ELSIF NEW.role IS DISTINCT FROM (CASE WHEN is_counter THEN 'counter' ELSE 'signer' END)
        OR NOT public.ledger_counts_may(NEW.house, NEW.signed_by,
            CASE WHEN is_counter THEN '{count}'::text[] ELSE '{cage,supervisor}' END,
            NEW.recorded_at)
    THEN
        PERFORM public.ledger_counts_refuse('counters sign, and who has a role to receive it');
    END IF;
    IF is_counter THEN
        IF (policy->>'signer_differs_from_counters')::boolean
            AND cardinality(NEW.deviations) > 0
        THEN
            broken := '{signer_differs_from_counters}';
        END IF;
    ELSIF (policy->>'collector_differs_from_counters')::boolean
        AND NEW.signed_by = ANY(took_it)
    THEN
        broken := '{collector_differs_from_counters}';
    END IF;
    PERFORM public.ledger_counts_excepted(NEW.house, broken, NEW.deviations, NEW.exception_by,
        NEW.exception_reason, counted.counters || took_it || NEW.signed_by, NEW.recorded_at);
    RETURN NEW;
END $$;
"""

ACCEPTED = """
CREATE FUNCTION ledger_acceptance_check() RETURNS trigger
LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
DECLARE
    counted public.ledger_count;
    figure public.ledger_figure;
BEGIN
    PERFORM pg_advisory_xact_lock(hashtextextended(NEW.count_id::text, 0));
    SELECT * INTO counted FROM public.ledger_count
    WHERE id = NEW.count_id AND house = NEW.house;
    SELECT * INTO figure FROM public.ledger_figure
    WHERE count_id = NEW.count_id AND position < NEW.position
    ORDER BY revision DESC LIMIT 1;
    PERFORM public.ledger_counts_sourced(
        NEW.house, NEW.id, NEW.position, NEW.recorded_at, '{count.accepted}'
    );
    IF counted.id IS NULL OR (NEW.revision, NEW.total_cents)
        IS DISTINCT FROM (figure.revision, figure.total_cents)
    THEN
        PERFORM public.ledger_counts_refuse('only the figure in force is accepted');
    ELSIF EXISTS (
        SELECT FROM unnest(counted.counters) AS person WHERE person NOT IN (
            SELECT signed_by FROM public.ledger_signature
            WHERE count_id = NEW.count_id AND revision = NEW.revision
                AND position < NEW.position
        )
    ) THEN
        PERFORM public.ledger_counts_refuse('a counter has not signed');
    ELSIF coalesce((public.ledger_counts_policy(counted.policy_version)
            ->>'signer_differs_from_counters')::boolean, true)
        AND NOT EXISTS (
            SELECT FROM public.ledger_signature
            WHERE count_id = NEW.count_id AND revision = NEW.revision
                AND position < NEW.position
                AND (role = 'signer' OR 'signer_differs_from_counters' = ANY(deviations))
        )
    THEN
        PERFORM public.ledger_counts_refuse('nobody but its counters has signed');
    END IF;
    RETURN NEW;
END $$;
"""

ADJUSTED = """
CREATE FUNCTION ledger_adjustment_check() RETURNS trigger
LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
DECLARE
    counted public.ledger_count;
BEGIN
    PERFORM pg_advisory_xact_lock(hashtextextended(NEW.count_id::text, 0));
    SELECT * INTO counted FROM public.ledger_count
    WHERE id = NEW.count_id AND house = NEW.house;
    PERFORM public.ledger_counts_sourced(
        NEW.house, NEW.id, NEW.position, NEW.recorded_at, '{count.adjusted}'
    );
    IF counted.id IS NULL
        OR NOT EXISTS (
            SELECT FROM public.ledger_acceptance
            WHERE count_id = NEW.count_id AND position < NEW.position
        )
        OR NEW.revision <> 1 + (
            SELECT count(*) FROM public.ledger_adjustment
            WHERE count_id = NEW.count_id AND position < NEW.position
        )
    THEN
        PERFORM public.ledger_counts_refuse('an adjustment follows the acceptance');
    ELSIF NEW.authorised_by = ANY(counted.counters) OR NEW.authorised_by = NEW.adjusted_by
        OR NOT public.ledger_counts_may(
            NEW.house, NEW.authorised_by, '{supervisor}', NEW.recorded_at
        )
    THEN
        PERFORM public.ledger_counts_refuse('a supervisor approves who did not count');
    ELSIF NEW.total_cents IS DISTINCT FROM
        public.ledger_counts_total(NEW.denominations)
    THEN
        PERFORM public.ledger_counts_refuse('the total is another');
    END IF;
    RETURN NEW;
END $$;
"""

GUARD = """
CREATE TRIGGER check_policy BEFORE INSERT ON {table}
    FOR EACH ROW EXECUTE FUNCTION {table}_check();
CREATE TRIGGER refuse_change BEFORE UPDATE OR DELETE ON {table}
    FOR EACH ROW EXECUTE FUNCTION ledger_refuse();
CREATE TRIGGER refuse_truncate BEFORE TRUNCATE ON {table} EXECUTE FUNCTION ledger_refuse();
ALTER TABLE {table} ENABLE ALWAYS TRIGGER check_policy;
ALTER TABLE {table} ENABLE ALWAYS TRIGGER refuse_change;
ALTER TABLE {table} ENABLE ALWAYS TRIGGER refuse_truncate;
"""

GRANTS = """
REVOKE ALL ON {table} FROM {role};
GRANT SELECT, INSERT ON {table} TO {role};
"""


def protect(_apps: StateApps, editor: BaseDatabaseSchemaEditor) -> None:
    """Where application and owner are one role (`doctor` says so), it keeps its privileges."""
    role = application_role()
    owner = editor.connection.ops.quote_name(editor.connection.settings_dict["USER"])
    for statements in (ASKED, STARTED, ENTERED, SIGN, ACCEPTED, ADJUSTED):
        editor.execute(statements, params=None)
    for table in SIGNED:
        editor.execute(GUARD.replace("{table}", table), params=None)
        if role != owner:
            grants = GRANTS.replace("{table}", table).replace("{role}", role)
            editor.execute(grants, params=None)


class Migration(migrations.Migration):
    dependencies = [("ledger", "0002_boxes_and_counts"), ("house", "0002_protection")]
    operations = [migrations.RunPython(protect)]
