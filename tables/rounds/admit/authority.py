"""Authority: people of the house whose role lets a thing stand, confirmed by code or claimed."""

from typing import Literal

from cardroom.errors import RuleViolation
from tables.rounds import events as e
from tables.rounds.admit.facts import Facts
from tables.rounds.codec import Event
from tables.rounds.events import Irregularity

FLOOR = frozenset({"floor", "supervisor"})


def check(event: Event, facts: Facts) -> Literal["claimed", "confirmed"] | None:
    """Whose word it is, if anyone's; RuleViolation for a person whose role doesn't allow it."""
    codes = []
    if event.override is not None:
        _allowed(event.override.authorised_by, "/override/authorised_by", facts)
        codes.append((event.override.authorised_by, event.override.code))
    if isinstance(event.fact, e.FeeWaived | e.FeeRefunded | e.RoundVoided):
        _allowed(event.fact.authorised_by, "/data/authorised_by", facts)
        codes.append((event.fact.authorised_by, event.fact.code))
    elif isinstance(event.fact, e.IncidentNoted) and event.fact.authorised_by is not None:
        codes.append((event.fact.authorised_by, event.fact.code))
    if not codes:
        return None
    confirmed = all(code is not None and facts.is_confirmed(who, code) for who, code in codes)
    return "confirmed" if confirmed else "claimed"


def claimed(event: Event) -> Irregularity:
    """The note that nobody's code stands behind the name."""
    who = getattr(event.fact, "authorised_by", None)
    if who is None and event.override is not None:
        who = event.override.authorised_by
    return Irregularity("authorisation_claimed", f"by {who}, without a valid one-time code")


def _allowed(person: str, pointer: str, facts: Facts) -> None:
    roles = facts.house.people.get(person)
    if roles is None:
        raise RuleViolation(
            f"`{person}` is nobody of this house", pointer=pointer, rule="authorised_by"
        )
    if not roles & FLOOR:
        raise RuleViolation(
            f"`{person}` has no role that allows this: floor or supervisor",
            pointer=pointer,
            rule="authorised_by",
        )
