"""The database itself refuses to alter what is recorded: every statement, in both roles, raw."""

import psycopg
import pytest
from django.db import DatabaseError, connections, transaction

from cardroom.log import chain, feed, protection
from tables.verify import Counts, verify
from tests.recorded import HOUSE, STREAM, events, record, recorded, superuser

pytestmark = pytest.mark.django_db(transaction=True, databases=["default", "owner"])

PERMISSION = "permission denied"
OWNER = "must be owner"
TRIGGER = "the log only grows"
COLUMNS = (
    "stream_id, occurred_at, recorded_at, gaming_day, version, hash_version, sameness, hash,"
    " house, type, recorded_by"
)


def _insert(what: str, values: str, then: str = "") -> str:
    """An insert of one more event, made of the first one and of other values."""
    return (
        f"INSERT INTO log_event ({COLUMNS}, event_id, {what})"  # noqa: S608 - constants
        f" SELECT {COLUMNS}, gen_random_uuid(), {values} FROM log_event WHERE position = 1 {then}"
    )


MERGE = (
    "MERGE INTO log_event e USING log_head h ON h.id = e.stream_id"
    " WHEN MATCHED THEN UPDATE SET body = '{}'"
)
NUMBER = (
    "INSERT INTO log_feed (event_id, cursor, hash, house)"
    " SELECT 99999, 99999, hash, house FROM log_event WHERE position = 1 LIMIT 1"
)
# What is tried, what refuses the application, what the owner; None: it's allowed.
MATRIX = [
    ("UPDATE log_event SET body = '{}'", PERMISSION, TRIGGER),
    ("UPDATE log_event SET house = house WHERE position = 1", PERMISSION, TRIGGER),
    ("DELETE FROM log_event", PERMISSION, TRIGGER),
    ("TRUNCATE log_event", PERMISSION, TRIGGER),
    ("TRUNCATE log_event CASCADE", PERMISSION, TRIGGER),
    ("SELECT * FROM log_event FOR UPDATE", PERMISSION, None),
    (MERGE, PERMISSION, TRIGGER),
    (
        _insert(
            "position, body", "1, body", "ON CONFLICT (stream_id, position) DO UPDATE SET round = 1"
        ),
        PERMISSION,
        TRIGGER,
    ),
    (_insert("position, body", "99, body"), None, None),
    (_insert("position, body", "1, body"), "log_event_position", "log_event_position"),
    (_insert("position, body", "0, body"), "log_event_numbers", "log_event_numbers"),
    (_insert("position, body", "99, '[]'"), "log_event_body", "log_event_body"),
    (_insert("position, body, id", "99, body, 99"), "GENERATED ALWAYS", "GENERATED ALWAYS"),
    ("UPDATE log_feed SET cursor = cursor + 100", PERMISSION, TRIGGER),
    ("DELETE FROM log_feed", PERMISSION, TRIGGER),
    ("TRUNCATE log_feed", PERMISSION, TRIGGER),
    (NUMBER, PERMISSION, None),
    ("DELETE FROM log_outbox", PERMISSION, None),
    ("UPDATE log_outbox SET last_position = last_position", PERMISSION, None),
    ("TRUNCATE log_outbox", PERMISSION, None),
    ("UPDATE log_head SET position = position - 1", TRIGGER, TRIGGER),
    ("UPDATE log_head SET stream = 'table:T99'", TRIGGER, TRIGGER),
    ("UPDATE log_head SET house = 'OTHER'", TRIGGER, TRIGGER),
    ("UPDATE log_head SET position = position + 1", None, None),
    ("UPDATE log_head SET open_round = 7", None, None),
    ("DELETE FROM log_head", PERMISSION, TRIGGER),
    ("TRUNCATE log_head", PERMISSION, TRIGGER),
    ("ALTER TABLE log_event DISABLE TRIGGER refuse_change", OWNER, None),
    ("ALTER TABLE log_event DISABLE TRIGGER ALL", OWNER, None),
    ("ALTER TABLE log_event DROP CONSTRAINT log_event_id", OWNER, None),
    ("ALTER TABLE log_event DROP COLUMN hash CASCADE", OWNER, None),
    ("DROP TRIGGER refuse_change ON log_event", OWNER, None),
    ("DROP TABLE log_feed", OWNER, None),
    ("DROP FUNCTION log_sequence", OWNER, None),
    ("SELECT setval('log_event_id_seq', 1)", PERMISSION, None),
    ("SET session_replication_role = replica", PERMISSION, PERMISSION),
    ("SELECT log_sequence(10)", None, None),
]


def _refusal(alias: str, statement: str) -> str | None:
    """What refuses the statement in this role, or None; nothing of it stays."""
    try:
        with transaction.atomic(using=alias), connections[alias].cursor() as cursor:
            cursor.execute(statement)
            transaction.set_rollback(True, using=alias)
    except DatabaseError as error:
        return str(error)
    return None


def test_both_roles_may_do_what_the_matrix_says_and_nothing_else() -> None:
    record(events(2))
    feed.sequence()
    record(events(2))
    before = recorded()
    wrong = []
    for statement, *expected in MATRIX:
        for alias, reason in zip(("default", "owner"), expected, strict=True):
            refusal = _refusal(alias, statement)
            if (refusal is None) != (reason is None) or (reason or "") not in (refusal or ""):
                wrong.append((alias, statement, refusal))
    assert wrong == []
    assert recorded() == before
    assert [*chain.verify_stream(HOUSE, STREAM), *chain.verify_feed(HOUSE)] == []


def test_the_application_cannot_allow_itself_more() -> None:
    with connections["default"].cursor() as cursor:
        cursor.execute("GRANT UPDATE ON log_event TO cardroom_app")
    assert list(chain.verify_protection()) == []


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE log_event SET body = '{}'",
        "DELETE FROM log_event",
        "TRUNCATE log_event",
        "DELETE FROM log_feed",
        "TRUNCATE log_feed",
        "DELETE FROM log_head",
        "UPDATE log_head SET position = 0",
    ],
)
def test_a_superuser_as_a_replica_is_refused_too(statement: str) -> None:
    record(events(2))
    feed.sequence()
    with superuser() as raw:
        raw.execute("SET session_replication_role = replica")
        with pytest.raises(psycopg.errors.InsufficientPrivilege, match=TRIGGER):
            raw.execute(statement.encode())
    assert len(recorded()) == 2


ALLOW = (
    "CREATE OR REPLACE FUNCTION log_refuse() RETURNS trigger LANGUAGE plpgsql"
    " AS 'BEGIN RETURN NEW; END'"
)


def test_protection_as_it_was_laid_is_complete() -> None:
    assert list(chain.verify_protection()) == []


@pytest.mark.parametrize(
    ("statement", "missing", "added"),
    [
        ("DROP TRIGGER refuse_change ON log_event", "refuse_change", None),
        ("DROP TRIGGER refuse_truncate ON log_feed", "refuse_truncate", None),
        ("ALTER TABLE log_event DISABLE TRIGGER refuse_change", "refuse_change", "SOMETIMES"),
        ("ALTER TABLE log_event ENABLE TRIGGER refuse_change", "refuse_change", "SOMETIMES"),
        (ALLOW, "function log_refuse()", "function log_refuse()"),
        (
            "ALTER FUNCTION log_sequence SECURITY INVOKER",
            "function log_sequence(integer) as owner",
            "function log_sequence(integer)",
        ),
        (
            "CREATE TRIGGER silent BEFORE INSERT ON log_event EXECUTE FUNCTION log_refuse()",
            None,
            "TRIGGER silent",
        ),
        (
            "ALTER TABLE log_event DROP CONSTRAINT log_event_position",
            'log_event UNIQUE (stream_id, "position")',
            None,
        ),
        ("ALTER TABLE log_event DROP CONSTRAINT log_event_body", "IS JSON OBJECT", None),
        ("ALTER TABLE log_event ENABLE ROW LEVEL SECURITY", "table log_event", "under rules"),
        (
            "CREATE RULE lost AS ON INSERT TO log_event DO INSTEAD NOTHING",
            "table log_event",
            "under rules",
        ),
        ("GRANT DELETE ON log_event TO cardroom_app", None, "application may DELETE log_event"),
        (
            "GRANT UPDATE (body) ON log_event TO cardroom_app",
            None,
            "application may UPDATE log_event",
        ),
        ("DROP TABLE log_feed", "table log_feed", None),
        ("DROP TRIGGER refuse_change ON house_version", "refuse_change", None),
        ("GRANT UPDATE (digest) ON house_key TO cardroom_app", None, "may UPDATE house_key.digest"),
        ("GRANT DELETE ON house_secret TO cardroom_app", None, "may DELETE house_secret"),
        ("REVOKE INSERT ON log_event FROM cardroom_app", None, None),
    ],
)
def test_a_change_of_protection_is_found(
    statement: str, missing: str | None, added: str | None
) -> None:
    with superuser() as raw:
        raw.execute(statement.encode())
    found = [finding.detail for finding in chain.verify_protection()]
    for part, reading in ((missing, "missing: "), (added, "not expected: ")):
        matching = [detail for detail in found if detail.startswith(reading)]
        assert bool(matching) == bool(part)
        assert any((part or "") in detail for detail in matching) == bool(part)


BY_HAND = (
    "DROP TABLE log_feed",
    "CREATE TABLE log_feed (event_id bigint PRIMARY KEY, cursor bigint, hash bytea, house text)",
    "ALTER TABLE log_feed ADD UNIQUE (house, cursor)",
)


def test_a_table_made_by_hand_without_its_triggers_is_found() -> None:
    with superuser() as raw:
        for statement in BY_HAND:
            raw.execute(statement.encode())
    found = [finding.detail for finding in chain.verify_protection()]
    assert [line.split(" BEFORE ")[0] for line in found] == [
        "missing: CREATE TRIGGER refuse_change",
        "missing: CREATE TRIGGER refuse_truncate",
    ]


@pytest.mark.parametrize(
    ("statement", "found"),
    [
        ("CREATE TABLE log_event_2 (LIKE log_event)", "not expected: table log_event_2"),
        ("CREATE VIEW log_more AS SELECT 1", "not expected: table log_more under rules"),
        (
            "CREATE TABLE spare () INHERITS (log_event)",
            "not expected: table log_event with a child or parent",
        ),
    ],
)
def test_a_table_beside_the_logs_is_found(statement: str, found: str) -> None:
    with superuser() as raw:
        raw.execute(statement.encode())
    assert found in [finding.detail for finding in chain.verify_protection()]


def test_a_database_that_is_not_migrated_is_one_finding() -> None:
    with superuser() as raw:
        raw.execute(b"DELETE FROM django_migrations WHERE app = 'log' AND name > '0003'")
        raw.execute(b"DROP TABLE log_checkpoint")
    (found,) = chain.verify_protection()
    assert (found.kind, found.detail.split(":")[0]) == ("unmigrated", "run `manage.py migrate`")
    assert not protection.is_whole()


def test_verification_goes_no_further_without_the_logs_tables() -> None:
    with superuser() as raw:
        raw.execute(b"DROP TABLE log_feed")
    counts = Counts()
    assert {one.kind for one in verify(counts)} == {"unprotected"}
    assert counts.not_checked[-1] == "anything else: the tables aren't all there"
