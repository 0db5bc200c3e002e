"""The two aliases: `default` works as the application's role, `owner` changes the schema."""

from pathlib import Path
from typing import Any, Final

import dj_database_url
from django.core.exceptions import ImproperlyConfigured
from environs import Env

from cardroom.embedded.config import APPLICATION, OWNER
from cardroom.embedded.server import Server

ENGINE: Final = "cardroom.postgres"
# Set by `up` for its children: somebody else starts the embedded server, and stops it for good.
GUARDED: Final = "DATABASE_GUARDED"

Alias = dict[str, Any]


def embedded(home: Path, database: str) -> dict[str, Alias]:
    """Django's DATABASES for the embedded server."""
    guarded = Env().bool(GUARDED, default=False)
    where = {"NAME": database, "HOST": str(Server(home).sockets), "GUARDED": guarded}
    return {
        "default": _alias({**where, "USER": APPLICATION}),
        "owner": _alias({**where, "USER": OWNER}),
    }


def external(url: str, owner_url: str) -> dict[str, Alias]:
    """Django's DATABASES for a server of one's own; without an owner's URL both are one role."""
    default = _parsed("DATABASE_URL", url)
    owner = _parsed("DATABASE_OWNER_URL", owner_url) if owner_url else default
    return {"default": _alias(default), "owner": _alias(owner)}


def _parsed(name: str, url: str) -> Alias:
    """A PostgreSQL URL, taken apart; the message names the variable and never shows the URL."""
    try:
        parsed: Alias = dict(dj_database_url.parse(url))
    except ValueError as error:
        raise ImproperlyConfigured(f"{name} isn't a URL that can be read") from error
    if parsed["ENGINE"] != "django.db.backends.postgresql":
        raise ImproperlyConfigured(f"{name} must begin with postgresql://")
    return parsed


def _alias(where: Alias) -> Alias:
    """One alias with what both have in common."""
    # Statements are prepared on the server from the fifth time on; Django's default is never.
    options = {"prepare_threshold": 5} | where.get("OPTIONS", {})
    common = {"ENGINE": ENGINE, "CONN_MAX_AGE": 600, "CONN_HEALTH_CHECKS": True, "OPTIONS": options}
    return where | common
