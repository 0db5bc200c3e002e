"""What a supervisor sends from the cage: corrections of what an evening's table has reported."""

from copy import deepcopy
from typing import Any, Final

from tables import queries, rebuild
from tables.verify import Counts, verify
from tables.views import Answer, RoundView
from tables.views.fees import FeesView
from tests.played import HOUSE, TABLE, Evening, Event, all_rows, post

SUPERVISOR: Final = {"authorised_by": "sup-1", "reason": "reviewed on camera"}


def from_the_cage(evening: Evening, *events: Event, **batch: Any) -> Answer:
    """Record a batch with a key of scope `cage`."""
    return post(*events, table=evening.table, scope="cage", **batch)


def given(evening: Evening, **changes: int) -> list[Event]:
    """The events of any of the evening's rounds, as a whole round brings them.

    `changes` are other amounts by kind of wager, at seat 4.
    """
    events = []
    for event in evening.round:
        data = dict(event["data"])
        if event["type"] == "wager.placed" and data["seat"] == 4 and data["kind"] in changes:
            data["amount_cents"] = changes[data["kind"]]
        events.append({"type": event["type"], "occurred_at": event["occurred_at"], "data": data})
    return events


def voided(events: list[Event]) -> list[Event]:
    """The same, but voided at its end."""
    *before, last = events
    word = {"reason": "a foul shoe", "authorised_by": "floor-7"}
    return [*before, {**last, "type": "round.voided", "data": word}]


def changed(events: list[Event], kind: str, data: Event, *, nth: int = 0) -> list[Event]:
    """The same with other data in the nth event of a type."""
    found = deepcopy(events)
    [event for event in found if event["type"] == kind][nth]["data"].update(data)
    return found


def round_corrected(evening: Evening, number: int, events: list[Event]) -> Event:
    """A whole round as it should have been."""
    return evening.event("round.corrected", {"round": number, "events": events, **SUPERVISOR})


def event_corrected(evening: Evening, event: Event, data: dict[str, Any] | None) -> Event:
    """A table event as it should have been, or withdrawn."""
    content = {"event": event["id"], "data": data, **SUPERVISOR}
    return evening.event("event.corrected", content)


def reported_late(evening: Evening, number: int, events: list[Event] | None = None) -> Event:
    """A missing round, in the seating that the evening began with."""
    seats = [
        {key: event["data"][key] for key in ("seat", "player", "kind")}
        for event in evening.opening
        if event["type"] == "seat.taken"
    ]
    content = {"round": number, "seats": seats, "events": events or given(evening)}
    return evening.event("round.reported_late", content)


def seat_taken(evening: Evening, seat: int) -> Event:
    """The event by which somebody took a seat when the evening began."""
    taken = (event for event in evening.opening if event["type"] == "seat.taken")
    return next(event for event in taken if event["data"]["seat"] == seat)


def opening(evening: Evening, kind: str) -> Event:
    """The first event of a type, of those that the evening began with."""
    return next(event for event in evening.opening if event["type"] == kind)


def read(number: int, *, at: int | None = None) -> RoundView:
    """A round as it is read, or was known at a position."""
    return queries.round_at(HOUSE, TABLE, number, at=at)


def fees(number: int, *, at: int | None = None) -> FeesView:
    """The fees of one of the table's rounds."""
    found = read(number, at=at).fees
    assert found is not None
    return found


def revision(number: int, *, at: int | None = None) -> int:
    """Which settlement of a round stands; 0 for none."""
    settlement = read(number, at=at).settlement
    return 0 if settlement is None else settlement.revision


def stakes(now: RoundView) -> int:
    """What lies on the lines of a settlement, all of whose money must be somewhere."""
    assert now.settlement is not None
    lines = now.settlement.lines
    for line in lines:
        assert line.stake_cents == line.collected_cents + line.returned_cents
    moved = [line.collected_cents - line.paid_cents for line in lines]
    assert sum(moved) == now.settlement.player_dealer_net_cents
    assert sum(wager.stakes[hand] for wager in now.wagers for hand in wager.stakes) == sum(
        line.stake_cents for line in lines if line.kind == "game"
    )
    return sum(line.stake_cents for line in lines)


def all_is_proven() -> None:
    """The log verifies, its money is conserved, and a rebuild comes to the same rows."""
    counts = Counts()
    assert list(verify(counts)) == []
    assert counts.undated == 0
    rows = all_rows()
    list(rebuild.rebuild())
    assert all_rows() == rows
    for summary in queries.rounds(HOUSE, TABLE, after=0, limit=500):
        if summary.settlement is not None:
            stakes(read(summary.round))
