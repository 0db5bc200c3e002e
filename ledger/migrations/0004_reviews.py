"""Reviews of reconciled box periods, and what the database itself refuses of them; indexes."""

from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.migrations.state import StateApps

from cardroom.postgres.privileges import application_role

CHECK = """
CREATE FUNCTION ledger_review_check() RETURNS trigger
LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
DECLARE
    explained boolean := NEW.kind = 'explained';
BEGIN
    PERFORM pg_advisory_xact_lock(hashtextextended(NEW.house || NEW.reconciliation, 0));
    PERFORM public.ledger_counts_sourced(NEW.house, NEW.id, NEW.position, NEW.recorded_at,
        ARRAY['reconciliation.' || NEW.kind]);
    IF NEW.kind NOT IN ('explained', 'signed') OR explained <> (NEW.text IS NOT NULL) THEN
        RAISE EXCEPTION 'review refused: it is explained by a text, or signed'
            USING ERRCODE = 'integrity_constraint_violation';
    ELSIF NOT public.ledger_counts_may(NEW.house, NEW.said_by, CASE WHEN explained
            THEN '{floor,cage,drop,count,supervisor,compliance}'::text[]
            ELSE '{supervisor,compliance}' END, NEW.recorded_at)
    THEN
        RAISE EXCEPTION 'review refused: % has no role for it', NEW.said_by
            USING ERRCODE = 'integrity_constraint_violation';
    ELSIF NOT explained AND EXISTS (
        SELECT FROM jsonb_array_elements(NEW.findings) AS f
        WHERE NEW.said_by IS NOT DISTINCT FROM coalesce((
            SELECT r.said_by FROM public.ledger_review r
            WHERE r.house = NEW.house AND r.reconciliation = NEW.reconciliation
                AND r.kind = 'explained' AND r.position < NEW.position
                AND r.findings @> jsonb_build_array(
                    jsonb_build_object('kind', f->'kind', 'mark', f->'mark')
                )
            ORDER BY r.position DESC LIMIT 1
        ), NEW.said_by)
    ) THEN
        RAISE EXCEPTION 'review refused: another has to explain it before'
            USING ERRCODE = 'integrity_constraint_violation';
    ELSIF jsonb_array_length(NEW.findings) = 0 THEN
        RAISE EXCEPTION 'review refused: of nothing'
            USING ERRCODE = 'integrity_constraint_violation';
    END IF;
    RETURN NEW;
END $$;

CREATE TRIGGER check_review BEFORE INSERT ON ledger_review
    FOR EACH ROW EXECUTE FUNCTION ledger_review_check();
CREATE TRIGGER refuse_change BEFORE UPDATE OR DELETE ON ledger_review
    FOR EACH ROW EXECUTE FUNCTION ledger_refuse();
CREATE TRIGGER refuse_truncate BEFORE TRUNCATE ON ledger_review
    EXECUTE FUNCTION ledger_refuse();
ALTER TABLE ledger_review ENABLE ALWAYS TRIGGER check_review;
ALTER TABLE ledger_review ENABLE ALWAYS TRIGGER refuse_change;
ALTER TABLE ledger_review ENABLE ALWAYS TRIGGER refuse_truncate;
"""
GRANTS = """
REVOKE ALL ON ledger_review FROM {role};
GRANT SELECT, INSERT ON ledger_review TO {role};
"""


def protect(_apps: StateApps, editor: BaseDatabaseSchemaEditor) -> None:
    """Where application and owner are one role (`doctor` says so), it keeps its privileges."""
    role = application_role()
    owner = editor.connection.ops.quote_name(editor.connection.settings_dict["USER"])
    editor.execute(CHECK, params=None)
    if role != owner:
        editor.execute(GRANTS.replace("{role}", role), params=None)


class Migration(migrations.Migration):
    dependencies = [("ledger", "0003_counts_protection")]
    operations = [
        migrations.CreateModel(
            name="Review",
            fields=[
                ("id", models.UUIDField(primary_key=True, serialize=False)),
                ("position", models.BigIntegerField()),
                ("recorded_at", models.DateTimeField()),
                ("gaming_day", models.DateField()),
                ("house", models.TextField()),
                ("reconciliation", models.TextField()),
                ("kind", models.TextField()),
                ("said_by", models.TextField()),
                ("text", models.TextField(null=True)),
                ("findings", models.JSONField()),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(
                        fields=["house", "position"], name="ledger_review_position"
                    )
                ],
                "indexes": [
                    models.Index(fields=["house", "reconciliation"], name="ledger_review_of")
                ],
            },
        ),
        migrations.AddIndex(
            "boxperiod", models.Index(fields=["house", "gaming_day"], name="ledger_boxperiod_day")
        ),
        migrations.AddIndex(
            "boxperiod",
            models.Index(
                fields=["house"],
                condition=models.Q(put_on_position=None),
                name="ledger_boxperiod_unknown",
            ),
        ),
        migrations.RunPython(protect),
    ]
