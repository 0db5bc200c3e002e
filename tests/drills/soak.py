"""`up` under load while its processes are killed one after the other."""

import json
import signal
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from itertools import cycle, islice
from pathlib import Path
from time import monotonic, sleep
from typing import Final

from tests.cases import HOUSE_FILE
from tests.drills.load import Follower, Player
from tests.drills.registry import Drill, Seen, drill
from tests.drills.witness import judge
from tests.faults.places import place, postmaster, start, wait_until
from tests.faults.running import UP, Running, done

TABLES: Final = ("T01", "T02", "T03")
PATIENCE_S: Final = 90
ROUNDS_A_SECOND: Final = 4
ABOUT: Final = "whatever of `up` is killed, nothing acknowledged is lost or recorded twice"


class Installation:
    """An `up` in a place of its own, which can be started again on the same port."""

    def __init__(self, path: Path) -> None:
        (path / "postgres" / "local.conf").unlink()  # so that it writes durably
        self.path = path
        self.running = self._start("0")

    @property
    def url(self) -> str:
        """Where it listens."""
        return self.running.url

    def _start(self, port: str) -> Running:
        with (self.path / "up.log").open("a") as log:
            return Running(self.path, start(self.path, *UP[:-1], port, complaints=log))

    def kill_worker(self) -> None:
        """Kill a worker of the web server."""
        self.running.child("gunicorn").children()[0].kill()

    def kill_web(self) -> None:
        """Kill the web server's first process, and its workers with it."""
        self.running.child("gunicorn").kill()

    def kill_backend(self) -> None:
        """Kill a process of PostgreSQL that works for the application."""
        children = postmaster(self.running.server).children()
        theirs = (child for child in children if "cardroom_app" in " ".join(child.cmdline()))
        next(theirs).kill()

    def kill_postmaster(self) -> None:
        """Kill PostgreSQL's first process."""
        postmaster(self.running.server).kill()

    def kill_guard(self) -> None:
        """Kill the process that looks after PostgreSQL."""
        self.running.child("embedded.guard").kill()

    def kill_up(self) -> None:
        """Kill `up` itself, and start it again when nothing is left of it."""
        port = self.url.rpartition(":")[2]
        self.running.process.kill()
        self.running.process.communicate()
        wait_until(self.running.nothing_is_left, PATIENCE_S)
        self.running = self._start(port)

    def stop(self) -> None:
        """End it in an orderly way."""
        assert self.running.stop(signal.SIGTERM) == 0
        self.running.process.communicate()


VICTIMS: Final[dict[str, Callable[[Installation], None]]] = {
    "a web worker killed": Installation.kill_worker,
    "a PostgreSQL backend killed": Installation.kill_backend,
    "the web server killed": Installation.kill_web,
    "PostgreSQL's postmaster killed": Installation.kill_postmaster,
    "`up` itself killed, and started again": Installation.kill_up,
    "PostgreSQL's guard killed": Installation.kill_guard,
}


@drill("killed-under-load", ABOUT)
def killed_under_load() -> Iterator[Seen]:
    """Each process once, one as soon as all tables record again after the other."""
    yield from soak(kills=len(VICTIMS), every_s=2)


def lasting(minutes: float) -> Drill:
    """The long drill: a kill every minute."""
    kills = max(round(minutes), 1)
    return Drill("soak", ABOUT, partial(soak, kills=kills, every_s=60 * minutes / kills))


def soak(*, kills: int, every_s: float) -> Iterator[Seen]:
    """Play at three tables over HTTP, follow the feed, kill, and judge by the clients' lists."""
    with place() as path:
        up = Installation(path)
        follower, players = _at_work(up, kills * every_s)
        due_s = monotonic() + every_s / 2
        for name, kill in islice(cycle(VICTIMS.items()), kills):
            _wait(due_s, players)
            yield Seen(name, _killed(up, kill, players))
            due_s += every_s
        _wait(due_s - every_s / 2, players)
        for worker in [*players, follower]:
            worker.finish()
        yield from _judged(up, follower, players)
        up.stop()
        wait_until(up.running.nothing_is_left)


def _at_work(up: Installation, seconds: float) -> tuple[Follower, list[Player]]:
    done(up.running, "load_house", str(HOUSE_FILE))
    tables = [part for table in TABLES for part in ("--table", table)]
    key = done(up.running, "issue_key", "load", "--scope", "tables", *tables).strip()
    audit = done(up.running, "issue_key", "follower", "--scope", "audit").strip()
    rounds = int(2 * seconds * ROUNDS_A_SECOND) + 200  # more than they will come to
    pause_s = 1 / ROUNDS_A_SECOND
    players = [Player(up.url, key, table, rounds=rounds, pause_s=pause_s) for table in TABLES]
    follower = Follower(up.url, audit)
    for worker in [*players, follower]:
        worker.start()
    wait_until(lambda: _acknowledged(players) > len(players), PATIENCE_S)
    return follower, players


def _wait(until_s: float, players: Sequence[Player]) -> None:
    """Let them play for a while; a player who gave up ends the drill."""
    while monotonic() < until_s:
        for player in players:
            if player.failure is not None:
                raise player.failure
        sleep(0.1)


def _acknowledged(players: Sequence[Player]) -> int:
    return sum(len(player.client.acknowledged) for player in players)


def _statuses(players: Sequence[Player]) -> Counter[int]:
    return sum((player.client.statuses for player in players), Counter[int]())


def _killed(
    up: Installation, kill: Callable[[Installation], None], players: Sequence[Player]
) -> str:
    """Kill, and wait until all tables record again."""
    before, started_s = _statuses(players), monotonic()
    kill(up)
    counts = [len(player.client.acknowledged) for player in players]
    wait_until(
        lambda: all(
            len(player.client.acknowledged) > count + 1
            for player, count in zip(players, counts, strict=True)
        ),
        PATIENCE_S,
    )
    meanwhile = _statuses(players) - before
    return (
        f"all tables record again after {monotonic() - started_s:.1f} s; {meanwhile[0]} answers"
        f" lost, {meanwhile[503]} times 503, {meanwhile[200]} times 200 for what was there"
    )


def _judged(up: Installation, follower: Follower, players: Sequence[Player]) -> Iterator[Seen]:
    held = follower.streams
    statuses = _statuses(players)
    rounds = sum(player.counted.rounds for player in players)
    told = [f"{count:,} x {status or 'lost'}" for status, count in sorted(statuses.items())]
    yield Seen(f"{rounds:,} rounds played at {len(players)} tables", "answers: " + ", ".join(told))
    yield Seen("the clients' own lists", judge([player.client for player in players], held))
    sent = {one for player in players for batch in player.client.acknowledged for one in batch.ids}
    assert follower.sent == sent, "something is there that nobody was told of"
    stored = sum(len(stream) for stream in held.values())
    yield Seen(
        "the feed, followed all the time",
        f"{stored:,} events, each once and in order: {len(sent):,} sent, the rest decided",
    )
    process = start(up.path, "manage.py", "verify", "--json")
    said, complaints = process.communicate()
    assert process.returncode == 0, complaints or said[:2000]
    checked = json.loads(said)["checked"]
    yield Seen("`verify` beside the running `up`", f"no finding in {checked['events']:,} events")
