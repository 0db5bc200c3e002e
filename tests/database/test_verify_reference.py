"""Verification compares every cell of a house with its events; rebuild puts back what is lost."""

from datetime import timedelta

import pytest
from django.db import connection

from cardroom.house import codes, keys
from cardroom.house.models import House, Key, Secret, Version
from cardroom.log import feed
from tables import rebuild
from tables.verify import Counts, Finding, verify
from tests.database.house.conftest import NOON, load
from tests.database.house.test_history import an_older_house
from tests.house_file import changed
from tests.recorded import superuser

pytestmark = [pytest.mark.slow, pytest.mark.django_db(transaction=True)]

TABLES = ("house_version", "house_key", "house_secret", "house_house")
ENABLE = (
    "SELECT format('ALTER TABLE %s ENABLE ALWAYS TRIGGER %s', tgrelid::regclass, tgname)"
    " FROM pg_trigger WHERE tgrelid::regclass::text LIKE 'house_%' AND NOT tgisinternal"
)


@pytest.fixture
def house(transactional_db: None) -> str:  # noqa: ARG001 - what is proved is committed
    """A house with two versions of a person, a key, an ended one, and codes issued twice."""
    load()
    load(changed('["cage"]', '["cage", "drop"]'), now=NOON + timedelta(hours=1))
    keys.issue(name="cage", scope="cage", house="CASES", now=NOON)
    keys.rotate(Key.objects.get().pk, now=NOON)
    codes.issue(person="sup-1", house="CASES", now=NOON)
    codes.issue(person="sup-1", house="CASES", now=NOON + timedelta(hours=1))
    return "CASES"


def tamper(*statements: str) -> None:
    """Change rows as a superuser who has switched their triggers off for a while."""
    with superuser() as raw, raw.transaction():
        for table in TABLES:
            raw.execute(f"ALTER TABLE {table} DISABLE TRIGGER ALL".encode())
        for statement in statements:
            assert raw.execute(statement.encode()).rowcount == 1, statement
        for table in TABLES:
            raw.execute(f"ALTER TABLE {table} ENABLE TRIGGER ALL".encode())
        for (enable,) in raw.execute(ENABLE).fetchall():
            raw.execute(str(enable).encode())


def found() -> list[Finding]:
    """What a verification finds."""
    feed.sequence()
    return list(verify(Counts()))


def test_a_sound_house_is_compared_row_by_row(house: str) -> None:
    counts = Counts()
    assert list(verify(counts)) == []
    assert counts.rows == 1 + 22 + 2 + 2
    assert not any(house in what for what in counts.not_checked)


CELLS = [
    ("house_version", "drop-1", "data", """'{"roles": ["supervisor"], "login": null}'"""),
    ("house_version", "drop-1", "retired", "true"),
    ("house_version", "drop-1", "created_at", "'2020-01-01'"),
    ("house_version", "drop-1", "kind", "'shift'"),
    ("house_version", "drop-1", "code", "'drop-2'"),
    ("house_version", "drop-1", "version", "7"),
    ("house_key", "cage", "name", "'x'"),
    ("house_key", "cage", "scope", "'audit'"),
    ("house_key", "cage", "prefix", "'x'"),
    ("house_key", "cage", "digest", r"'\x00'"),
    ("house_key", "cage", "created_at", "'2020-01-01'"),
    ("house_key", "cage", "expires_at", "'2020-01-01'"),
    ("house_key", "cage", "revoked_at", "'2020-01-01'"),
    ("house_secret", "sup-1", "person", "'floor-7'"),
    ("house_secret", "sup-1", "created_at", "'2020-01-01'"),
    ("house_secret", "sup-1", "revoked_at", "'2020-01-01'"),
    ("house_secret", "sup-1", "secret", r"'\x00112233445566778899aabbccddeeff'"),
    ("house_house", "CASES", "created_at", "'2020-01-01'"),
]
NAMES = {
    "house_version": "code",
    "house_key": "name",
    "house_secret": "person",
    "house_house": "code",
}


@pytest.mark.usefixtures("house")
@pytest.mark.parametrize(("table", "whose", "column", "value"), CELLS)
def test_any_cell_that_was_altered_is_found(
    table: str, whose: str, column: str, value: str
) -> None:
    name = NAMES[table]
    key = "code" if table == "house_house" else "id"
    newest = f"(SELECT max({key}) FROM {table} WHERE {name} = '{whose}')"  # noqa: S608
    ((row,),) = _rows(f"SELECT max({key})::text FROM {table} WHERE {name} = '{whose}'")  # noqa: S608
    tamper(f"UPDATE {table} SET {column} = {value} WHERE {key} = {newest}")  # noqa: S608
    shown = "fingerprint" if column == "secret" else column
    assert [(one.kind, one.table, one.row, one.column) for one in found()] == [
        ("cell", table, row, shown)
    ]


def _rows(statement: str) -> list[tuple[str]]:
    with connection.cursor() as cursor:
        cursor.execute(statement)
        return list(cursor.fetchall())


@pytest.mark.usefixtures("house")
def test_what_came_in_past_the_services_is_found() -> None:
    row = Version.objects.create(
        house_id="CASES", kind="person", code="me", version=1, data={}, created_at=NOON
    )
    key = Key.objects.create(
        house_id="CASES",
        name="me",
        scope="audit",
        tables=[],
        prefix="aa",
        digest=b"",
        created_at=NOON,
    )
    assert [(one.kind, one.table, one.row, one.stored) for one in found()] == [
        ("row", "house_key", str(key.pk), str(key.pk)),
        ("row", "house_version", str(row.pk), str(row.pk)),
    ]


def test_a_key_let_run_on_past_the_services_is_found_and_ended_by_a_rebuild(house: str) -> None:
    ended = Key.objects.filter(house=house).earliest("id")
    tamper(f"UPDATE house_key SET revoked_at = NULL WHERE id = {ended.pk}")  # noqa: S608
    assert [(one.kind, one.column, one.stored) for one in found()] == [("cell", "revoked_at", None)]
    list(rebuild.rebuild())
    assert found() == []


def test_what_is_missing_is_found_and_put_back_as_it_was(house: str) -> None:
    before = [
        list(Version.objects.order_by("id").values()),
        list(Key.objects.order_by("id").values()),
    ]
    gone = Version.objects.filter(house=house, code="drop-1").latest("id").pk
    key = Key.objects.filter(house=house).latest("id").pk
    for table, row in (("house_version", gone), ("house_key", key)):
        tamper(f"DELETE FROM {table} WHERE id = {row}")  # noqa: S608
    assert [(one.kind, one.table, one.row, one.replayed) for one in found()] == [
        ("row", "house_key", str(key), str(key)),
        ("row", "house_version", str(gone), str(gone)),
    ]
    list(rebuild.rebuild())
    assert found() == []
    assert before == [
        list(Version.objects.order_by("id").values()),
        list(Key.objects.order_by("id").values()),
    ]
    assert load(changed('["cage"]', '["cage", "drop"]')) == []


def test_all_rows_of_a_house_are_put_back_but_the_secrets_of_codes(house: str) -> None:
    versions = list(Version.objects.order_by("id").values())
    with superuser() as raw, raw.transaction():
        for table in TABLES:
            raw.execute(f"ALTER TABLE {table} DISABLE TRIGGER ALL".encode())
            raw.execute(f"DELETE FROM {table}".encode())  # noqa: S608
            raw.execute(f"ALTER TABLE {table} ENABLE TRIGGER ALL".encode())
        for (enable,) in raw.execute(ENABLE).fetchall():
            raw.execute(str(enable).encode())
    list(rebuild.rebuild())
    assert list(Version.objects.order_by("id").values()) == versions
    assert House.objects.get(pk=house).created_at == NOON
    assert [(one.kind, one.table) for one in found()] == [("row", "house_secret")] * 2
    assert not Secret.objects.exists()


@pytest.mark.usefixtures("transactional_db")
def test_of_an_older_house_nothing_is_said_until_its_next_change() -> None:
    an_older_house()
    counts = Counts()
    assert list(verify(counts)) == []
    assert any(
        "keys of CASES: its next change records what stands" in what for what in counts.not_checked
    )
    keys.issue(name="cage", scope="cage", house="CASES", now=NOON)
    assert found() == []
    counts = Counts()
    list(verify(counts))
    assert not any("CASES" in what for what in counts.not_checked)
    assert counts.rows == 1 + 22 + 3 + 2


@pytest.mark.usefixtures("house")
def test_events_that_cannot_follow_are_a_finding_and_not_the_end() -> None:
    with superuser() as raw, raw.transaction():
        raw.execute(b"ALTER TABLE log_event DISABLE TRIGGER ALL")
        raw.execute(
            b"UPDATE log_event SET body = replace(body, '\"version\":2', '\"version\":3')"
            b" WHERE type = 'person.changed'"
        )
        raw.execute(b"ALTER TABLE log_event ENABLE TRIGGER ALL")
        for name in (b"refuse_change", b"refuse_truncate"):
            raw.execute(b"ALTER TABLE log_event ENABLE ALWAYS TRIGGER " + name)
    kinds = {one.kind: one.detail for one in found()}
    assert kinds.keys() == {"hash", "replay"}
    assert kinds["replay"].endswith("person drop-1: version 3 doesn't follow")
