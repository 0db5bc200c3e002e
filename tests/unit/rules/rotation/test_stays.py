"""How many tables a company is at at once, by stays that no table alone knows of (R7)."""

from datetime import datetime, timedelta

from tables.rules.rotation.settings import Settings
from tables.rules.rotation.stays import Stay, too_many
from tests.rotation import AT, DAY, SETTINGS

MINUTE = timedelta(minutes=1)


def a_stay(table: str, since: int, until: int | None = None, company: str = "KN") -> Stay:
    """A company at a table, from one minute to another."""
    return Stay(
        company=company,
        table=table,
        since=AT + since * MINUTE,
        until=None if until is None else AT + until * MINUTE,
        day=DAY,
        position=since + 1,
    )


def crowded(*stays: Stay, most: int | None = 2, settings: Settings = SETTINGS) -> list[str]:
    """What is wrong with these stays, where so many tables are allowed."""
    found = too_many(stays, lambda _: most, settings)
    return [f"{stay.table} {stay.position}: {breach.detail}" for stay, breach in found]


def test_one_table_more_than_allowed_is_found_where_it_began() -> None:
    stays = (a_stay("T02", 5), a_stay("T01", 0), a_stay("T03", 9))
    assert crowded(*stays) == [
        "T03 10: KN is at 3 tables at once (T01, T02, T03), its contract allows 2"
    ]
    assert crowded(*stays, most=3) == []
    assert crowded(*stays, most=None) == [], "without a contract that is R7's finding at the hand"
    assert len(crowded(*stays, most=1)) == 2


def test_tables_one_after_the_other_are_not_at_once() -> None:
    assert crowded(a_stay("T01", 0, 10), a_stay("T02", 0, 20), a_stay("T03", 10)) == []
    assert crowded(a_stay("T01", 0, 12), a_stay("T02", 0, 20), a_stay("T03", 10)) != []


def test_who_changes_tables_is_at_both_for_no_longer_than_their_clocks_differ() -> None:
    second = a_stay("T02", 10)
    assert crowded(a_stay("T01", 0, 11), second, most=1) == []
    longer = Stay(
        company="KN",
        table="T01",
        since=AT,
        until=AT + timedelta(minutes=11, microseconds=1),
        day=DAY,
        position=1,
    )
    assert len(crowded(longer, second, most=1)) == 1
    assert crowded(a_stay("T01", 0), a_stay("T02", 10, 11), most=1) == [], "nor a short look-in"
    assert crowded(longer, second, most=1, settings=Settings(apart_seconds=90)) == []


def test_companies_and_stays_at_one_table_are_counted_by_themselves() -> None:
    assert crowded(a_stay("T01", 0), a_stay("T02", 1), a_stay("T03", 2, company="LM")) == []
    assert crowded(a_stay("T01", 0, 10), a_stay("T01", 20), a_stay("T02", 21)) == []


def test_what_is_allowed_is_asked_as_of_the_moment() -> None:
    def most(stay: Stay) -> int:
        return 1 if stay.since < AT + 5 * MINUTE else 2

    stays = [a_stay("T01", 0), a_stay("T02", 4), a_stay("T03", 6), a_stay("T04", 7)]
    asked: list[tuple[str, datetime]] = [
        (stay.table, stay.since) for stay, _ in too_many(stays, most, SETTINGS)
    ]
    assert [table for table, _ in asked] == ["T02", "T03", "T04"]
