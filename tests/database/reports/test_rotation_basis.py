"""Up to which event of each table a report on the rotation goes: to the last that it rests on."""

import pytest

from cardroom.reports.heading import facts
from tests.corrected import event_corrected, from_the_cage
from tests.database.reports.test_rotation_report import an_evening, attested, made, read
from tests.played import Evening, load_the_house

pytestmark = pytest.mark.django_db(transaction=True)


def named() -> int:
    """The position that the report names for its only table."""
    (table,) = read(made()).tables
    said = dict(facts(read(made())))["Events up to"]
    assert said == f"T01: {table.last_position}"
    return table.last_position


def test_what_attests_a_day_and_what_puts_that_right_is_named() -> None:
    load_the_house()
    evening = an_evening(1)
    of_rounds = named()
    attested(evening, 1)
    said = evening.last.last_position
    assert named() == said > of_rounds
    content = {"gaming_day": "2026-11-28", "last_round": 9, "rounds_dealt": 9}
    sent = evening.event("day.attested", content)
    evening.post(sent)
    answer = from_the_cage(evening, event_corrected(evening, sent, None))
    assert named() == answer.positions[0] > said + 1


def test_what_comes_later_about_another_day_changes_nothing() -> None:
    load_the_house()
    evening = an_evening(1)
    attested(evening, 1)
    before = made()
    later = {"occurred_at": "2026-11-29T20:00:00Z"}
    evening.post(evening.event("dealer.changed", {"dealer": "D-9"}) | later)
    evening.post(*(event | later for event in evening.next_round()))
    said = {"gaming_day": "2026-11-29", "last_round": 2, "rounds_dealt": 1}
    evening.post(evening.event("day.attested", said) | later)
    assert made() == before


def test_a_table_without_rounds_names_what_it_was_opened_by() -> None:
    load_the_house()
    evening = Evening()
    evening.open()
    assert named() == evening.last.last_position
