"""Reports, and what the database itself refuses of them."""

import django.contrib.postgres.fields
import django.db.models.deletion
from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.migrations.state import StateApps

from cardroom.postgres.privileges import application_role

# ENABLE ALWAYS: no setting of a session passes them by, the owner's neither.
TRIGGERS = """
ALTER TABLE reports_report ALTER COLUMN id SET GENERATED ALWAYS;

CREATE FUNCTION reports_refuse() RETURNS trigger
LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
BEGIN
    RAISE EXCEPTION '% on % refused: a report never changes', tg_op, tg_table_name
        USING ERRCODE = 'insufficient_privilege';
END $$;

CREATE FUNCTION reports_follow() RETURNS trigger
LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
BEGIN
    IF NEW.revision <> 1 + coalesce((
        SELECT max(revision) FROM public.reports_report
        WHERE house_id = NEW.house_id AND kind = NEW.kind AND period = NEW.period
    ), 0) THEN
        RAISE EXCEPTION 'INSERT on reports_report refused: revision % does not come next',
            NEW.revision USING ERRCODE = 'integrity_constraint_violation';
    END IF;
    RETURN NEW;
END $$;

CREATE TRIGGER follow BEFORE INSERT ON reports_report
    FOR EACH ROW EXECUTE FUNCTION reports_follow();
CREATE TRIGGER refuse_change BEFORE UPDATE OR DELETE ON reports_report
    FOR EACH ROW EXECUTE FUNCTION reports_refuse();
CREATE TRIGGER refuse_truncate BEFORE TRUNCATE ON reports_report
    EXECUTE FUNCTION reports_refuse();
ALTER TABLE reports_report ENABLE ALWAYS TRIGGER follow;
ALTER TABLE reports_report ENABLE ALWAYS TRIGGER refuse_change;
ALTER TABLE reports_report ENABLE ALWAYS TRIGGER refuse_truncate;
"""
GRANTS = """
REVOKE ALL ON reports_report FROM {role};
GRANT SELECT, INSERT ON reports_report TO {role};
"""


def protect(_apps: StateApps, editor: BaseDatabaseSchemaEditor) -> None:
    """Where application and owner are one role (`doctor` says so), it keeps its privileges."""
    role = application_role()
    owner = editor.connection.ops.quote_name(editor.connection.settings_dict["USER"])
    editor.execute(TRIGGERS, params=None)
    if role != owner:
        editor.execute(GRANTS.replace("{role}", role), params=None)


class Migration(migrations.Migration):
    initial = True

    dependencies = [
        ("house", "0003_secret"),
    ]

    operations = [
        migrations.CreateModel(
            name="Watch",
            fields=[
                (
                    "house",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.PROTECT,
                        primary_key=True,
                        serialize=False,
                        to="house.house",
                    ),
                ),
                ("cursor", models.BigIntegerField(default=0)),
            ],
        ),
        migrations.CreateModel(
            name="Report",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("kind", models.TextField()),
                ("period", models.TextField()),
                ("gaming_day", models.DateField(null=True)),
                ("revision", models.IntegerField()),
                ("generated_at", models.DateTimeField()),
                ("software_version", models.TextField()),
                (
                    "changes",
                    django.contrib.postgres.fields.ArrayField(
                        base_field=models.TextField(), size=None
                    ),
                ),
                ("dataset", models.BinaryField()),
                (
                    "digest",
                    models.GeneratedField(
                        db_persist=True,
                        expression=models.Func(models.F("dataset"), function="sha256"),
                        output_field=models.BinaryField(),
                    ),
                ),
                (
                    "house",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.PROTECT,
                        to="house.house",
                    ),
                ),
            ],
            options={
                "indexes": [
                    models.Index(fields=["house", "gaming_day"], name="reports_report_day"),
                    models.Index(fields=["house", "id"], name="reports_report_listed"),
                ],
                "constraints": [
                    models.UniqueConstraint(
                        fields=("house", "kind", "period", "revision"),
                        name="reports_report_revision",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("revision__gte", 1)), name="reports_report_from_one"
                    ),
                ],
            },
        ),
        migrations.RunPython(protect),
    ]
