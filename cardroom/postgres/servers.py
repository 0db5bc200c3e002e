"""Which server the settings mean, and whether its two roles are really two."""

from functools import cache
from pathlib import Path

from django.conf import settings
from django.db import connections

from cardroom.embedded.server import Server


def embedded_server() -> Server | None:
    """The embedded server, unless DATABASE_URL points to another."""
    home: Path | None = settings.EMBEDDED_POSTGRES
    return _server(home) if home else None


@cache
def _server(home: Path) -> Server:
    """One supervisor for one place."""
    return Server(home)


def why_roles_are_not_separated() -> str | None:
    """The reason why the application could become the owner, or None when it could not."""
    server = embedded_server()
    application, owner = (
        connections[alias].settings_dict["USER"] for alias in ("default", "owner")
    )
    if server and server.owner_uid() is None:
        return "the embedded PostgreSQL runs as the application's own user"
    if application == owner:
        return "DATABASE_URL and DATABASE_OWNER_URL name the same role"
    with connections["default"].cursor() as cursor:
        cursor.execute(
            "SELECT rolsuper OR rolcreaterole OR pg_has_role(current_user, %s, 'MEMBER')"
            " FROM pg_roles WHERE rolname = current_user",
            [owner],
        )
        return "the application's role could become the owner's" if cursor.fetchone()[0] else None
