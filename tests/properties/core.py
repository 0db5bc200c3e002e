"""The pure core as a service holds it, for simulated tables to be heard by."""

import json
from collections.abc import Iterable
from datetime import UTC, date, datetime
from functools import partial
from typing import Final

import pytest

from cardroom.gaming_day import gaming_day
from ledger.rules.fees import Rate, Schedule
from tables.rounds.admit.facts import Facts, House
from tables.rounds.codec import read_event
from tables.rounds.events import FeesAssessed, Irregularity, RoundSettled
from tables.rounds.state import Table
from tables.rounds.take import take
from tables.rules.offering import Offering
from tables.rules.paytables import PAY_TABLES
from tables.rules.ruleset import RuleSet
from tables.simulation.stream import Event
from tests import simulated

LATER: Final = datetime(2027, 1, 1, tzinfo=UTC)

SCHEDULE: Final = Schedule(
    code="FS-1",
    approval="GEGA-003784",
    option="1",
    effective_from=date(2026, 1, 1),
    rates=(
        Rate(role="player", basis="own_wager", to_cents=10_000, fee_cents=100),
        Rate(role="player", basis="own_wager", from_cents=10_001, to_cents=20_000, fee_cents=200),
        Rate(role="player", basis="own_wager", from_cents=20_001, fee_cents=300),
        Rate(role="player_dealer", basis="flat", fee_cents=200),
    ),
)


class Core:
    """The pure core as a service holds it: takes a client's events one by one."""

    def __init__(self, rules: RuleSet) -> None:
        bets = rules.side_bets
        offering = Offering(
            code=simulated.OFFERING,
            version=1,
            rules=rules,
            paytables={bet: next(iter(PAY_TABLES[bet].values())) for bet in bets},
            schedule=SCHEDULE,
            rotation_profile="two_hands",
        )
        house = House(
            code="SIM",
            timezone=simulated.ZONE,
            gaming_day=partial(gaming_day, zone=simulated.ZONE, starts=simulated.DAY_STARTS),
            people={simulated.FLOOR: frozenset({"floor"})},
            offerings={simulated.OFFERING: offering},
        )
        self.facts = Facts(
            house=house,
            recorded_at=LATER,
            offering=lambda _version, _rules: offering,
            past_round=lambda number: pytest.fail(f"nothing asks for round {number}"),
            is_confirmed=lambda _person, _code: False,
        )
        self.table = Table()
        self.position = 0
        self.noted: list[Irregularity] = []
        self.assessed: dict[int, FeesAssessed] = {}
        self.settled: dict[int, RoundSettled] = {}

    def hear(self, events: Iterable[Event]) -> None:
        """Take events as they come over HTTP; a refusal leaves by its exception."""
        for sent in events:
            event = read_event(json.dumps(sent).encode(), pointer="", override=None)
            for record in take(self.table, event, self.facts, position=self.position + 1).records:
                self.position += 1
                self.noted += record.noted.irregularities
                if isinstance(record.fact, FeesAssessed):
                    self.assessed[record.round or 0] = record.fact
                if isinstance(record.fact, RoundSettled):
                    self.settled[record.round or 0] = record.fact
