"""Additions: what recording added to a client's event, found again from the events before it."""

from collections.abc import Iterator
from datetime import date, datetime
from typing import Final

from msgspec import UNSET, structs

from cardroom.log import store
from cardroom.log.records import Head
from tables import offerings
from tables.rounds.admit import bind, gaming_day, owing, whole
from tables.rounds.admit.facts import Facts
from tables.rounds.codec import Recorded
from tables.rounds.events import GivenFact, Noted, TableOpened
from tables.rounds.state import Table
from tables.verify.counts import Counts
from tables.verify.findings import Difference, differing
from tables.verify.in_force import InForce, Past

_NOTHING: Final = Noted()
_BOUND: Final = ("player", "holder", "offering_version", "ruleset_version", "void_fee", "boxes")
_UNBOUND: Final = dict.fromkeys(_BOUND, UNSET)


class Additions:
    """The gaming day, the names that defaults stood for, and what the table or house bound.

    Of a whole round that was given at once, the same of each of its events.
    """

    def __init__(self, head: Head, past: Past, counts: Counts) -> None:
        self.head = head
        self.in_force = InForce(head.house, past)
        self.counts = counts

    def differences(
        self, table: Table, event: Recorded, recorded_at: datetime
    ) -> Iterator[Difference]:
        """What is recorded otherwise than the table before the event, and the house, say."""
        if isinstance(event.fact, TableOpened):
            yield from _opened(event.noted, event.fact)
        right = _by(self.in_force.at(recorded_at), table, event)
        if (event.gaming_day, event.noted) in right:
            return
        right += _by(self._before_a_step_back(event.position, recorded_at), table, event)
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

    def settings(self, position: int, recorded_at: datetime) -> Facts:
        """The last settings that an event may have been recorded by."""
        known = self.in_force.at(recorded_at) or self._before_a_step_back(position, recorded_at)
        return known[-1] if known else self.in_force.first()

    def _before_a_step_back(self, position: int, recorded_at: datetime) -> list[Facts]:
        """What was in force when the server's clock was set back, if it was; seldom asked for."""
        latest = store.last_recorded_at(self.head, before=position)
        return self.in_force.at(latest) if latest and latest > recorded_at else []


def _by(settings: list[Facts], table: Table, event: Recorded) -> list[tuple[date, Noted]]:
    """The day and the notes that each of these settings gives."""
    return [(gaming_day(table, event, facts), _noted(table, event, facts)) for facts in settings]


def _noted(table: Table, event: Recorded, facts: Facts) -> Noted:
    """As it should be, with what a table opened with, and irregularities but fees', as they are."""
    if isinstance(event.fact, TableOpened):
        return event.noted
    noted = bind(table, event, facts, _unbound(event.noted))
    noted = owing.noted_anew(noted, owing.exceptions(table, event, facts))
    if not isinstance(event.fact, GivenFact):
        return noted
    scene = whole.scene_of(table, event.fact, facts)
    return structs.replace(noted, events=whole.bound(scene, event, event.fact, facts, _unbound))


def _unbound(noted: Noted) -> Noted:
    """What was noted without what is found again."""
    return noted if noted == _NOTHING else structs.replace(noted, **_UNBOUND)


def _opened(noted: Noted, fact: TableOpened) -> Iterator[Difference]:
    """The version bound is one of that offering; whether it was the newest then isn't judged."""
    if noted.offering_version is UNSET or noted.ruleset_version is UNSET:
        yield Difference("noted.offering_version", None, fact.offering)
        return
    bound = offerings.offering(noted.offering_version, noted.ruleset_version)
    if bound.code != fact.offering:
        yield Difference("noted.offering_version", bound.code, fact.offering)
