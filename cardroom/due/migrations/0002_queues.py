"""The queues of `pgmq`, for an installation without a broker of its own.

Where the schema is there already (an extension, say), only the queues are made.
"""

from django.db import migrations
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.migrations.state import StateApps
from pgmq.install import get_embedded_install_sql

from cardroom.postgres.privileges import application_role

QUEUES = ("fast", "reports")
GRANTS = """
GRANT USAGE ON SCHEMA pgmq TO {role};
GRANT SELECT ON ALL TABLES IN SCHEMA pgmq TO {role};
GRANT USAGE, SELECT ON ALL SEQUENCES IN SCHEMA pgmq TO {role};
GRANT EXECUTE ON ALL FUNCTIONS IN SCHEMA pgmq TO {role};
"""


def install(_apps: StateApps, editor: BaseDatabaseSchemaEditor) -> None:
    with editor.connection.cursor() as cursor:
        cursor.execute("SELECT to_regnamespace('pgmq') IS NULL")
        (missing,) = cursor.fetchone()
    if missing:
        editor.execute(get_embedded_install_sql(), params=None)
    for queue in QUEUES:
        editor.execute(f"SELECT pgmq.create('{queue}')", params=None)
    role = application_role()
    editor.execute(GRANTS.replace("{role}", role), params=None)
    for queue in QUEUES:
        everything = f"GRANT SELECT, INSERT, UPDATE, DELETE ON pgmq.q_{queue} TO {role}"
        editor.execute(everything, params=None)


class Migration(migrations.Migration):
    dependencies = [("due", "0001_initial")]
    operations = [migrations.RunPython(install)]
