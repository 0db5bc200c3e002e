"""What a mail server accepted, which nobody changes."""

import django.db.models.deletion
from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.migrations.state import StateApps

from cardroom.postgres.privileges import application_role

TRIGGERS = """
CREATE FUNCTION reports_refuse_delivery() RETURNS trigger
LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
BEGIN
    RAISE EXCEPTION '% on % refused: what was accepted stays on record', tg_op, tg_table_name
        USING ERRCODE = 'insufficient_privilege';
END $$;

CREATE TRIGGER refuse_change BEFORE UPDATE OR DELETE ON reports_delivery
    FOR EACH ROW EXECUTE FUNCTION reports_refuse_delivery();
CREATE TRIGGER refuse_truncate BEFORE TRUNCATE ON reports_delivery
    EXECUTE FUNCTION reports_refuse_delivery();
ALTER TABLE reports_delivery ENABLE ALWAYS TRIGGER refuse_change;
ALTER TABLE reports_delivery ENABLE ALWAYS TRIGGER refuse_truncate;
"""
GRANTS = """
REVOKE ALL ON reports_delivery FROM {role};
GRANT SELECT, INSERT ON reports_delivery TO {role};
"""


def protect(_apps: StateApps, editor: BaseDatabaseSchemaEditor) -> None:
    """Where application and owner are one role (`doctor` says so), it keeps its privileges."""
    role = application_role()
    owner = editor.connection.ops.quote_name(editor.connection.settings_dict["USER"])
    editor.execute(TRIGGERS, params=None)
    if role != owner:
        editor.execute(GRANTS.replace("{role}", role), params=None)


class Migration(migrations.Migration):
    dependencies = [
        ("reports", "0001_initial"),
    ]

    operations = [
        migrations.CreateModel(
            name="Delivery",
            fields=[
                (
                    "report",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.PROTECT,
                        primary_key=True,
                        serialize=False,
                        to="reports.report",
                    ),
                ),
                ("accepted_at", models.DateTimeField()),
                ("recipients", models.IntegerField()),
                ("cursor", models.BigIntegerField(null=True)),
                ("hash", models.BinaryField(null=True)),
                ("signed_at", models.DateTimeField(null=True)),
                ("signature", models.BinaryField(null=True)),
            ],
            options={
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(
                                ("cursor__gte", 1),
                                ("hash__isnull", False),
                                ("signature__isnull", False),
                                ("signed_at__isnull", False),
                            ),
                            models.Q(
                                ("cursor__isnull", True),
                                ("hash__isnull", True),
                                ("signature__isnull", True),
                                ("signed_at__isnull", True),
                            ),
                            _connector="OR",
                        ),
                        name="reports_delivery_checkpoint",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("recipients__gte", 1)),
                        name="reports_delivery_to_somebody",
                    ),
                ],
            },
        ),
        migrations.RunPython(protect),
    ]
