"""The database itself refuses what a ledger must not hold: raw SQL, by the application's role."""

from datetime import date

import pytest
from django.db import DatabaseError, connections, transaction

from cardroom.log.protection import verify_protection
from cardroom.log.rows import rows
from ledger.protection import LEDGER
from tests.journals import a_move, balances, close_event, post, summed
from tests.recorded import superuser

pytestmark = pytest.mark.django_db(transaction=True, databases=["default", "owner"])

ANN, BOB = "person:P-1", "person:P-2"
PERMISSION = "permission denied"
GROWS = "the ledger only grows"


def _journal(values: str, entries: str = "(1, 100, true), (2, 100, false)") -> str:
    """One statement that adds a journal: its position, kind, line and day, and its entries."""
    return f"""
    WITH journal AS (
        INSERT INTO ledger_journal
            (house, stream_id, table_code, position, kind, line, gaming_day, posted_on)
        SELECT house, id, 'T01', {values} FROM log_head WHERE stream = 'table:T01'
        RETURNING id, posted_on
    )
    INSERT INTO ledger_entry (journal_id, posted_on, account_id, amount_cents, is_received)
    SELECT id, posted_on, entry.* FROM journal, (VALUES {entries}) AS entry
    """  # noqa: S608 - constants


DAYS = "date '2026-11-28', date '2026-11-28'"
NEW = f"2, 'fee', '1', {DAYS}"
ADD = (
    "INSERT INTO ledger_entry (journal_id, account_id, amount_cents, posted_on, is_received)"
    " SELECT id, 3, {amount}, posted_on, true FROM ledger_journal"
)
BARE = (
    "INSERT INTO ledger_journal"  # noqa: S608 - constants
    " (house, stream_id, table_code, position, kind, line, gaming_day, posted_on)"
    f" SELECT house, id, 'T01', {NEW} FROM log_head WHERE stream = 'table:T01'"
)
EARLIER = (
    "INSERT INTO ledger_closedday (house, stream_id, position, gaming_day)"
    " VALUES ('EXAMPLE', 1, 1, '2026-11-19')"
)
# What is tried, what refuses the application, what the owner; None: it's allowed.
MATRIX = [
    (_journal(NEW), None, None),
    (_journal(NEW, "(1, 100, true), (2, 99, false)"), "sum to 1 cents", "sum to 1 cents"),
    (_journal(NEW, "(1, 100, true)"), "sum to 100 cents", "sum to 100 cents"),
    (BARE, "it has no entries", "it has no entries"),
    (ADD.format(amount=5), "sum to 5 cents", "sum to 5 cents"),
    (
        ADD.format(amount=5).replace("true FROM", "side FROM")
        + ", (VALUES (3, true), (1, false)) AS v (a, side)",
        "ledger_entry_pkey",
        "ledger_entry_pkey",
    ),
    (_journal(NEW, "(1, 0, true), (2, 0, false)"), "ledger_entry_amount", "ledger_entry_amount"),
    (_journal(NEW, "(1, -5, true), (2, -5, false)"), "ledger_entry_amount", "ledger_entry_amount"),
    (_journal(NEW, "(1, 5, true), (99, 5, false)"), "account of one house", "account of one house"),
    (_journal(NEW, "(1, 5, true), (4, 5, false)"), "account of one house", "account of one house"),
    (_journal(f"1, 'fee', '1', {DAYS}"), "ledger_journal_source", "ledger_journal_source"),
    (_journal(f"1, 'fee', '2', {DAYS}"), None, None),
    (_journal(f"3, 'fee', '1', {DAYS}"), "no such event", "no such event"),
    (
        _journal("2, 'fee', '1', date '2026-11-28', date '2026-11-27'"),
        "ledger_journal_days",
        "ledger_journal_days",
    ),
    (
        _journal("2, 'fee', '1', date '2026-11-20', date '2026-11-20'"),
        "gaming day 2026-11-20 is closed",
        "gaming day 2026-11-20 is closed",
    ),
    (_journal("2, 'fee', '1', date '2026-11-20', date '2026-11-21'"), None, None),
    (
        _journal("2, 'fee', '1', date '2026-11-20', date '2026-11-22'"),
        "the earliest open day",
        "the earliest open day",
    ),
    (
        _journal("2, 'fee', '1', date '2026-11-28', date '2026-11-29'"),
        "the earliest open day",
        "the earliest open day",
    ),
    ("UPDATE ledger_journal SET line = '9'", PERMISSION, GROWS),
    ("DELETE FROM ledger_journal", PERMISSION, GROWS),
    ("TRUNCATE ledger_journal", PERMISSION, GROWS),
    ("UPDATE ledger_entry SET amount_cents = 1", PERMISSION, GROWS),
    ("DELETE FROM ledger_entry", PERMISSION, GROWS),
    ("TRUNCATE ledger_entry", PERMISSION, GROWS),
    ("UPDATE ledger_account SET code = 'person:P-9' WHERE id = 1", PERMISSION, GROWS),
    ("DELETE FROM ledger_account", PERMISSION, GROWS),
    ("UPDATE ledger_closedday SET gaming_day = '2026-01-01'", PERMISSION, GROWS),
    ("DELETE FROM ledger_closedday", PERMISSION, GROWS),
    ("UPDATE ledger_balance SET received_cents = 1", PERMISSION, None),
    ("INSERT INTO ledger_balance VALUES (1, 1, 1, '2026-01-01')", PERMISSION, None),
    ("DELETE FROM ledger_balance", PERMISSION, None),
    ("INSERT INTO ledger_account (house, code) VALUES ('EXAMPLE', 'cash')", "kind", "kind"),
    (EARLIER, "closed with a later one", "closed with a later one"),
    (EARLIER.replace("11-19", "11-28"), "by no such event", "by no such event"),
    ("ALTER TABLE ledger_journal DISABLE TRIGGER check_added", "must be owner", None),
    ("SET session_replication_role = replica", PERMISSION, PERMISSION),
    ("SELECT ledger_restore(ARRAY[1, 2]::bigint[])", None, None),
]


@pytest.fixture
def _posted() -> None:
    """Two journals of two events; the second has one more event behind it, a day is closed.

    Account 3 is of the house as well, and 4 of another one.
    """
    post(a_move(ANN, BOB, 100))
    post()
    statement = (
        "INSERT INTO ledger_account (house, code) VALUES ('EXAMPLE', 'person:P-3');"
        "INSERT INTO ledger_account (house, code) VALUES ('OTHER', 'person:P-9');"
        "INSERT INTO ledger_closedday (house, stream_id, position, gaming_day)"
        " SELECT 'EXAMPLE', id, 1, '2026-11-20' FROM log_head WHERE stream = 'cage:EXAMPLE'"
    )
    close_event(date(2026, 11, 20))
    with connections["default"].cursor() as cursor:
        cursor.execute(statement)


def _refusal(alias: str, statement: str) -> str | None:
    """What refuses the statement in this role, or None; nothing of it stays."""
    try:
        with transaction.atomic(using=alias), connections[alias].cursor() as cursor:
            cursor.execute(statement)
            transaction.set_rollback(True, using=alias)
    except DatabaseError as error:
        return str(error)
    return None


@pytest.mark.usefixtures("_posted")
def test_both_roles_may_do_what_the_matrix_says_and_nothing_else() -> None:
    before = balances()
    wrong = []
    for statement, *expected in MATRIX:
        for alias, reason in zip(("default", "owner"), expected, strict=True):
            refusal = _refusal(alias, statement)
            if (refusal is None) != (reason is None) or (reason or "") not in (refusal or ""):
                wrong.append((alias, statement, refusal))
    assert wrong == []
    assert balances() == summed() == before


@pytest.mark.usefixtures("_posted")
def test_balanced_entries_are_not_added_to_a_journal_that_was_posted() -> None:
    more = (
        "INSERT INTO ledger_entry (journal_id, account_id, amount_cents, posted_on, is_received)"
        " SELECT j.id, a.id, 5, posted_on, a.code = 'person:P-3' FROM ledger_journal j,"
        " (SELECT * FROM ledger_account WHERE code IN ('person:P-3', 'person:P-4')) a"
    )
    with connections["default"].cursor() as cursor:
        cursor.execute("INSERT INTO ledger_account (house, code) VALUES ('EXAMPLE', 'person:P-4')")
    refusal = _refusal("default", more)
    assert refusal is not None
    assert "nothing is added to it" in refusal


@pytest.mark.usefixtures("_posted")
def test_a_superuser_as_a_replica_is_refused_too() -> None:
    with superuser() as raw:
        raw.execute("SET session_replication_role = replica")
        for statement in ("DELETE FROM ledger_entry", _journal(NEW, "(1, 100, true)")):
            with pytest.raises(Exception, match=r"only grows|sum to 100 cents"):
                raw.execute(statement.encode())
    assert rows("SELECT count(*) FROM ledger_journal", {}) == [(1,)]


def test_protection_as_it_was_laid_is_complete() -> None:
    assert list(verify_protection(LEDGER)) == []


@pytest.mark.parametrize(
    ("statement", "part"),
    [
        ("ALTER TABLE ledger_entry DISABLE TRIGGER check_added", "missing: CREATE TRIGGER check"),
        ("GRANT UPDATE ON ledger_journal TO cardroom_app", "application may UPDATE ledger_journal"),
        ("GRANT INSERT ON ledger_balance TO cardroom_app", "application may INSERT ledger_balance"),
        ("DROP TABLE ledger_entry CASCADE", "missing: table ledger_entry"),
        (
            "ALTER TABLE ledger_entry DROP CONSTRAINT ledger_entry_amount",
            "missing: ledger_entry CHECK (amount_cents > 0)",
        ),
    ],
)
def test_a_change_of_protection_is_found(statement: str, part: str) -> None:
    with superuser() as raw:
        raw.execute(statement.encode())
    assert any(part in found.detail for found in verify_protection(LEDGER))
