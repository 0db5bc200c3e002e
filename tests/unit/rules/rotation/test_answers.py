"""Answers that a table must have on record, if it records any."""

import pytest

from tables.rules.rotation.answers import is_unanswered, is_unasked
from tables.rules.rotation.facts import Person
from tables.rules.rotation.memory import Memory
from tests.rotation import SETTINGS, a_deal, after, company, patron

HOUSE = Person(7, "H-7", "house")


@pytest.mark.parametrize(
    ("memory", "is_missed"),
    [
        (after(patron(1), 1, {3: True}), False),
        (after(patron(1), 1, {2: False, 3: True}), False),
        (after(patron(1), 1), True),
        (after(patron(1), 1, {2: True}), True),
        (after(patron(1), 1, {3: False}), True),
        (after(patron(3), 1), False),
        (after(patron(1), 1, is_begun=True), False),
        (Memory(), False),
    ],
)
def test_another_holder_is_known_to_have_accepted(memory: Memory, *, is_missed: bool) -> None:
    assert is_unanswered(a_deal(patron(3), memory=memory), SETTINGS) is is_missed


def test_a_late_round_brings_no_offers() -> None:
    late = a_deal(patron(3), memory=after(patron(1), 1), opened_position=None)
    assert not is_unanswered(late, SETTINGS)


def test_players_of_one_company_go_on_for_each_other() -> None:
    memory = after(company(1), 1)
    assert not is_unanswered(a_deal(company(3), memory=memory), SETTINGS)
    assert is_unanswered(a_deal(company(3, "LM"), memory=memory), SETTINGS)


@pytest.mark.parametrize(
    ("offers", "is_missed"),
    [
        ({3: False, 5: False}, False),
        ({3: False}, True),
        ({3: False, 5: True}, True),
        ({}, True),
    ],
)
def test_a_game_stops_when_everyone_else_declined(
    offers: dict[int, bool], *, is_missed: bool
) -> None:
    people = (patron(1), patron(3), patron(5), HOUSE)
    assert is_unasked(after(patron(1), 2, offers), people, SETTINGS) is is_missed
