"""The database refuses to change a house's history, whoever asks."""

import pytest
from django.db import DatabaseError, connections, transaction

from cardroom.house import keys
from tests.database.house.conftest import NOON, load

ALIASES = ("default", "owner")


@pytest.fixture
def house(transactional_db: None) -> None:  # noqa: ARG001 - both roles must see it committed
    load()
    keys.issue(name="cage", scope="cage", house="CASES", now=NOON)


def attempt(alias: str, statement: str, *values: str) -> None:
    with transaction.atomic(using=alias), connections[alias].cursor() as cursor:
        cursor.execute(statement, values)


def refused(alias: str, statement: str) -> None:
    with pytest.raises(DatabaseError, match=r"permission denied|refused|GENERATED ALWAYS"):
        attempt(alias, statement)


@pytest.mark.usefixtures("house")
@pytest.mark.django_db(transaction=True, databases=ALIASES)
@pytest.mark.parametrize("alias", ALIASES)
def test_history_cannot_be_changed_by_either_role(alias: str) -> None:
    for statement in (
        "UPDATE house_version SET data = '{}'",
        "UPDATE house_version SET retired = true WHERE code = 'T01'",
        "DELETE FROM house_version",
        "TRUNCATE house_version",
        "UPDATE house_house SET code = 'OTHER'",
        "UPDATE house_house SET created_at = now()",
        "DELETE FROM house_house",
        "TRUNCATE house_house CASCADE",
        "DELETE FROM house_key",
        "TRUNCATE house_key",
        "SET session_replication_role = replica",
    ):
        refused(alias, statement)


@pytest.mark.usefixtures("house")
@pytest.mark.django_db(transaction=True)
def test_the_application_changes_nothing_of_a_key_but_its_use_and_its_end() -> None:
    for statement in (
        "UPDATE house_key SET digest = ''",
        "UPDATE house_key SET scope = 'audit', tables = '{}'",
        "UPDATE house_key SET tables = '{T01}'",
        "UPDATE house_key SET house_id = 'OTHER'",
        "UPDATE house_key SET expires_at = NULL",
    ):
        refused("default", statement)
    attempt("default", "UPDATE house_key SET last_used_at = now(), revoked_at = now()")


@pytest.mark.usefixtures("house")
@pytest.mark.django_db(transaction=True, databases=ALIASES)
def test_a_key_is_itself_for_ever_and_its_end_is_brought_forward_alone() -> None:
    for statement in (
        "UPDATE house_key SET digest = ''",
        "UPDATE house_key SET tables = '{T01}', scope = 'tables'",
        "UPDATE house_key SET prefix = 'x'",
        "UPDATE house_key SET name = ''",
        "UPDATE house_key SET expires_at = now()",
    ):
        refused("owner", statement)
    attempt("default", "UPDATE house_key SET revoked_at = '2030-01-01'")
    for alias in ALIASES:
        refused(alias, "UPDATE house_key SET revoked_at = NULL")
        refused(alias, "UPDATE house_key SET revoked_at = '2030-01-02'")
        attempt(alias, "UPDATE house_key SET revoked_at = revoked_at, last_used_at = now()")
    attempt("default", "UPDATE house_key SET revoked_at = '2029-01-01'")


@pytest.mark.usefixtures("house")
@pytest.mark.django_db(transaction=True)
def test_the_application_gives_no_ids() -> None:
    refused(
        "default",
        "INSERT INTO house_version (id, house_id, kind, code, version, data, retired, created_at)"
        " VALUES (99, 'CASES', 'table', 'T99', 1, '{}', false, now())",
    )


@pytest.mark.usefixtures("house")
@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize(("scope", "tables"), [("tables", "{}"), ("cage", "{T01}"), ("all", "{}")])
def test_a_key_without_a_sound_scope_is_refused(scope: str, tables: str) -> None:
    with pytest.raises(DatabaseError, match="house_key_tables"):
        attempt(
            "default",
            "INSERT INTO house_key (house_id, name, scope, tables, prefix, digest, created_at)"
            " VALUES ('CASES', 'x', %s, %s, 'x', '', now())",
            scope,
            tables,
        )
