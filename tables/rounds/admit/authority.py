"""Authority: people of the house whose role lets a thing stand, confirmed by code or claimed."""

from functools import cache
from typing import Final, Literal, NamedTuple, get_args

from msgspec import UNSET, UnsetType

from cardroom.errors import Forbidden, RuleViolation
from tables.rounds import events as e
from tables.rounds.admit.facts import Facts
from tables.rounds.codec import Event
from tables.rounds.events import Irregularity

FLOOR: Final = frozenset({"floor", "supervisor"})
# The note of a word behind which no code stands.
CLAIMED: Final = "authorisation_claimed"
SUPERVISOR: Final = frozenset({"supervisor"})

_BY_FLOOR = e.FeeWaived | e.FeeRefunded | e.RoundVoided | e.RoundSettledByFloor
_BY_SUPERVISOR = e.RoundCorrected | e.EventCorrected
_ALLOWED = _BY_FLOOR | _BY_SUPERVISOR
# Most events name nobody, which is asked first.
_NAMING: Final = frozenset(get_args(_ALLOWED | e.IncidentNoted))


class Word(NamedTuple):
    """Whose word an event rests on, whether a code proves it, and whether it is an override's."""

    person: str
    confirmed: bool
    of_override: bool


@cache
def is_sent_by(scope: str, fact: type[e.ClientFact]) -> bool:
    """Whether a key of a scope sends this: corrections are the cage's, the rest a table's.

    A void is of both: the table's before the settlement, the cage's after it.
    """
    is_correction = issubclass(fact, _BY_SUPERVISOR)
    if scope == "tables":
        return not is_correction
    return scope != "cage" or is_correction or issubclass(fact, e.RoundVoided)


def roles_for(fact: type[e.ClientFact]) -> frozenset[str]:
    """The roles of which `authorised_by` needs one; none where nobody has to allow it."""
    if issubclass(fact, _BY_SUPERVISOR):
        return SUPERVISOR
    return FLOOR if issubclass(fact, _BY_FLOOR) else frozenset()


def check_scope(event: Event, facts: Facts) -> None:
    """Forbidden where the key doesn't reach."""
    if is_sent_by(facts.scope, type(event.fact)):
        return
    if facts.scope == "tables":
        raise Forbidden(f"`{event.type}` isn't sent from a table, but with a key of scope `cage`")
    raise Forbidden(f"a key of scope `cage` sends corrections, no `{event.type}`")


def check(event: Event, facts: Facts) -> list[Word]:
    """Whose words they are, if anyone's; RuleViolation for a person without the role for it."""
    fact, override = event.fact, event.override
    if override is None and type(fact) not in _NAMING:
        return []
    words = []
    if isinstance(fact, _ALLOWED):
        if not facts.is_repeated(event, None):
            _allowed(fact.authorised_by, roles_for(type(fact)), "/data/authorised_by", facts)
        words.append(_word(fact.authorised_by, fact.code, facts))
        _check_floor_settlement(fact, facts, words[0])
    elif isinstance(fact, e.IncidentNoted) and fact.authorised_by is not None:
        words.append(_word(fact.authorised_by, fact.code, facts))
    if override is not None:
        if not facts.is_repeated(event, override):
            _allowed(override.authorised_by, FLOOR, "/override/authorised_by", facts)
        word = _word(override.authorised_by, override.code, facts)
        words.append(word._replace(of_override=True))
    return words


def supervisor(person: str, facts: Facts) -> None:
    """RuleViolation unless the person is a supervisor of the house."""
    _allowed(person, SUPERVISOR, "/data/authorised_by", facts)


def authorisation(words: list[Word]) -> Literal["claimed", "confirmed"] | UnsetType:
    """Confirmed when every word is, unset when nobody gave one."""
    if not words:
        return UNSET
    return "confirmed" if all(word.confirmed for word in words) else "claimed"


def claims(words: list[Word], *, overridden: bool) -> list[Irregularity]:
    """A note for each person behind whose name no code stands; an unused override needs none."""
    if not words:
        return []
    people = dict.fromkeys(
        word.person for word in words if not word.confirmed and (overridden or not word.of_override)
    )
    return [
        Irregularity(CLAIMED, f"by {person}, without a valid one-time code") for person in people
    ]


def _word(person: str, code: str | None, facts: Facts) -> Word:
    if code is None or person not in facts.house.people:
        return Word(person, confirmed=False, of_override=False)
    return Word(person, facts.is_confirmed(person, code), of_override=False)


def _check_floor_settlement(fact: e.ClientFact, facts: Facts, word: Word) -> None:
    if isinstance(fact, e.RoundSettledByFloor) and facts.scope == "tables" and not word.confirmed:
        raise Forbidden("a floor settlement from a table needs the person's valid one-time `code`")


def _allowed(person: str, allowed: frozenset[str], pointer: str, facts: Facts) -> None:
    roles = facts.house.people.get(person)
    if roles is None:
        raise RuleViolation(
            f"`{person}` is nobody of this house", pointer=pointer, rule="authorised_by"
        )
    if not roles & allowed:
        raise RuleViolation(
            f"`{person}` has no role that allows this: {' or '.join(sorted(allowed))}",
            pointer=pointer,
            rule="authorised_by",
        )
