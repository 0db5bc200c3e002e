"""Additions: what recording added to a client's event, found again from the events before it."""

from collections.abc import Iterator
from datetime import datetime
from typing import Final

from msgspec import UNSET, structs

from tables import offerings
from tables.rounds.admit import bind, gaming_day
from tables.rounds.admit.facts import Facts
from tables.rounds.codec import Recorded
from tables.rounds.events import Noted, TableOpened
from tables.rounds.state import Table
from tables.verify.counts import Counts
from tables.verify.findings import Difference, differing
from tables.verify.in_force import InForce, PastRound

_NOTHING: Final = Noted()
_BOUND: Final = ("player", "holder", "offering_version", "ruleset_version", "void_fee")
_UNBOUND: Final = dict.fromkeys(_BOUND, UNSET)


class Additions:
    """The gaming day, the names that defaults stood for, and what the table or house bound."""

    def __init__(self, house: str, past_round: PastRound, counts: Counts) -> None:
        self.in_force = InForce(house, past_round)
        self.counts = counts

    def differences(
        self, table: Table, event: Recorded, recorded_at: datetime
    ) -> Iterator[Difference]:
        """What is recorded otherwise than the table before the event, and the house, say."""
        if isinstance(event.fact, TableOpened):
            yield from _opened(event.noted, event.fact)
        right = [
            (gaming_day(table, event, facts), _noted(table, event, facts))
            for facts in self.in_force.at(recorded_at)
        ]
        if (event.gaming_day, event.noted) in right:
            return
        if not right:
            self.counts.undated += 1
            return
        day, noted = right[-1]
        if event.gaming_day != day:
            yield Difference("gaming_day", event.gaming_day, day)
        for found in differing(event.noted, noted):
            yield Difference(f"noted.{found.path}", found.stored, found.replayed)


def _noted(table: Table, event: Recorded, facts: Facts) -> Noted:
    """As it should be. Irregularities, and what a table opened with, are left as they are."""
    noted = event.noted
    if isinstance(event.fact, TableOpened):
        return noted
    return bind(
        table, event, facts, noted if noted == _NOTHING else structs.replace(noted, **_UNBOUND)
    )


def _opened(noted: Noted, fact: TableOpened) -> Iterator[Difference]:
    """The version bound is one of that offering; whether it was the newest then isn't judged."""
    if noted.offering_version is UNSET or noted.ruleset_version is UNSET:
        yield Difference("noted.offering_version", None, fact.offering)
        return
    bound = offerings.offering(noted.offering_version, noted.ruleset_version)
    if bound.code != fact.offering:
        yield Difference("noted.offering_version", bound.code, fact.offering)
