"""Answers: those to offers that a table which records them must have on record, or one is lost."""

from collections.abc import Iterable

from tables.rules.rotation.facts import Deal, Person
from tables.rules.rotation.memory import Memory
from tables.rules.rotation.settings import Settings


def is_unanswered(deal: Deal, settings: Settings) -> bool:
    """Whether the position went to another holder, and he is not known to have accepted it.

    Who begins a game takes it from nobody, and a late round brings no offers.
    """
    memory, person = deal.memory, deal.player_dealer
    if not memory.holder or memory.is_begun or deal.turn.is_late:
        return False
    is_other = person.holder(settings.holder) != memory.holder
    return is_other and memory.offers.get(person.seat) is not True


def is_unasked(memory: Memory, people: Iterable[Person], settings: Settings) -> bool:
    """Whether anybody might have taken the position, and is not known to have declined it."""
    return any(
        memory.offers.get(person.seat) is not False
        for person in people
        if person.kind != "house" and person.holder(settings.holder) != memory.holder
    )
