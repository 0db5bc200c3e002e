"""A secret is only used and only revoked: every statement, in both roles, raw."""

import psycopg
import pytest
from django.db import DatabaseError, connections, transaction

from cardroom.house.models import Secret
from tests.database.house.conftest import NOON, load
from tests.phones import a_phone
from tests.recorded import superuser

ALIASES = ("default", "owner")
pytestmark = pytest.mark.django_db(transaction=True, databases=ALIASES)

PERMISSION = "permission denied"
OWNER = "must be owner"
TRIGGER = "of house_secret refused"
IN_FORCE = "house_secret_in_force"
LENGTH = "house_secret_length"


def _insert(person: str, secret: str, then: str = "") -> str:
    """An insert of one more secret, made of the present one and of other values."""
    return (
        "INSERT INTO house_secret (house_id, person, secret, created_at, last_step, wrong_at)"  # noqa: S608 - constants
        f" SELECT house_id, {person}, {secret}, created_at, 0, '{{}}' FROM house_secret"
        f" WHERE revoked_at IS NULL {then}"
    )


MERGE = (
    "MERGE INTO house_secret s USING house_house h ON h.code = s.house_id"
    " WHEN MATCHED THEN UPDATE SET secret = '\\x00'"
)
UPSERT = "ON CONFLICT (house_id, person) WHERE revoked_at IS NULL DO UPDATE SET secret = '\\x00'"
# What is tried, what refuses the application, what the owner; None: it's allowed.
MATRIX = [
    ("UPDATE house_secret SET secret = secret || '\\x00'", PERMISSION, TRIGGER),
    ("UPDATE house_secret SET person = 'sup-1'", PERMISSION, TRIGGER),
    ("UPDATE house_secret SET house_id = 'OTHER'", PERMISSION, TRIGGER),
    ("UPDATE house_secret SET created_at = now()", PERMISSION, TRIGGER),
    ("UPDATE house_secret SET id = id + 1", PERMISSION, TRIGGER),
    ("UPDATE house_secret SET last_step = 6", TRIGGER, TRIGGER),
    ("UPDATE house_secret SET last_step = 7", None, None),
    ("UPDATE house_secret SET last_step = 8", None, None),
    ("UPDATE house_secret SET last_step = NULL", "null value", "null value"),
    ("UPDATE house_secret SET wrong_at = '{now}'", None, None),
    ("UPDATE house_secret SET revoked_at = now() WHERE revoked_at IS NULL", None, None),
    ("UPDATE house_secret SET revoked_at = now()", TRIGGER, TRIGGER),
    ("UPDATE house_secret SET revoked_at = NULL", TRIGGER, TRIGGER),
    ("SELECT * FROM house_secret FOR UPDATE", None, None),
    (_insert("'sup-1'", "secret"), None, None),
    (_insert("person", "secret"), IN_FORCE, IN_FORCE),
    (_insert("'sup-1'", "substr(secret, 1, 15)"), LENGTH, LENGTH),
    (MERGE, PERMISSION, TRIGGER),
    (_insert("person", "secret", UPSERT), PERMISSION, TRIGGER),
    ("DELETE FROM house_secret", PERMISSION, TRIGGER),
    ("TRUNCATE house_secret", PERMISSION, TRIGGER),
    ("TRUNCATE house_house CASCADE", PERMISSION, "refused"),
    ("ALTER TABLE house_secret DISABLE TRIGGER refuse_change", OWNER, None),
    ("ALTER TABLE house_secret DROP CONSTRAINT house_secret_length", OWNER, None),
    ("DROP INDEX house_secret_in_force", OWNER, None),
    ("DROP TABLE house_secret", OWNER, None),
    ("SET session_replication_role = replica", PERMISSION, PERMISSION),
]


@pytest.fixture
def secrets(transactional_db: None) -> None:  # noqa: ARG001 - both roles must see them committed
    """Two secrets of one person; the one in force was used at step 7."""
    load()
    a_phone(now=NOON)
    a_phone(now=NOON)
    attempt("default", "UPDATE house_secret SET last_step = 7 WHERE revoked_at IS NULL")


def attempt(alias: str, statement: str, *, keep: bool = True) -> str | None:
    """What refuses the statement in this role, or None."""
    try:
        with transaction.atomic(using=alias), connections[alias].cursor() as cursor:
            cursor.execute(statement)
            transaction.set_rollback(not keep, using=alias)
    except DatabaseError as error:
        return str(error)
    return None


@pytest.mark.usefixtures("secrets")
def test_each_role_may_do_with_a_secret_what_it_must_and_no_more() -> None:
    before = list(Secret.objects.order_by("id").values())
    wrong = []
    for statement, *expected in MATRIX:
        for alias, reason in zip(ALIASES, expected, strict=True):
            refusal = attempt(alias, statement, keep=False)
            if (refusal is None) != (reason is None) or (reason or "") not in (refusal or ""):
                wrong.append((alias, statement, refusal))
    assert wrong == []
    assert list(Secret.objects.order_by("id").values()) == before


@pytest.mark.usefixtures("secrets")
@pytest.mark.parametrize(
    "statement",
    ["UPDATE house_secret SET last_step = 0", "DELETE FROM house_secret", "TRUNCATE house_secret"],
)
def test_a_superuser_as_a_replica_is_refused_too(statement: str) -> None:
    with superuser() as raw:
        raw.execute("SET session_replication_role = replica")
        with pytest.raises(psycopg.errors.InsufficientPrivilege, match=TRIGGER):
            raw.execute(statement.encode())
