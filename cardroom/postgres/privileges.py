"""What a migration says about the application's role."""

from django.db import connections
from django.db.backends.base.schema import BaseDatabaseSchemaEditor


def application_role() -> str:
    """The application's role, quoted for SQL."""
    default = connections["default"]
    return default.ops.quote_name(default.settings_dict["USER"])


def revoke(editor: BaseDatabaseSchemaEditor, table: str, *privileges: str) -> None:
    """Take privileges on one table from the application's role."""
    what = ", ".join(privileges)
    editor.execute(f"REVOKE {what} ON {editor.quote_name(table)} FROM {application_role()}", None)
