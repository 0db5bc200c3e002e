"""Additions: what recording added to a client's event, found again from the events before it."""

from collections.abc import Callable, Iterator
from datetime import datetime
from typing import Final

from msgspec import UNSET, structs

from tables import offerings
from tables.rounds.admit import bind
from tables.rounds.codec import Recorded
from tables.rounds.events import Noted, TableOpened
from tables.rounds.state import Round, Table
from tables.verify.counts import Counts
from tables.verify.days import Days
from tables.verify.findings import Difference, differing

_BOUND: Final = ("player", "holder", "offering_version", "ruleset_version")
_UNBOUND: Final = dict.fromkeys(_BOUND, UNSET)


class Additions:
    """The names that defaults stood for, the versions bound, the gaming day."""

    def __init__(self, house: str, past_round: Callable[[int], Round], counts: Counts) -> None:
        self.days = Days(house, past_round)
        self.counts = counts

    def differences(
        self, table: Table, event: Recorded, recorded_at: datetime
    ) -> Iterator[Difference]:
        """What is recorded otherwise than the table's state before the event says."""
        days = self.days.of(table, event, recorded_at)
        if not days:
            self.counts.undated += 1
        elif event.gaming_day not in days:
            yield Difference("gaming_day", event.gaming_day, min(days))
        if isinstance(event.fact, TableOpened):
            yield from _opened(event.noted, event.fact)
            return
        unbound = structs.replace(event.noted, **_UNBOUND)
        for found in differing(event.noted, bind(table, event, self.days.facts, unbound)):
            yield Difference(f"noted.{found.path}", found.stored, found.replayed)


def _opened(noted: Noted, fact: TableOpened) -> Iterator[Difference]:
    """The version bound is one of that offering; whether it was the newest then isn't judged."""
    if noted.offering_version is UNSET or noted.ruleset_version is UNSET:
        yield Difference("noted.offering_version", None, fact.offering)
        return
    bound = offerings.offering(noted.offering_version, noted.ruleset_version)
    if bound.code != fact.offering:
        yield Difference("noted.offering_version", bound.code, fact.offering)
