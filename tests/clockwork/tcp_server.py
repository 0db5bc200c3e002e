"""A PostgreSQL as an installation has it elsewhere: over TCP, by passwords, with two roles."""

import os
import shutil
import subprocess
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from cardroom.embedded.account import Account, choose
from cardroom.embedded.binaries import bin_dir
from tests.architecture.tree import ROOT

HBA: Final = """\
local all postgres trust
host all all 127.0.0.1/32 scram-sha-256
"""


@contextmanager
def running(place: Path, port: int, passwords: Mapping[str, str]) -> Iterator[None]:
    """A server on this port, whose roles and database `docker/roles.sh` has made."""
    account, data = choose(place, place / "none"), place / "tcp"
    data.mkdir(mode=0o700)
    shutil.chown(data, account.owner_uid)
    _must(account, "initdb", "-D", data, "-U", "postgres", "--encoding=UTF8", "--no-sync")
    (data / "pg_hba.conf").write_text(HBA)
    options = f"-c listen_addresses=127.0.0.1 -p {port} -k {data} -c fsync=off"
    _must(account, "pg_ctl", "-w", "-D", data, "-l", data / "log", "-o", options, "start")
    try:
        subprocess.run(
            ["sh", ROOT / "docker" / "roles.sh"],
            env={**os.environ, **passwords, "PGHOST": str(data), "PGPORT": str(port)},
            check=True,
        )
        yield
    finally:
        _must(account, "pg_ctl", "-w", "-m", "fast", "-D", data, "stop")


def _must(account: Account, program: str, *arguments: str | Path) -> None:
    """Run one of PostgreSQL's programs."""
    done = account.run(bin_dir() / program, *arguments)
    assert done.returncode == 0, done.stdout
