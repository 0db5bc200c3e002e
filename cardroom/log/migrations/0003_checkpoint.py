"""Signed checkpoints: the application adds them, and nobody changes one."""

from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.migrations.state import StateApps
from django.db.models.lookups import Exact

from cardroom.postgres.privileges import application_role

PROTECTION = """
ALTER TABLE log_checkpoint ALTER COLUMN id SET GENERATED ALWAYS;

CREATE TRIGGER refuse_change BEFORE UPDATE OR DELETE ON log_checkpoint
    FOR EACH ROW EXECUTE FUNCTION log_refuse();
CREATE TRIGGER refuse_truncate BEFORE TRUNCATE ON log_checkpoint EXECUTE FUNCTION log_refuse();
ALTER TABLE log_checkpoint ENABLE ALWAYS TRIGGER refuse_change;
ALTER TABLE log_checkpoint ENABLE ALWAYS TRIGGER refuse_truncate;
"""
GRANTS = """
REVOKE ALL ON log_checkpoint FROM {role};
GRANT SELECT, INSERT ON log_checkpoint TO {role};
"""


def _has_octets(field: str, count: int) -> Exact:
    octets = models.Func(
        models.F(field), function="octet_length", output_field=models.IntegerField()
    )
    return Exact(octets, count)


def protect(_apps: StateApps, editor: BaseDatabaseSchemaEditor) -> None:
    """Where application and owner are one role (`doctor` says so), it keeps its privileges."""
    role = application_role()
    editor.execute(PROTECTION, params=None)
    if role != editor.connection.ops.quote_name(editor.connection.settings_dict["USER"]):
        editor.execute(GRANTS.replace("{role}", role), params=None)


class Migration(migrations.Migration):
    dependencies = [("log", "0002_protection")]
    operations = [
        migrations.CreateModel(
            name="Checkpoint",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("cursor", models.BigIntegerField()),
                ("signed_at", models.DateTimeField()),
                ("hash", models.BinaryField()),
                ("signature", models.BinaryField()),
                ("house", models.TextField()),
            ],
            options={
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(cursor__gte=1),
                            _has_octets("hash", 32),
                            _has_octets("signature", 64),
                        ),
                        name="log_checkpoint_form",
                    ),
                ],
            },
        ),
        migrations.RunPython(protect),
    ]
