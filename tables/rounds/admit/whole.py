"""Admission of a whole round given at once: a correction, or a round reported late."""

from collections.abc import Callable, Mapping
from functools import partial

from msgspec import structs

from cardroom.errors import CardroomError, RuleViolation
from tables.rounds import events as e
from tables.rounds.admit import observed, owing
from tables.rounds.admit.facts import Facts, Scene
from tables.rounds.admit.judge import bind, judge
from tables.rounds.admit.repeated import Repeated
from tables.rounds.codec import Event, Recorded
from tables.rounds.events import Noted
from tables.rounds.fold import fold
from tables.rounds.furniture import Box, Seat
from tables.rounds.round_fold import whole
from tables.rounds.state import Round, Table
from tables.rules.offering import Offering


def judge_given(table: Table, event: Event, facts: Facts) -> tuple[Noted, ...]:
    """What is noted of each event of a whole round; nothing for an event that brings none."""
    fact = event.fact
    if not isinstance(fact, e.WholeRound):
        return ()
    if isinstance(fact, e.RoundCorrected):
        repeated = Repeated(partial(facts.words, fact.round))
        facts = structs.replace(facts, scope="supervisor", is_repeated=repeated)
    return _fresh_round(scene_of(table, fact, facts), event, facts)


def scene_of(table: Table, fact: e.GivenFact, facts: Facts) -> Scene:
    """The table that a whole round was played at; RuleViolation when there is no such round."""
    if isinstance(fact, e.RoundReportedLate):
        beside = _beside(table, fact, facts)
        return late_scene(fact.round, fact.seats, beside.felt.offering, beside.boxes)
    if not table.has_round(fact.round):
        raise RuleViolation(f"there is no round {fact.round}", pointer="/data/round")
    return facts.scene(fact.round)


def _fresh_round(scene: Scene, event: Event, facts: Facts) -> tuple[Noted, ...]:
    """Judge and fold the given events at a table of their own; each refusal names its event."""
    _check_ends(event)
    noted = []
    for index, given in enumerate(event.given):
        scene.catch_up(instant=given.occurred_at)
        also = partial(observed.of_given, scene.table, given, facts)
        try:
            noted.append(judge(scene.table, given, facts, also=also))
        except CardroomError as refusal:
            refusal.pointer = f"/data/events/{index}{refusal.pointer}"
            raise
        own = Recorded(
            position=0,
            occurred_at=given.occurred_at,
            gaming_day=facts.house.gaming_day(given.occurred_at),
            round=given.round,
            fact=given.fact,
            noted=noted[-1],
        )
        fold(scene.table, own, facts.offering)
    return tuple(noted)


def bound(
    scene: Scene,
    event: Recorded,
    fact: e.GivenFact,
    facts: Facts,
    unbound: Callable[[Noted], Noted],
) -> tuple[Noted, ...]:
    """What each event of a recorded whole round binds and owes, found anew; nothing else is."""
    found = []
    for record in whole(event, fact):
        scene.catch_up(instant=record.occurred_at)
        noted = bind(scene.table, record, facts, unbound(record.noted))
        noted = owing.noted_anew(noted, owing.exceptions(scene.table, record, facts))
        fold(scene.table, structs.replace(record, noted=noted), facts.offering)
        found.append(noted)
    return tuple(found)


def _check_ends(event: Event) -> None:
    """A whole round opens once, and ends once, with its last event."""
    last = len(event.given) - 1
    for index, given in enumerate(event.given):
        place = f"/data/events/{index}"
        if isinstance(given.fact, e.RoundOpened) != (index == 0):
            raise RuleViolation("a whole round begins with its one `round.opened`", pointer=place)
        if isinstance(given.fact, e.EndFact) != (index == last):
            raise RuleViolation(
                "a whole round ends, once, completed, settled by the floor or voided", pointer=place
            )


def boxes_of(table: Table, fact: e.WholeRound, facts: Facts) -> Mapping[str, Box]:
    """The drop boxes that a whole round's fees lie in: its own, or those of the round beside it."""
    if isinstance(fact, e.RoundReportedLate):
        return _beside(table, fact, facts).boxes
    return facts.past_round(fact.round).boxes


def _beside(table: Table, fact: e.RoundReportedLate, facts: Facts) -> Round:
    """The round beside a missing one, whose offering and boxes it has."""
    if not table.is_missing(fact.round):
        raise RuleViolation(f"round {fact.round} isn't missing", pointer="/data/round")
    return facts.past_round(table.neighbour(fact.round))


def late_scene(
    number: int, seats: tuple[e.LateSeat, ...], offering: Offering, boxes: Mapping[str, Box]
) -> Scene:
    """The table that a late round was played at: its own seating, and no shoe before it.

    The offering and the boxes are those of the round beside it.
    """
    table = Table(
        is_open=True,
        game_runs=True,
        offering=offering.code,
        offering_version=offering.version,
        ruleset_version=offering.rules.version,
        last_round=number - 1,
        boxes=dict(boxes),
    )
    for index, late in enumerate(seats):
        place = f"/data/seats/{index}"
        if not 1 <= late.seat <= offering.rules.seats:
            raise RuleViolation(f"there is no seat {late.seat}", pointer=f"{place}/seat")
        if late.seat in table.seats or table.seat_of(late.player) is not None:
            raise RuleViolation("one player to a seat, one seat to a player", pointer=place)
        table.seats[late.seat] = Seat(
            late.player, late.kind, late.tppps, late.badge, late.unidentified
        )
    return Scene(table, [])
