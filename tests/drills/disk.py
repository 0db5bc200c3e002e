"""A full disk: what doesn't fit is refused whole, and with room again everything goes on."""

import os
import shutil
import subprocess
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Final

from django.db import connections

from cardroom.embedded import databases
from cardroom.embedded.server import Server
from cardroom.log.rows import rows
from tests.drills.club import Club, a_club, a_thousand
from tests.drills.proof import clean
from tests.drills.registry import Seen, UnableError, drill
from tests.drills.stage import database, own_server, served_from, to_postgres, web
from tests.drills.witness import Witness, judge, stored
from tests.faults.places import place
from tests.played import Event
from tests.recorded import superuser

MEGABYTE: Final = 2**20
ROOM: Final = 3 * MEGABYTE
BALLAST: Final = 12 * MEGABYTE
MOST_BATCHES: Final = 200


@drill("disk-full", "a full disk refuses batches whole and loses none; with room again all goes on")
def disk_full() -> Iterator[Seen]:
    """The tables on a tmpfs that is full."""
    _check_root()
    with own_server() as server, place() as path:
        club = a_club()
        ((size,),) = rows("SELECT pg_database_size(current_database())", {})
        room = int(size) + ROOM
        with tmpfs(path / "small", room) as grow:
            _move(server, path / "small")
            what = f"the tables on a tmpfs of {room / MEGABYTE:.0f} MB"
            yield from _fill(club, what, server, grow)
            _move(server, None)


def log_or_all_full() -> Iterator[Seen]:
    """PostgreSQL's own log, or the whole data directory on a tmpfs that is full."""
    _check_root()
    yield from _log()
    yield from _everything()


def _check_root() -> None:
    if os.geteuid():
        raise UnableError("only root can mount a tmpfs")


def _log() -> Iterator[Seen]:
    """A segment of it has 16 MB, and there is no room for one more."""
    with own_server() as server:
        club = a_club()
        with superuser() as raw:
            raw.execute("SELECT pg_switch_wal()")  # or it may want the next segment to start
        server.stop()
        log, kept = server.data / "pg_wal", server.data.parent / "kept"
        log.rename(kept)
        room = sum(file.stat().st_size for file in kept.rglob("*")) + ROOM
        with tmpfs(log, room) as grow:
            subprocess.run(["cp", "-a", f"{kept}/.", log], check=True)
            server.ensure()
            with superuser() as raw:  # what is left of the segment is soon filled
                ballast = "SELECT pg_logical_emit_message(false, 'ballast', repeat('x', %s))"
                raw.execute(ballast, [BALLAST])
            what = f"PostgreSQL's own log on a tmpfs of {room / MEGABYTE:.0f} MB"
            yield from _fill(club, what, server, grow)
            server.stop()


def _everything() -> Iterator[Seen]:
    with place() as path, tmpfs(path / "postgres", 300 * MEGABYTE), served_from(path) as server:
        ballast = path / "postgres" / "ballast"
        with ballast.open("wb") as file:
            os.posix_fallocate(file.fileno(), 0, shutil.disk_usage(path / "postgres").free - ROOM)
        yield from _fill(a_club(), "the whole data directory on a tmpfs", server, ballast.unlink)


@contextmanager
def tmpfs(path: Path, size: int) -> Iterator[Callable[[], object]]:
    """A file system in memory of so many bytes; gives what makes it twenty times as large."""
    path.mkdir(exist_ok=True)
    mount = ["mount", "-t", "tmpfs", "-o", f"size={size}", "tmpfs", str(path)]
    done = subprocess.run(mount, capture_output=True, text=True, check=False)
    if done.returncode:
        raise UnableError(f"this machine mounts no tmpfs: {done.stderr.strip()}")
    path.chmod(0o755)
    larger = ["mount", "-o", f"remount,size={20 * size}", str(path)]
    try:
        yield partial(subprocess.run, larger, check=True)
    finally:
        subprocess.run(["umount", "--lazy", path], check=True)


def _move(server: Server, small: Path | None) -> None:
    """Move the present database's tables onto the small file system, or back."""
    connections.close_all()
    name, space = database(), "pg_default"
    with databases.superuser(server) as raw:
        if small:
            shutil.chown(small, server.data.stat().st_uid)
            space = "small"
            raw.execute(f"CREATE TABLESPACE small LOCATION '{small}'".encode())
        raw.execute(f"ALTER DATABASE {name} SET TABLESPACE {space}".encode())
        if not small:
            raw.execute(b"DROP TABLESPACE small")


def _fill(club: Club, what: str, server: Server, make_room: Callable[[], object]) -> Iterator[Seen]:
    """Record until there is no room, make room, and go on with the batch that was refused."""
    table, opening = club.opening()
    with to_postgres() as relay, web(relay) as site:
        client = club.client(site.port, patient=True)
        client.record(table, opening)
        batch = _until_refused(client, table, club)
        before = len(client.acknowledged)
        again = [client.once(table, batch)[0] for _ in range(3)]
        assert set(again) <= {0, 503}, again
        yield Seen(
            what,
            f"{before - 1} batches of 1,000 recorded, the next refused with 503, also when sent"
            f" again; PostgreSQL {'still answers' if server.ready() else 'has stopped'}",
        )
        make_room()
        server.ensure()
        connections.close_all()
        answer = client.record(table, batch)
        assert answer["recorded"] == len(batch), answer
        client.record(*club.next_round())
        client.close()
    yield Seen(
        "room again",
        f"the refused batch recorded whole, and a round behind it;"
        f" {judge([client], {table: stored(table)})}",
    )
    yield Seen("the proof", clean())


def _until_refused(client: Witness, table: str, club: Club) -> list[Event]:
    """The first batch that there is no room for."""
    for _ in range(MOST_BATCHES):
        batch = a_thousand(club.evenings[table])
        status, said = client.once(table, batch)
        if status != 201:
            assert status in {0, 503}, said
            return batch
    raise AssertionError("the disk was never full")
