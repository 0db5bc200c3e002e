"""Notices: shifts in which a table dealt, and nobody found the notice posted (D7)."""

from collections.abc import Iterator
from datetime import date

from tables.rounds.rotation.days import Day
from tables.rules.rotation import findings
from tables.rules.rotation.ca_2076 import d7
from tables.rules.rotation.findings import Finding, Place
from tables.rules.rotation.profiles import judging


def without(found: Day, day: date, table: str) -> Iterator[Finding]:
    """A finding for each such shift of a gaming day, where a profile asks."""
    checked = {shift for shift in found.checked if shift}
    for shift, breach in d7(found.played.keys(), checked).items():
        turn = found.played[shift]
        for profile in judging(turn.profile, day):
            if "D7" in profile.rules:
                at = (turn.position,)
                place = Place(table=table, round=turn.round, at=turn.at, day=day, positions=at)
                yield findings.found("D7", breach, profile, place)
