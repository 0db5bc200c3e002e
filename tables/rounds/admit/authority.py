"""Authority: people of the house whose role lets a thing stand, confirmed by code or claimed."""

from typing import Literal, NamedTuple

from msgspec import UNSET, UnsetType

from cardroom.errors import RuleViolation
from tables.rounds import events as e
from tables.rounds.admit.facts import Facts
from tables.rounds.codec import Event
from tables.rounds.events import Irregularity

FLOOR = frozenset({"floor", "supervisor"})


class Word(NamedTuple):
    """Whose word an event rests on, whether a code proves it, and whether it is an override's."""

    person: str
    confirmed: bool
    of_override: bool


def check(event: Event, facts: Facts) -> list[Word]:
    """Whose words they are, if anyone's; RuleViolation for a person without the role for it."""
    fact, override = event.fact, event.override
    words = []
    if isinstance(fact, e.FeeWaived | e.FeeRefunded | e.RoundVoided):
        _allowed(fact.authorised_by, "/data/authorised_by", facts)
        words.append(_word(fact.authorised_by, fact.code, facts))
    elif isinstance(fact, e.IncidentNoted) and fact.authorised_by is not None:
        words.append(_word(fact.authorised_by, fact.code, facts))
    if override is not None:
        _allowed(override.authorised_by, "/override/authorised_by", facts)
        word = _word(override.authorised_by, override.code, facts)
        words.append(word._replace(of_override=True))
    return words


def authorisation(words: list[Word]) -> Literal["claimed", "confirmed"] | UnsetType:
    """Confirmed when every word is, unset when nobody gave one."""
    if not words:
        return UNSET
    return "confirmed" if all(word.confirmed for word in words) else "claimed"


def claims(words: list[Word], *, overridden: bool) -> list[Irregularity]:
    """A note for each person behind whose name no code stands; an unused override needs none."""
    people = dict.fromkeys(
        word.person for word in words if not word.confirmed and (overridden or not word.of_override)
    )
    return [
        Irregularity("authorisation_claimed", f"by {person}, without a valid one-time code")
        for person in people
    ]


def _word(person: str, code: str | None, facts: Facts) -> Word:
    return Word(person, code is not None and facts.is_confirmed(person, code), of_override=False)


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
