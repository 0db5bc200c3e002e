"""The two aliases: `default` works as the application's role, `owner` changes the schema."""

from pathlib import Path
from typing import Any

import dj_database_url

from cardroom.embedded.config import APPLICATION, OWNER
from cardroom.embedded.server import DATABASE, Server

__all__ = ["DATABASE", "configured"]

ENGINE = "cardroom.postgres"


def configured(*, url: str, owner_url: str, embedded: Path | None, name: str) -> dict[str, Any]:
    """Django's DATABASES, for real servers by URL or for the embedded one."""
    if embedded:
        sockets = str(Server(embedded).sockets)
        default, owner = ({"NAME": name, "USER": role, "HOST": sockets} for role in (APPLICATION, OWNER))
    else:
        default, owner = (dict(dj_database_url.parse(given)) for given in (url, owner_url or url))
    return {"default": _alias(default), "owner": _alias(owner)}


def _alias(where: dict[str, Any]) -> dict[str, Any]:
    """One alias with what both have in common."""
    options = {"prepare_threshold": 5} | where.get("OPTIONS", {})
    common = {"ENGINE": ENGINE, "CONN_MAX_AGE": 600, "CONN_HEALTH_CHECKS": True, "OPTIONS": options}
    return where | common
