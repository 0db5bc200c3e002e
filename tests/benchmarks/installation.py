"""The benchmark's installation: a durable server on the ordinary disk, an empty house."""

from pathlib import Path
from typing import Final, NamedTuple

import psutil
from django.conf import settings
from django.core.management import call_command
from django.db import connections

from cardroom import clock, clockwork
from cardroom.due.kinds import FAST
from cardroom.embedded import databases
from cardroom.embedded.server import Server
from cardroom.house import keys, loading
from cardroom.house_games import GAMES
from cardroom.up import static
from tests.benchmarks.yardstick import TABLE
from tests.cases import HOUSE_FILE

HOUSE: Final = "CASES"
WRITERS: Final = 8
IN_MEMORY: Final = {"tmpfs", "ramfs"}


class Installation(NamedTuple):
    """A house with a table for each writer, and a key to record at all of them."""

    server: Server
    database: str
    tables: list[str]
    key: str

    @property
    def postmaster(self) -> int:
        """The database server's first process."""
        return int((self.server.data / "postmaster.pid").read_text().partition("\n")[0])


def make() -> Installation:
    """A fresh database with the house; raises SystemExit where nothing would be durable."""
    data = _data()
    data.mkdir(parents=True, exist_ok=True)
    if (kind := filesystem(data)) in IN_MEMORY:
        raise SystemExit(f"{data} lies in memory ({kind}): set CARDROOM_BENCHMARKS to a disk")
    server = Server(data / "postgres")
    server.ensure()
    database = str(connections["default"].settings_dict["NAME"])
    databases.drop(server, database)
    databases.create(server, database)
    call_command("migrate", verbosity=0)
    static.collect()
    with connections["owner"].cursor() as cursor:
        cursor.execute(TABLE)
    tables = [f"T{number:03d}" for number in range(1, WRITERS + 1)]
    load(tables)
    clockwork.run_due(queues=[FAST])  # as `up` would: the present day is on record
    key = keys.issue(name="benchmark", scope="tables", house=HOUSE, tables=tables, now=clock.now())
    return Installation(server, database, tables, key)


def _data() -> Path:
    data: Path = settings.CARDROOM_DATA
    return data


def load(tables: list[str]) -> None:
    """The house of the cases, with these tables and no other."""
    before, _, _ = HOUSE_FILE.read_text(encoding="utf-8").partition("[[tables]]")
    text = before + "".join(f'[[tables]]\ncode = "{code}"\n' for code in tables)
    loading.load(text, path=HOUSE_FILE.name, games=GAMES, now=clock.now())


def filesystem(path: Path) -> str:
    """The kind of file system that a path lies on."""
    mounted = [
        part for part in psutil.disk_partitions(all=True) if path.is_relative_to(part.mountpoint)
    ]
    return max(mounted, key=lambda part: len(part.mountpoint)).fstype


def machine() -> str:
    """What it is measured on, in one line."""
    names = ("server_version", "fsync", "synchronous_commit", "full_page_writes")
    said = [
        f"{psutil.cpu_count()} cores, {psutil.cpu_percent(1):.0f} % of them busy with other things",
        f"{_data()} on {filesystem(_data())}",
    ]
    with connections["default"].cursor() as cursor:
        for name in names:
            cursor.execute(f"SHOW {name}")
            said.append(f"{name} {cursor.fetchone()[0]}")
    return ", ".join(said)
