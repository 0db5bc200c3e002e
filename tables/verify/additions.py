"""Additions: what recording added to a client's event, found again from the events before it."""

from collections.abc import Callable, Iterator
from datetime import datetime
from typing import Final

from msgspec import UNSET, structs

from tables import offerings
from tables.rounds.admit import bind, gaming_day
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
        days = [gaming_day(table, event, facts) for facts in self.days.in_force(recorded_at)]
        if not days:
            self.counts.undated += 1
        elif event.gaming_day not in days:
            yield Difference("gaming_day", event.gaming_day, days[0])
        if isinstance(event.fact, TableOpened):
            yield from _opened(event.noted, event.fact)
            return
        right = bind(table, event, self.days.facts, _unbound(event.noted))
        if right != event.noted:
            for found in differing(event.noted, right):
                yield Difference(f"noted.{found.path}", found.stored, found.replayed)


def _unbound(noted: Noted) -> Noted:
    """What was noted besides the names and versions that are bound."""
    is_bare = noted.player is UNSET and noted.offering_version is UNSET
    return noted if is_bare else structs.replace(noted, **_UNBOUND)


def _opened(noted: Noted, fact: TableOpened) -> Iterator[Difference]:
    """The version bound is one of that offering; whether it was the newest then isn't judged."""
    if noted.offering_version is UNSET or noted.ruleset_version is UNSET:
        yield Difference("noted.offering_version", None, fact.offering)
        return
    bound = offerings.offering(noted.offering_version, noted.ruleset_version)
    if bound.code != fact.offering:
        yield Difference("noted.offering_version", bound.code, fact.offering)
