"""Findings: what the profiles in force on a gaming day say of a hand, or of a seat that changed."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import date, datetime
from typing import Final, Literal

from msgspec import Struct

from tables.rules.rotation import ca_2076, licence, two_hands
from tables.rules.rotation.breach import Breach
from tables.rules.rotation.facts import Deal, Person
from tables.rules.rotation.profiles import Profile, Rule, judging
from tables.rules.rotation.settings import Settings

Severity = Literal["violation", "alert"]


class Finding(Struct, frozen=True, kw_only=True):
    """A breach of a rule; `positions` are of the events that prove it, `at` when it happened.

    `superseded_by` is the position of the event that took its ground away, None while it stands.
    """

    rule: Rule
    severity: Severity
    shadow: bool
    profile: str
    table: str | None
    round: int | None
    holder: str | None
    at: datetime | None
    gaming_day: date
    positions: tuple[int, ...]
    detail: str
    superseded_by: int | None = None

    @property
    def counts(self) -> bool:
        """Whether it makes a verdict `violations`."""
        return self.severity == "violation" and not self.shadow and self.superseded_by is None


class Place(Struct, frozen=True, kw_only=True):
    """Where and when something is found, and whose affair it is."""

    table: str | None = None
    round: int | None = None
    holder: str | None = None
    at: datetime | None = None
    day: date
    positions: tuple[int, ...] = ()


OF_A_HAND: Final[Mapping[Rule, Callable[[Deal, Settings], Breach | None]]] = {
    "R1": two_hands.r1,
    "R2": two_hands.r2,
    "R3": two_hands.r3,
    "R5": licence.r5,
    "R6": two_hands.r6,
    "R7": licence.r7,
    "R10": two_hands.r10,
    "D1": ca_2076.d1,
    "D2": ca_2076.d2,
    "D3": ca_2076.d3,
    "D6": ca_2076.d6,
}
OF_A_SEAT: Final[Mapping[Rule, Callable[[Person, Sequence[Person]], Breach | None]]] = {
    "R8": licence.r8,
    "D5": ca_2076.d5,
}


def of_hand(deal: Deal, table: str) -> list[Finding]:
    """What is wrong with a dealt hand."""
    turn = deal.turn
    return [
        found(
            rule,
            breach,
            profile,
            Place(
                table=table,
                round=turn.round,
                holder=deal.player_dealer.holder(profile.settings.holder),
                at=turn.at,
                day=turn.gaming_day,
                positions=(turn.position,),
            ),
        )
        for profile in judging(turn.profile, turn.gaming_day)
        for rule in profile.rules
        if rule in OF_A_HAND
        for breach in [OF_A_HAND[rule](deal, profile.settings)]
        if breach is not None
    ]


def of_seat(
    person: Person, others: Sequence[Person], *, profile: str, place: Place
) -> Iterator[Finding]:
    """What is wrong with somebody who took a seat."""
    for each in judging(profile, place.day):
        for rule in each.rules:
            breach = OF_A_SEAT[rule](person, others) if rule in OF_A_SEAT else None
            if breach is not None:
                yield found(rule, breach, each, place)


def of_leaving(person: Person, *, profile: str, place: Place) -> Iterator[Finding]:
    """What is wrong with the player-dealer's leaving while his round is on."""
    for each in judging(profile, place.day):
        if "D4" in each.rules:
            yield found("D4", ca_2076.d4(person), each, place)


def found(rule: Rule, breach: Breach, profile: Profile, place: Place) -> Finding:
    """A finding of one breach; R11 only ever alerts."""
    return Finding(
        rule=rule,
        severity="alert" if breach.is_alert or rule == "R11" else "violation",
        shadow=profile.shadow,
        profile=profile.label,
        table=place.table,
        round=place.round,
        holder=place.holder,
        at=place.at,
        gaming_day=place.day,
        positions=tuple(sorted({*breach.positions, *place.positions})),
        detail=breach.detail,
    )
