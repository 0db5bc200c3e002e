"""The files that configure the embedded server; written before each start, never edited."""

import os
from pathlib import Path
from typing import Final

from cardroom.embedded.account import Account

SUPERUSER: Final = "postgres"
OWNER: Final = "cardroom_owner"
APPLICATION: Final = "cardroom_app"
ROLES: Final = (SUPERUSER, OWNER, APPLICATION)

POSTGRESQL_CONF: Final = """\
# Written by Cardroom before each start; put your own settings into the file named last.
listen_addresses = ''
unix_socket_directories = '{sockets}'
max_connections = 200
shared_buffers = '128MB'
fsync = on
full_page_writes = on
synchronous_commit = on
password_encryption = 'scram-sha-256'
timezone = 'UTC'
log_timezone = 'UTC'
logging_collector = on
log_filename = 'postgresql-%a.log'
log_rotation_age = '1d'
log_truncate_on_rotation = on
include_if_exists = '{local}'
"""


def write(data: Path, sockets: Path, account: Account, application_user: str) -> None:
    """Write the server's configuration, and who may connect as whom."""
    pairs = _pairs(account, application_user)
    local = data.with_name("local.conf")
    files = {
        "cardroom.conf": POSTGRESQL_CONF.format(sockets=_quoted(sockets), local=_quoted(local)),
        "pg_hba.conf": "".join(f"local all {role} peer map=cardroom\n" for role in ROLES),
        "pg_ident.conf": "".join(f"cardroom {user} {role}\n" for user, role in pairs),
    }
    for name, text in files.items():
        path = data / name
        path.unlink(missing_ok=True)
        # Created anew and never through a link: the directory may be another user's.
        with path.open("x") as file:
            file.write(text)
            os.fchown(file.fileno(), account.owner_uid, -1)


def _pairs(account: Account, application_user: str) -> list[tuple[str, str]]:
    """The server's own user may be any role; the application's only its own."""
    pairs = [(account.name, role) for role in ROLES]
    return [*pairs, (application_user, APPLICATION)] if account.separate else pairs


def _quoted(path: Path) -> str:
    """A path inside the single quotes of a configuration file."""
    return str(path).replace("'", "''")
