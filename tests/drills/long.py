"""What takes minutes: the suite plays a shorter form of each, by the same code."""

from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import islice, product
from pathlib import Path
from typing import Final
from unittest.mock import patch

from django.conf import settings
from django.test import override_settings
from pytest_django.live_server_helper import LiveServer

from cardroom.reports.kinds import KINDS
from tests.api.mutated import Bench
from tests.builders import GAMES
from tests.drills import disk
from tests.drills.proof import clean
from tests.drills.registry import Drill, Seen
from tests.drills.stage import fresh
from tests.properties import features
from tests.properties.lost import MAY_BE_LOST, escaped
from tests.rotation import simulated_evening
from tests.week.houses import HOUSES
from tests.week.judging import judge
from tests.week.running import Cardroom, Clock, run
from tests.week.tables import never_made

BATCHES: Final = 10_000
ROUNDS: Final = 10_000
SEEDS: Final = 2
ROUNDS_OF_AN_EVENING: Final = 8


@contextmanager
def in_this_process() -> Iterator[str]:
    """A fresh database behind the whole HTTP stack, which shares the clock; where it listens."""
    Path(settings.STATIC_ROOT).mkdir(parents=True, exist_ok=True)
    with fresh(), override_settings(ALLOWED_HOSTS=["testserver", "localhost"]):
        site = LiveServer("localhost")
        try:
            yield site.url
        finally:
            site.stop()


def mutated_batches() -> Iterator[Seen]:
    """Ten thousand, at the tables of a house."""
    with in_this_process():
        bench = Bench(BATCHES)
        bench.play_all()
        told = ", ".join(f"{number:,} x {code}" for code, number in bench.answers.most_common())
        yield Seen(f"{BATCHES:,} mutated batches", told)
        yield Seen("the proof", clean())


def simulated_rounds() -> Iterator[Seen]:
    """Ten thousand, at tables of every offering."""
    seen, wanted = Counter[str](), features.missing(set())
    for found in islice(features.rounds(), ROUNDS):
        seen.update(found & wanted)
    assert not features.missing(set(seen))
    rarest = ", ".join(f"{number} x {name}" for name, number in seen.most_common()[:-4:-1])
    yield Seen(f"{ROUNDS:,} rounds", f"all admitted; every feature comes, the rarest {rarest}")


def lost_events() -> Iterator[Seen]:
    """Each event of six evenings in turn."""
    for game, seed in product(GAMES, range(SEEDS)):
        events = simulated_evening(game, seed, ROUNDS_OF_AN_EVENING)
        unseen = escaped(game, events)
        assert set(unseen) <= MAY_BE_LOST, unseen
        told = ", ".join(f"{number} x {kind}" for kind, number in unseen.most_common())
        yield Seen(
            f"{game}, seed {seed}: {len(events)} events, each lost in turn",
            f"no verdict is clean without it, but what has no bearing on it: {told}",
        )


def week() -> Iterator[Seen]:
    """Three houses, each with every report of every day."""
    at = Clock()
    with patch("cardroom.clock.now", at.now), in_this_process() as url:
        rooms = run(at, HOUSES)
        assert never_made(table.told for room in rooms for table in room.tables.values()) == set()
        for room in rooms:
            right = judge(room, url)
            yield Seen(
                f"{room.house.code}: {len(right['rounds'])} rounds, {len(right['periods'])} boxes",
                f"every figure as recomputed from the feed; {_reports(room)} reports, days closed",
            )
        yield Seen("the proof", clean())


def _reports(room: Cardroom) -> str:
    """How many of each kind were made by the schedule, or as they were asked for."""
    made = Counter(one["kind"] for one in room.pages("reports"))
    assert made.keys() == KINDS.keys()
    return ", ".join(f"{number} {kind}" for kind, number in sorted(made.items()))


LONG: Final = (
    Drill(
        "mutated-batches",
        "a mutated batch is recorded whole or refused whole, and never a fault of the server's",
        mutated_batches,
    ),
    Drill(
        "disk-full-elsewhere",
        "no room for PostgreSQL's own log, or for anything, refuses batches whole and loses none",
        disk.log_or_all_full,
    ),
    Drill(
        "simulated-rounds",
        "admission takes every legal round, and the simulator leaves no feature out",
        simulated_rounds,
    ),
    Drill("lost-events", "no verdict of a day is clean without an event of it", lost_events),
    Drill(
        "week",
        "a week's figures are those that are recomputed from its feed, its reports and days too",
        week,
    ),
)
