"""Deaths at the worst moments: a process is killed at a byte that the relay sees pass."""

from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import partial
from typing import NamedTuple

import psutil
from django.db import connections

from cardroom.embedded.server import Server
from tests.benchmarks.servers import Web
from tests.drills.club import a_club, a_thousand
from tests.drills.proof import clean
from tests.drills.registry import Seen, drill
from tests.drills.relay import COMMIT, COMMITTED, PATIENCE_S, Relay, Trap, cut, pass_on
from tests.drills.stage import own_server, to_postgres, web
from tests.drills.witness import Witness, judge, stored
from tests.faults.places import postmaster, wait_until
from tests.played import Event as Sent

# So long is no piece but one of a large batch.
LARGE = 20_000


class Scene(NamedTuple):
    """A server and a web server with one worker, with relays before both."""

    server: Server
    database: Relay
    site: Web
    network: Relay

    def kill_postgres(self) -> None:
        """Kill every process of the server at once."""
        kill_whole(self.server)
        cut()

    def kill_web(self) -> None:
        """Kill the worker."""
        (worker,) = psutil.Process(self.site.pid).children()
        worker.kill()
        worker.wait(PATIENCE_S)
        cut()

    def restart_postgres(self) -> None:
        """Stop the server as an administrator does, in the midst of what its clients do."""
        self.server.stop()
        cut()

    def come_back(self) -> None:
        """Have everything running again."""
        self.server.ensure()
        connections.close_all()
        wait_until(lambda: len(psutil.Process(self.site.pid).children()) == 1)


class Death(NamedTuple):
    """What is done when which piece passes: to PostgreSQL, from it, or from the client."""

    fault: str
    act: Callable[[Scene], None]
    asked: bytes = b""
    answered: bytes = b""
    at_least: int = 0
    from_client: int = 0

    @property
    def is_recorded(self) -> bool:
        """Whether it happens behind COMMIT."""
        return bool(self.answered)


DEATHS = (
    Death("PostgreSQL killed when COMMIT is on its way", Scene.kill_postgres, asked=COMMIT),
    Death("PostgreSQL killed behind COMMIT", Scene.kill_postgres, answered=COMMITTED),
    Death("the web worker killed when COMMIT is on its way", Scene.kill_web, asked=COMMIT),
    Death("the web worker killed behind COMMIT", Scene.kill_web, answered=COMMITTED),
)


MIDST = (
    Death("the web worker killed when half of it has come", Scene.kill_web, from_client=LARGE),
    Death("PostgreSQL restarted when half of it has come", Scene.restart_postgres, at_least=LARGE),
    Death("PostgreSQL restarted behind it, before COMMIT", Scene.restart_postgres, asked=COMMIT),
    Death("PostgreSQL killed when half of it has come", Scene.kill_postgres, at_least=LARGE),
)


@drill("killed-at-commit", "a kill -9 around COMMIT loses nothing acknowledged and leaves no half")
def killed_at_commit() -> Iterator[Seen]:
    """Web and PostgreSQL are killed before COMMIT arrives, and between COMMIT and the answer."""
    with own_server() as server, to_postgres() as database:
        club = a_club()
        with web(database, workers=1) as site, Relay(site.port) as network:
            scene = Scene(server, database, site, network)
            client = club.client(network.port, patient=True)
            client.record(*club.opening())
            for death in DEATHS:
                yield _die(death, scene, client, *club.next_round())
                client.record(*club.next_round())
            client.close()
        yield Seen("the client's list", judge([client], {club.tables[0]: stored(club.tables[0])}))
        yield Seen("the proof", clean())


@drill("midst-of-a-batch", "a restart in the middle of a 1,000-event batch leaves nothing of it")
def midst_of_a_batch() -> Iterator[Seen]:
    """The largest batch is cut in its middle, on its way to the web server and to PostgreSQL."""
    with own_server() as server, to_postgres() as database:
        club = a_club()
        with web(database, workers=1) as site, Relay(site.port) as network:
            scene = Scene(server, database, site, network)
            client = club.client(network.port, patient=True)
            table, opening = club.opening()
            client.record(table, opening)
            for death in MIDST:
                yield _die(death, scene, client, table, a_thousand(club.evenings[table]))
            client.close()
        yield Seen("the client's list", judge([client], {table: stored(table)}))
        yield Seen("the proof", clean())


def _die(death: Death, scene: Scene, client: Witness, table: str, batch: list[Sent]) -> Seen:
    """One batch during which somebody dies, and the same batch again."""
    before = len(stored(table))
    at_least = death.at_least or death.from_client
    trap = Trap(death.asked or death.answered, partial(death.act, scene), at_least=at_least)
    relay = scene.network if death.from_client else scene.database
    relay.asks, relay.answers = (pass_on, trap) if death.answered else (trap, pass_on)
    status, said = client.once(table, batch)
    relay.asks = relay.answers = pass_on
    assert trap.sprung.is_set()
    assert status in {0, 503}, said
    scene.come_back()
    held = len(stored(table)) - before
    assert bool(held) == death.is_recorded, held
    again = client.record(table, batch)
    assert again["duplicates" if held else "recorded"] == len(batch), again
    assert clean()
    return Seen(
        death.fault,
        f"answered {status or 'nothing'}, {held} events stored; sent again: recorded"
        f" {again['recorded']}, duplicates {again['duplicates']}",
    )


def kill_whole(server: Server) -> None:
    """Kill every process of a server at once."""
    first = postmaster(server)
    for process in (first, *first.children()):
        with suppress(psutil.NoSuchProcess):
            process.kill()
