"""Writers at the same time: at two tables, at one table, with one batch."""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from threading import Barrier, Event

from tests.api.club import JSON
from tests.drills.club import Club, a_club
from tests.drills.proof import clean
from tests.drills.registry import Seen, drill
from tests.drills.relay import COMMIT, PATIENCE_S, Trap
from tests.drills.stage import fresh, to_postgres, web
from tests.drills.witness import Witness, judge, stored
from tests.recorded import at_once

TURNS = 20
TWINS = 8


@drill("late-commit", "an event that commits after a later one is missed by nobody who follows")
def late_commit() -> Iterator[Seen]:
    """The COMMIT of the first of two tables is held back until the other's is read in the feed."""
    with fresh(), to_postgres() as database:
        club = a_club(2)
        late, soon = club.tables
        release = Event()
        with web(database) as site:
            held = Trap(COMMIT, lambda: release.wait(PATIENCE_S))
            database.asks = held
            first, second = club.client(site.port), club.client(site.port)
            auditor = club.auditor(site.port)

            def follow() -> tuple[list[str], list[str]]:
                assert held.sprung.wait(PATIENCE_S)
                assert second.once(soon, club.evenings[soon].opening)[0] == 201
                before = auditor.get("/events?limit=500")["items"]
                release.set()
                while first.statuses[201] == 0:
                    auditor.get("/events?limit=1")
                after = auditor.get(f"/events?limit=500&after={before[-1]['cursor']}")["items"]
                return _tables(before), _tables(after)

            opening = club.evenings[late].opening
            answer, found = at_once(lambda: first.once(late, opening)[0], follow)
            assert answer == 201
            count, streams = len(opening), [f"table:{soon}", f"table:{late}"]
            assert found == ([streams[0]] * count, [streams[1]] * count), found
            for client in (first, second, auditor):
                client.close()
        yield Seen(
            f"{late} inserts {count} events first, {soon} commits first and is read to its end",
            f"{late}'s {count} events come behind them",
        )
        yield Seen("the proof", clean())


def _tables(items: list[JSON]) -> list[str]:
    """The tables that events are of, in the feed's order; the house's own come first of all."""
    streams = [str(item["stream"]) for item in items]
    return [stream for stream in streams if stream.startswith("table:")]


@drill("two-writers", "two writers of a table never mix, and of two with the same head one wins")
def two_writers() -> Iterator[Seen]:
    """Two clients send different batches at the same moment, with and without the position."""
    with fresh(), to_postgres() as database:
        club = a_club()
        with web(database) as site:
            pair = club.client(site.port), club.client(site.port)
            table, opening = club.opening()
            last = pair[0].record(table, opening)["last_position"]
            outcomes: Counter[tuple[int, ...]] = Counter()
            for _ in range(TURNS):
                answers = _race(_notes(club, pair, 60, expected_position=last))
                outcomes[tuple(answers)] += 1
                last += 60
            assert outcomes == {(201, 409): TURNS}, outcomes
            yield Seen(
                f"{TURNS} times two batches of 60 with the same expected_position",
                f"each time one 201 and one 409, the table stands at {last}",
            )
            for _ in range(TURNS):
                assert _race(_notes(club, pair, 60)) == [201, 201]
            batches = [one.positions for client in pair for one in client.acknowledged]
            assert all(one == list(range(one[0], one[0] + len(one))) for one in batches)
            yield Seen(f"{TURNS} times two batches of 60 without it", "all recorded, none torn")
            yield Seen("the clients' lists", judge(pair, {table: stored(table)}))
            for client in pair:
                client.close()
        yield Seen("the proof", clean())


@drill("twins", "a batch that is sent several times at once is recorded once")
def twins() -> Iterator[Seen]:
    """Eight clients send one round."""
    with fresh(), to_postgres() as database:
        club = a_club()
        with web(database) as site:
            clients = [club.client(site.port) for _ in range(TWINS)]
            clients[0].record(*club.opening())
            table, batch = club.next_round()
            answers = _race([partial(one.once, table, batch) for one in clients])
            assert answers == [200] * (TWINS - 1) + [201], answers
            yield Seen(
                f"{TWINS} clients send one round of {len(batch)} events at the same moment",
                f"one 201, {TWINS - 1} times 200 with {len(batch)} duplicates",
            )
            held = {table: stored(table) for table in club.tables}
            yield Seen("the clients' lists", judge(clients, held))
            for client in clients:
                client.close()
        yield Seen("the proof", clean())


def _race(sends: Sequence[Callable[[], tuple[int, object]]]) -> list[int]:
    """Send all of them at the same moment; the statuses, in order."""
    start = Barrier(len(sends))

    def run(send: Callable[[], tuple[int, object]]) -> int:
        start.wait(PATIENCE_S)
        status, _ = send()
        return status

    return sorted(int(str(answer)) for answer in at_once(*[partial(run, one) for one in sends]))


def _notes(
    club: Club, clients: Sequence[Witness], count: int, **batch: object
) -> list[Callable[[], tuple[int, object]]]:
    """A batch of notes for each client."""
    table, evening = club.tables[0], club.evenings[club.tables[0]]
    return [
        partial(
            client.once,
            table,
            [evening.event("incident.noted", {"text": str(number)}) for number in range(count)],
            **batch,
        )
        for client in clients
    ]
