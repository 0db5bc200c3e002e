"""Answers that get lost: what was committed stays, and sending again says so."""

from collections.abc import Iterator
from typing import NamedTuple

from tests.drills.club import Club, a_club
from tests.drills.proof import clean
from tests.drills.registry import Seen, drill
from tests.drills.relay import COMMIT, COMMITTED, Relay, Trap, cut, pass_on
from tests.drills.stage import fresh, to_postgres, web
from tests.drills.witness import Witness, judge, stored

CREATED = b"HTTP/1.1 201"


class Loss(NamedTuple):
    """What gets lost: which piece asked or answered, and what the client is told then."""

    fault: str
    asked: bytes = b""
    answered: bytes = b""
    status: int = 503

    @property
    def recorded(self) -> bool:
        """Whether it happened after the COMMIT."""
        return not self.asked


LOSSES = (
    Loss("COMMIT is lost on its way to PostgreSQL", asked=COMMIT),
    Loss("PostgreSQL's reply to COMMIT is lost", answered=COMMITTED),
    Loss("the 201 is lost on its way to the client", answered=CREATED, status=0),
)


@drill("lost-answers", "an answer that is lost leaves no doubt: send again, nothing is there twice")
def lost_answers() -> Iterator[Seen]:
    """A relay before PostgreSQL and one before the web server lose what they are asked to."""
    with fresh(), to_postgres() as database:
        club = a_club()
        with web(database) as site, Relay(site.port) as network:
            client = club.client(network.port)
            assert client.once(*club.opening())[0] == 201
            for loss in LOSSES:
                yield _lose(loss, database if loss.status else network, club, client)
            auditor = club.auditor(network.port)
            items = auditor.get("/events?limit=500")["items"]
            feed = [item for item in items if item["stream"] == f"table:{club.tables[0]}"]
            assert [item["id"] for item in feed] == list(stored(club.tables[0]).values())
            yield Seen("the feed afterwards", f"each of {len(feed)} events once, in order")
            auditor.close()
            client.close()
        held = {table: stored(table) for table in club.tables}
        yield Seen("the client's list against the log", judge([client], held))
        yield Seen("the proof", clean())


def _lose(loss: Loss, relay: Relay, club: Club, client: Witness) -> Seen:
    table, batch = club.next_round()
    before = len(stored(table))
    trap = Trap(loss.asked or loss.answered, cut)
    relay.asks, relay.answers = (trap, pass_on) if loss.asked else (pass_on, trap)
    status, said = client.once(table, batch)
    relay.asks = relay.answers = pass_on
    assert trap.sprung.is_set()
    assert status == loss.status, said
    held = len(stored(table)) - before
    assert bool(held) == loss.recorded, held
    again, said = client.once(table, batch)
    assert (again, said["duplicates"]) == ((200, len(batch)) if loss.recorded else (201, 0)), said
    return Seen(
        loss.fault,
        f"answered {status or 'nothing'}, {held} events stored; sent again: {again}, recorded"
        f" {said['recorded']}, duplicates {said['duplicates']}",
    )
