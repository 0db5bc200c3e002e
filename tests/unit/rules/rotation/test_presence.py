"""R7 across tables: at how many of them a TPPPS has players at once."""

from datetime import UTC, date, datetime, timedelta

from msgspec import structs

from tables.rules.rotation.licence import too_many_tables
from tables.rules.rotation.presence import Presence, Present, arrivals
from tests.rotation import KN

NOON = datetime(2026, 11, 28, 20, tzinfo=UTC)


def presence(table: str, minute: int, *, gone: bool = False, company: str = "KN") -> Presence:
    """A company comes to a table, or is gone."""
    return Presence(
        table=table,
        company=company,
        at=NOON + timedelta(minutes=minute),
        day=date(2026, 11, 28),
        position=minute + 1,
        gone=gone,
    )


def told(*found: Presence) -> list[tuple[str, int]]:
    """Arrivals, and at how many tables the company was by then."""
    return [(present.arrival.table, present.tables) for present in arrivals(found)]


def test_r7_tables_are_counted_while_somebody_is_there() -> None:
    came = [presence("T02", 5), presence("T01", 1), presence("T03", 9)]
    assert told(*came) == [("T01", 1), ("T02", 2), ("T03", 3)]
    assert told(*came, presence("T01", 7, gone=True)) == [("T01", 1), ("T02", 2), ("T03", 2)]
    assert told(*came, presence("T04", 9, company="LM"))[-1] == ("T04", 1)


def test_r7_who_changes_tables_in_a_moment_is_at_one() -> None:
    assert told(presence("T01", 1), presence("T02", 5), presence("T01", 5, gone=True)) == [
        ("T01", 1),
        ("T02", 1),
    ]


def test_r7_more_tables_than_the_contract_allows_are_a_breach() -> None:
    two = structs.replace(KN, max_tables=2)
    third, second = (Present(presence("T03", 9), tables) for tables in (3, 2))
    breach = too_many_tables(third, two)
    assert breach is not None
    assert breach.detail == "KN has players at 3 tables, its contract allows 2"
    assert too_many_tables(second, two) is None
    assert too_many_tables(third, KN) is None
    assert too_many_tables(third, None) is None
