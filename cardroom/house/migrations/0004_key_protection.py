"""A key only ends, once and for all: nobody lets its holder in again or changes what it may do."""

from typing import ClassVar

from django.db import migrations
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.migrations.state import StateApps

# Holds for the owner as well. An end that lies ahead may still be brought forward.
TRIGGER = """
CREATE TRIGGER refuse_change BEFORE UPDATE ON house_key FOR EACH ROW WHEN (
    (NEW.id, NEW.house_id, NEW.name, NEW.scope, NEW.tables, NEW.prefix, NEW.digest, NEW.created_at,
        NEW.expires_at)
    IS DISTINCT FROM
    (OLD.id, OLD.house_id, OLD.name, OLD.scope, OLD.tables, OLD.prefix, OLD.digest, OLD.created_at,
        OLD.expires_at)
    OR OLD.revoked_at IS NOT NULL
        AND (NEW.revoked_at IS NULL OR NEW.revoked_at > OLD.revoked_at)
) EXECUTE FUNCTION house_refuse()
"""


def protect(_apps: StateApps, editor: BaseDatabaseSchemaEditor) -> None:
    """Lay a trigger that no session setting passes by."""
    editor.execute(TRIGGER, params=None)
    editor.execute("ALTER TABLE house_key ENABLE ALWAYS TRIGGER refuse_change", params=None)


class Migration(migrations.Migration):
    """From here on a key's end is its end."""

    dependencies: ClassVar[list[tuple[str, str]]] = [("house", "0003_secret")]
    operations: ClassVar[list[migrations.RunPython]] = [
        migrations.RunPython(protect, migrations.RunPython.noop)
    ]
