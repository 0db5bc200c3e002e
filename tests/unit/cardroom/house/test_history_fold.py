"""What a house's events come to, row by row, and which events can't follow."""

from datetime import UTC, datetime, timedelta

import pytest
from msgspec import Raw

from cardroom.house.history.facts import (
    CodesIssued,
    Entry,
    Fact,
    KeyIssued,
    KeyRevoked,
    LoginIssued,
    LoginRevoked,
)
from cardroom.house.history.facts import VersionAdded as Added
from cardroom.house.history.fold import (
    Folded,
    HouseCells,
    KeyCells,
    SecretCells,
    VersionCells,
)
from cardroom.house.history.replay import Place, replayed

NOON = datetime(2026, 11, 28, 20, tzinfo=UTC)
HOUSE = Added(row=1, code="A", version=1, data=Raw(b'{"name":"A club"}'))
PERSON = Added(row=2, code="sup-1", version=1, data=Raw(b'{"roles":["floor"]}'))
KEY = KeyIssued(row=4, prefix="aa", name="tablet", scope="tables", tables=("T1",), fingerprint="0f")
END = KeyRevoked(row=4, prefix="aa", revoked_at=NOON + timedelta(hours=1))


def folded(*told: tuple[str, Fact]) -> Folded:
    """The rows that these events come to, a minute after each other."""
    rows = Folded()
    for number, (name, fact) in enumerate(told):
        at = NOON + timedelta(minutes=number)
        rows.take(Entry("A", number + 1, name, at, fact))
    return rows


def refused(*told: tuple[str, Fact]) -> str:
    """Why the last of these events can't follow."""
    folded(*told[:-1])
    with pytest.raises(ValueError, match=r".") as refusal:
        folded(*told)
    return str(refusal.value)


def test_the_first_settings_make_the_house() -> None:
    rows = folded(("house.changed", HOUSE))
    assert rows.house == HouseCells("A", NOON)
    assert rows.versions == {
        1: VersionCells(1, "house", "A", 1, {"name": "A club"}, retired=False, created_at=NOON)
    }


def test_later_settings_leave_the_house_where_it_began() -> None:
    second = Added(row=2, code="A", version=2, former=1, data=Raw(b"{}"))
    rows = folded(("house.changed", HOUSE), ("house.changed", second))
    assert rows.house == HouseCells("A", NOON)
    assert [cells.version for cells in rows.versions.values()] == [1, 2]


def test_a_version_stands_beside_the_one_before_it() -> None:
    retired = Added(row=3, code="sup-1", version=2, former=1, data=Raw(b"{}"), retired=True)
    rows = folded(("house.changed", HOUSE), ("person.changed", PERSON), ("person.changed", retired))
    assert [(row.version, row.retired) for row in list(rows.versions.values())[1:]] == [
        (1, False),
        (2, True),
    ]
    assert rows.versions[3].created_at == NOON + timedelta(minutes=2)


def test_a_key_begins_and_ends() -> None:
    rows = folded(("house.changed", HOUSE), ("key.issued", KEY))
    made = NOON + timedelta(minutes=1)
    running = KeyCells(4, "tablet", "tables", ["T1"], "aa", "0f", made, None, None)
    assert rows.keys == {4: running}
    rows = folded(("house.changed", HOUSE), ("key.issued", KEY), ("key.revoked", END))
    assert rows.keys[4].revoked_at == NOON + timedelta(hours=1)


def test_new_codes_end_the_former_of_that_person_alone() -> None:
    rows = folded(
        ("codes.issued", CodesIssued(row=1, person="a", fingerprint="01")),
        ("codes.issued", CodesIssued(row=2, person="b", fingerprint="02")),
        ("codes.issued", CodesIssued(row=3, person="a", fingerprint="03")),
        ("codes.issued", CodesIssued(row=4, person="a", fingerprint="04")),
    )
    minutes = [NOON + timedelta(minutes=number) for number in range(4)]
    assert list(rows.secrets.values()) == [
        SecretCells(1, "a", "01", minutes[0], minutes[2]),
        SecretCells(2, "b", "02", minutes[1], None),
        SecretCells(3, "a", "03", minutes[2], minutes[3]),
        SecretCells(4, "a", "04", minutes[3], None),
    ]


def test_no_row_follows_from_a_log_in() -> None:
    given = LoginIssued(row=1, login="a", person="sup-1")
    taken = LoginRevoked(row=1, login="a", revoked_at=NOON)
    assert folded(("login.issued", given), ("login.revoked", taken)) == Folded()


def test_every_row_is_placed_by_its_table_and_id() -> None:
    codes = CodesIssued(row=5, person="a", fingerprint="01")
    rows = folded(("house.changed", HOUSE), ("key.issued", KEY), ("codes.issued", codes))
    assert list(replayed(rows)) == [
        Place("house_house", "A"),
        Place("house_version", "1"),
        Place("house_key", "4"),
        Place("house_secret", "5"),
    ]
    assert replayed(Folded()) == {}


def test_what_cannot_follow_is_refused() -> None:
    house = ("house.changed", HOUSE)
    third = Added(row=3, code="sup-1", version=3, former=2, data=Raw(b"{}"))
    skipped = Added(row=3, code="sup-1", version=3, former=1, data=Raw(b"{}"))
    other = KeyRevoked(row=4, prefix="bb", revoked_at=NOON)
    person = ("person.changed", PERSON)
    assert refused(person) == "person sup-1 comes before its house"
    assert refused(house, person, person) == "person sup-1: version 1 doesn't follow"
    assert refused(house, person, ("person.changed", third)) == (
        "person sup-1: version 3 doesn't follow"
    )
    assert refused(house, person, ("person.changed", skipped)) == (
        "person sup-1: version 3 doesn't follow"
    )
    assert refused(house, ("key.revoked", END)) == "key aa was never issued"
    assert refused(house, ("key.issued", KEY), ("key.revoked", other)) == "key bb was never issued"
