"""What the database itself refuses: versions only grow, a key only ends."""

from typing import ClassVar

from django.db import migrations
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.migrations.state import StateApps

from cardroom.postgres.privileges import application_role, revoke

REFUSE = """
CREATE FUNCTION house_refuse() RETURNS trigger
LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
BEGIN
    RAISE EXCEPTION '% of % refused: a change is a new version', tg_op, tg_table_name
        USING ERRCODE = 'insufficient_privilege';
END
$$
"""

# Triggers hold for the owner as well; a house's row is still locked by its writers.
TRIGGERS = (
    ("house_house", "refuse_change", "UPDATE OR DELETE ON house_house FOR EACH ROW"),
    ("house_house", "refuse_truncate", "TRUNCATE ON house_house"),
    ("house_version", "refuse_change", "UPDATE OR DELETE ON house_version FOR EACH ROW"),
    ("house_version", "refuse_truncate", "TRUNCATE ON house_version"),
    ("house_key", "refuse_delete", "DELETE ON house_key FOR EACH ROW"),
    ("house_key", "refuse_truncate", "TRUNCATE ON house_key"),
)


def protect(_apps: StateApps, editor: BaseDatabaseSchemaEditor) -> None:
    """Lay triggers that no session setting passes by, and take the application's privileges."""
    editor.execute(REFUSE, params=None)
    for table, name, when in TRIGGERS:
        editor.execute(
            f"CREATE TRIGGER {name} BEFORE {when} EXECUTE FUNCTION house_refuse()", params=None
        )
        editor.execute(f"ALTER TABLE {table} ENABLE ALWAYS TRIGGER {name}", params=None)
    # Ids come from the database alone: a version's id is its place in the house's history.
    editor.execute("ALTER TABLE house_version ALTER COLUMN id SET GENERATED ALWAYS", params=None)
    revoke(editor, "house_house", "DELETE", "TRUNCATE")
    revoke(editor, "house_version", "UPDATE", "DELETE", "TRUNCATE")
    revoke(editor, "house_key", "UPDATE", "DELETE", "TRUNCATE")
    role = application_role()
    editor.execute(f"GRANT UPDATE (last_used_at, revoked_at) ON house_key TO {role}", params=None)


class Migration(migrations.Migration):
    """From here on a house's history only grows."""

    dependencies: ClassVar[list[tuple[str, str]]] = [("house", "0001_initial")]
    operations: ClassVar[list[migrations.RunPython]] = [
        migrations.RunPython(protect, migrations.RunPython.noop)
    ]
