"""A dump, restored: the same rows, the same guards, and recording goes on from there."""
# ruff: noqa: S608 - tables by their own names

from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from django.db import connections

from cardroom.embedded import databases
from cardroom.embedded.account import choose
from cardroom.embedded.binaries import bin_dir
from cardroom.embedded.server import Server
from cardroom.log import feed
from cardroom.log.rows import rows
from cardroom.postgres.servers import embedded_server
from tests import harness
from tests.drills.proof import clean
from tests.drills.registry import Seen, drill
from tests.drills.stage import database, fresh
from tests.played import Evening, an_evening

TABLES: Final = """
SELECT relname FROM pg_class
WHERE relnamespace = 'public'::regnamespace AND relkind = 'r' ORDER BY relname
"""


@drill("dump-and-restore", "what was dumped and restored is the same, and goes on")
def dump_and_restore() -> Iterator[Seen]:
    """By `pg_dump` and `pg_restore` of the embedded server, in its own format and as SQL."""
    with fresh():
        evening = an_evening(3)
        feed.sequence()
        evening.open_round_and_void()
        server = embedded_server()
        assert server
        for form, restore in (("custom", "pg_restore"), ("plain", "psql")):
            before, name = _content(), f"{database()}_{form}"
            _carry(server, form, restore, name)
            with harness.pointing_to(name):
                assert _content() == before
                count = sum(len(content) for content in before.values())
                yield Seen(
                    f"pg_dump --format={form}, restored by {restore}",
                    f"{count:,} rows in {len(before)} tables are the same; {clean()}",
                )
                yield Seen("recording after it", _goes_on(evening))
            databases.drop(server, name)


def _carry(server: Server, form: str, restore: str, name: str) -> None:
    """Dump the present database, and restore it under another name."""
    connections.close_all()
    account = choose(server.home, server.data)
    where = ("-h", str(server.sockets), "-U", "postgres")
    databases.create(server, name)
    with TemporaryDirectory() as directory:
        Path(directory).chmod(0o777)
        dump = str(Path(directory) / "dump")
        commands = [
            ["pg_dump", *where, "--format", form, "--file", dump, database()],
            ["pg_restore", *where, "--exit-on-error", "--dbname", name, dump]
            if restore == "pg_restore"
            else ["psql", *where, "--quiet", "-v", "ON_ERROR_STOP=1", "-d", name, "-f", dump],
        ]
        for program, *arguments in commands:
            done = account.run(bin_dir() / program, *arguments)
            assert done.returncode == 0, done.stdout


def _content() -> dict[str, list[str]]:
    """Every row of every table, as text."""
    return {
        table: sorted(row for (row,) in rows(f"SELECT t::text FROM {table} t", {}))
        for (table,) in rows(TABLES, {})
    }


def _goes_on(evening: Evening) -> str:
    """A round more, its place in the feed, and the proof again."""
    before = evening.rounds
    evening.play()
    numbered = feed.sequence()
    evening.rounds = before
    return f"round {before + 1} recorded, {numbered} events numbered; {clean()}"
