"""P1 and P2: events posted over eight connections to eight tables, beside the bare view."""

from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from django.db import connections

from cardroom import clock
from cardroom.house.view import house_view
from tests.benchmarks import figures, rounds
from tests.benchmarks.installation import HOUSE, Installation
from tests.benchmarks.load import Block, Done, Load, Target, request
from tests.benchmarks.servers import BARE, OURS, processor_s, serving

BARE_SETTINGS: Final = "tests.benchmarks.bare_settings"
OUR_SETTINGS: Final = "cardroom.settings"
# Rounds made for a connection for every second of load; what is left over does no harm.
ROUNDS_A_SECOND: Final = 60
_LONG_S: Final = 60.0


class Size(NamedTuple):
    """Blocks of each kind, after one that isn't counted, their seconds, and the rounds of a day."""

    blocks: int
    seconds: float
    rounds: int = 0


class Bodies(NamedTuple):
    """What each connection sends: once, to open its table, and then measured."""

    openings: list[bytes]
    queues: list[list[bytes]]


def p1(made: Installation, size: Size) -> Iterator[str]:
    """A whole round per POST."""
    streams = _streams(made, size, ROUNDS_A_SECOND)
    events = [len(events) for stream in streams for events in stream.rounds]
    yield f"P1: {len(events)} rounds, {sum(events) / len(events):.1f} events each"
    queues = [[rounds.batch(events) for events in stream.rounds] for stream in streams]
    yield from _measure("P1", "rounds/s", made, Bodies(_openings(streams), queues), size)


def p2(made: Installation, size: Size) -> Iterator[str]:
    """One event per POST."""
    streams = _streams(made, size, ROUNDS_A_SECOND // 10)
    queues = [
        [rounds.batch([event]) for events in stream.rounds for event in events]
        for stream in streams
    ]
    yield f"P2: {sum(map(len, queues))} events of the same rounds, one by one"
    yield from _measure("P2", "events/s", made, Bodies(_openings(streams), queues), size)


def _streams(made: Installation, size: Size, rounds_a_second: int) -> list[rounds.Stream]:
    connections.close_all()
    needed = int((size.blocks + 1) * size.seconds * rounds_a_second)
    house = house_view(HOUSE, tables=made.tables)
    connections.close_all()
    return rounds.streams(house, rounds=needed, now=clock.now())


def _openings(streams: Sequence[rounds.Stream]) -> list[bytes]:
    return [rounds.batch(stream.opening) for stream in streams]


def _measure(name: str, unit: str, made: Installation, bodies: Bodies, size: Size) -> Iterator[str]:
    """Blocks of plain inserts, the bare view and ours by turns; the first turn only warms up."""
    queues = _requests(made, bodies.queues)
    openings = _requests(made, [[one] for one in bodies.openings])
    plain, bare, ours = Runs(), Runs(), Runs()
    with (
        serving(OURS, OUR_SETTINGS) as our_web,
        serving(BARE, BARE_SETTINGS) as bare_web,
        Load() as load,
    ):
        load.run(Block(Target(port=our_web.port), openings, _LONG_S, again=False))
        for _ in range(size.blocks + 1):
            plain.run(load, Block(_database(made), bodies.queues, size.seconds, again=True))
            bare_block = Block(Target(port=bare_web.port), queues, size.seconds, again=True)
            bare.run(load, bare_block, bare_web.pid, made.postmaster)
            our_block = Block(Target(port=our_web.port), queues, size.seconds, again=False)
            done = ours.run(load, our_block, our_web.pid, made.postmaster)
            if done.exhausted:
                raise RuntimeError("this machine is faster than the rounds that were made for it")
            queues = [queue[sent:] for queue, sent in zip(queues, done.sent, strict=True)]
    yield from _told(name, unit, plain, bare, ours)


class Runs:
    """The blocks of one kind, and what each message cost whoever took it."""

    def __init__(self) -> None:
        self._done: list[Done] = []
        self._each_ms: list[float] = []

    def run(self, load: Load, block: Block, *pids: int) -> Done:
        """Do a block, with an eye on these processes."""
        before_s = processor_s(*pids)
        done = load.run(block)
        self._done.append(done)
        self._each_ms.append(1000 * (processor_s(*pids) - before_s) / sum(done.sent))
        return done

    @property
    def rates(self) -> list[float]:
        """Messages a second in each block that counts."""
        return [done.rate for done in self._done[1:]]

    @property
    def shares(self) -> list[float]:
        """The sender's share of the machine."""
        return [done.share for done in self._done[1:]]

    @property
    def each_ms(self) -> list[float]:
        """Milliseconds of processor time for a message, of web server and database together."""
        return self._each_ms[1:]


def _requests(made: Installation, queues: Sequence[Sequence[bytes]]) -> list[list[bytes]]:
    return [
        [request(f"/api/v1/tables/{table}/events", made.key, body) for body in queue]
        for table, queue in zip(made.tables, queues, strict=True)
    ]


def _database(made: Installation) -> Target:
    user = connections["default"].settings_dict["USER"]
    return Target(dsn=f"host={made.server.sockets} dbname={made.database} user={user}")


def _told(name: str, unit: str, plain: Runs, bare: Runs, ours: Runs) -> Iterator[str]:
    yield figures.line("plain psycopg, one process", plain.rates, unit)
    yield figures.line("bare view (the yardstick)", bare.rates, unit)
    yield figures.soundness(name, bare.rates, plain.rates)
    yield figures.line("ours", ours.rates, unit)
    yield figures.ratio(name, ours.rates, bare.rates)
    yield figures.line("processor, bare", bare.each_ms, "ms each")
    yield figures.line("processor, ours", ours.each_ms, "ms each")
    spared = figures.ratios(bare.each_ms, ours.each_ms)
    yield figures.line("ratio by processor time", spared, "", "whatever else the machine does")
    yield figures.line("sender's share of the machine, bare", bare.shares, "")
    yield figures.line("sender's share of the machine, ours", ours.shares, "")
