"""The database: whether it answers, keeps what it confirmed, and keeps the two roles apart."""

from collections.abc import Iterator
from typing import Final

from django.db import InterfaceError, OperationalError

from cardroom import clock
from cardroom.doctor.signs import Sign, weak, wrong
from cardroom.log.protection import unmigrated
from cardroom.log.rows import rows
from cardroom.postgres.servers import why_roles_are_not_separated
from cardroom.texts import counted

OLDEST_VERSION: Final = 18
MOST_APART_S: Final = 2
_DURABLE: Final = ("fsync", "full_page_writes", "synchronous_commit")
_SETTINGS: Final = """
SELECT name, setting FROM pg_settings WHERE name = ANY(%(names)b::text[]) AND setting = 'off'
ORDER BY name
"""


def unusable() -> Iterator[Sign]:
    """Why nothing can be asked of the database."""
    try:
        pending = unmigrated()
    except (OperationalError, InterfaceError) as error:
        said = (str(error).strip().splitlines() or ["no reason given"])[0]
        yield wrong(f"the database doesn't answer: {said}", "start `manage.py up`, or the server")
        return
    if pending:
        yield wrong(f"{counted(pending, 'migration')} not applied yet", "run `manage.py migrate`")


def settings() -> Iterator[Sign]:
    """Settings under which a crash loses what was confirmed; versions too old for our schema."""
    for name, setting in rows(_SETTINGS, {"names": list(_DURABLE)}):
        yield wrong(
            f"PostgreSQL runs with {name} = {setting}: a crash may lose confirmed events",
            f"set {name} = on",
        )
    ((version,),) = rows("SELECT current_setting('server_version_num')::int / 10000", {})
    if version < OLDEST_VERSION:
        yield wrong(
            f"PostgreSQL {version} is older than {OLDEST_VERSION}",
            f"move the data to PostgreSQL {OLDEST_VERSION}",
        )


def roles() -> Iterator[Sign]:
    """Whether the application could lift the protection of the log."""
    reason = why_roles_are_not_separated()
    if reason:
        yield weak(
            f"roles: not separated: {reason}",
            "let PostgreSQL run as a user of its own, or give DATABASE_URL a role of its own",
        )


def clocks() -> Iterator[Sign]:
    """Whether this machine and the database agree on the time."""
    ((database_at,),) = rows("SELECT clock_timestamp()", {})
    apart_s = abs((clock.now() - database_at).total_seconds())
    if apart_s > MOST_APART_S:
        yield weak(
            f"this machine's clock and the database's are {apart_s:.0f} s apart",
            "have both set by the same time server",
        )
