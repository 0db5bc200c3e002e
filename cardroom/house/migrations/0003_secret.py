"""The secrets of one-time codes: only used, and only revoked."""

from typing import ClassVar

import django.contrib.postgres.fields
import django.db.models.deletion
import django.db.models.lookups
from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.migrations.operations.base import Operation
from django.db.migrations.state import StateApps

from cardroom.postgres.privileges import application_role, revoke

# Triggers hold for the owner as well. A code that was accepted can't be made acceptable again.
TRIGGERS = (
    (
        "refuse_change",
        "UPDATE ON house_secret FOR EACH ROW WHEN ("  # noqa: ISC004 - one trigger's condition
        "(NEW.id, NEW.house_id, NEW.person, NEW.secret, NEW.created_at)"
        " IS DISTINCT FROM (OLD.id, OLD.house_id, OLD.person, OLD.secret, OLD.created_at)"
        " OR NEW.last_step < OLD.last_step"
        " OR OLD.revoked_at IS NOT NULL AND NEW.revoked_at IS DISTINCT FROM OLD.revoked_at)",
    ),
    ("refuse_delete", "DELETE ON house_secret FOR EACH ROW"),
    ("refuse_truncate", "TRUNCATE ON house_secret"),
)


def protect(_apps: StateApps, editor: BaseDatabaseSchemaEditor) -> None:
    """Lay triggers that no session setting passes by, and take the application's privileges."""
    for name, when in TRIGGERS:
        editor.execute(
            f"CREATE TRIGGER {name} BEFORE {when} EXECUTE FUNCTION house_refuse()", params=None
        )
        editor.execute(f"ALTER TABLE house_secret ENABLE ALWAYS TRIGGER {name}", params=None)
    revoke(editor, "house_secret", "UPDATE", "DELETE", "TRUNCATE")
    columns = "last_step, wrong_at, revoked_at"
    editor.execute(f"GRANT UPDATE ({columns}) ON house_secret TO {application_role()}", params=None)


class Migration(migrations.Migration):
    """From here on people may have one-time codes."""

    dependencies: ClassVar[list[tuple[str, str]]] = [("house", "0002_protection")]
    operations: ClassVar[list[Operation]] = [
        migrations.CreateModel(
            name="Secret",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("person", models.TextField()),
                ("secret", models.BinaryField()),
                ("created_at", models.DateTimeField()),
                ("revoked_at", models.DateTimeField(null=True)),
                ("last_step", models.BigIntegerField()),
                (
                    "wrong_at",
                    django.contrib.postgres.fields.ArrayField(
                        base_field=models.DateTimeField(), size=None
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
                "constraints": [
                    models.UniqueConstraint(
                        condition=models.Q(("revoked_at", None)),
                        fields=("house", "person"),
                        name="house_secret_in_force",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            django.db.models.lookups.GreaterThanOrEqual(
                                models.Func(
                                    models.F("secret"),
                                    function="octet_length",
                                    output_field=models.IntegerField(),
                                ),
                                16,
                            )
                        ),
                        name="house_secret_length",
                    ),
                ],
            },
        ),
        migrations.RunPython(protect, migrations.RunPython.noop),
    ]
