"""A new data directory: made beside its place with roles and database, then moved in whole."""

import shutil
from pathlib import Path

from cardroom.embedded.account import Account
from cardroom.embedded.binaries import MAJOR, bin_dir
from cardroom.embedded.config import APPLICATION, OWNER, SUPERUSER
from cardroom.embedded.errors import EmbeddedError


def grants(database: str) -> list[str]:
    """Who may connect to a database; PUBLIC's temporary tables could hide real ones."""
    return [
        f"REVOKE ALL ON DATABASE {database} FROM PUBLIC",
        f"GRANT CONNECT ON DATABASE {database} TO {APPLICATION}",
    ]


def create(data: Path, account: Account, database: str, turn: int) -> None:
    """Make the data directory; a kill on the way leaves nothing that looks like one.

    The programs hold the starter's lock too (`turn`), so that the next waits for their end.
    """
    new = data.with_name("data.new")
    shutil.rmtree(new, ignore_errors=True)
    new.mkdir(mode=0o700)
    shutil.chown(new, account.owner_uid)
    _must(account, ["initdb", "-D", str(new), "-U", SUPERUSER, *_INITDB], "", turn)
    with (new / "postgresql.conf").open("a") as conf:
        conf.write("\ninclude 'cardroom.conf'\n")
    (new / "cardroom.conf").touch()
    statements = [
        f"CREATE ROLE {OWNER} LOGIN",
        f"CREATE ROLE {APPLICATION} LOGIN",
        f"CREATE DATABASE {database} OWNER {OWNER}",
        *grants(database),
    ]
    _must(
        account, ["postgres", "--single", "-D", str(new), "postgres"], "\n".join(statements), turn
    )
    new.rename(data)


_INITDB = (
    "--auth=peer",
    "--encoding=UTF8",
    "--locale=C",
    "--locale-provider=builtin",
    "--builtin-locale=C.UTF-8",
    "--data-checksums",
)


def _must(account: Account, command: list[str], text: str, turn: int) -> None:
    """Run one of PostgreSQL's programs, or fail with what it said last."""
    done = account.run(bin_dir() / command[0], *command[1:], text=text, holding=(turn,))
    if done.returncode or "ERROR:" in done.stdout:
        said = done.stdout.strip().splitlines() or ["nothing"]
        raise EmbeddedError(f"{command[0]} failed: {said[-1]}")


def refuse_other_version(data: Path) -> None:
    """Refuse data that another major version wrote, with the way out."""
    version = (data / "PG_VERSION").read_text().strip()
    if version == MAJOR:
        return
    raise EmbeddedError(
        f"{data} was written by PostgreSQL {version}, this is {MAJOR}: move it to {data}.{version},"
        f" and carry it over with that version's programs:"
        f" pg_ctl -w -D {data}.{version} -o '-k /tmp -p 5433' start"
        f" && pg_dumpall -h /tmp -p 5433 -U {SUPERUSER} --file cardroom.sql"
    )
