"""Verification finds and names what was done to journals and balances; rebuild puts right."""

import pytest

from cardroom.log.rows import rows
from ledger import rebuild as ledger
from ledger import verify as whole
from tables import rebuild
from tables.verify import Counts, verify
from tests.journals import balances, summed
from tests.played import HOUSE, Evening, an_evening, load_the_house
from tests.reconciling import close_day, sign_off
from tests.recorded import superuser

pytestmark = pytest.mark.django_db(transaction=True)

LAST = "(SELECT max(id) FROM ledger_journal)"
FIRST = "(SELECT min(id) FROM ledger_journal)"
ENABLE = (
    "SELECT format('ALTER TABLE %s ENABLE ALWAYS TRIGGER %s', tgrelid::regclass, tgname)"
    " FROM pg_trigger WHERE tgrelid::regclass::text LIKE 'ledger_%' AND NOT tgisinternal"
)
TABLES = ("ledger_journal", "ledger_entry", "ledger_account", "ledger_balance", "ledger_closedday")


def tamper(*statements: str) -> None:
    """Change the ledger as a superuser who has switched its triggers off for a while."""
    with superuser() as raw, raw.transaction():
        for table in TABLES:
            raw.execute(f"ALTER TABLE {table} DISABLE TRIGGER ALL".encode())
        for statement in statements:
            whole = statement.replace("$first", FIRST).replace("$last", LAST)
            assert raw.execute(whole.encode()).rowcount, f"changed nothing: {statement}"
        for (enable,) in raw.execute(ENABLE).fetchall():
            raw.execute(str(enable).encode())


def found() -> list[str]:
    """What a verification says, without what only the switched triggers' names would add."""
    return [str(one) for one in verify(Counts())]


def test_an_evening_is_sound_and_all_its_journals_are_compared() -> None:
    evening = an_evening()
    evening.post(evening.fee(1))
    counts = Counts()
    assert list(verify(counts)) == []
    ((stored,),) = rows("SELECT count(*) FROM ledger_journal", {})
    assert counts.journals == stored > 3


def test_a_removed_journal_is_found_by_its_event_kind_and_line() -> None:
    an_evening(1)
    *_, (position, kind, line) = rows(
        "SELECT position, kind, line FROM ledger_journal ORDER BY id", {}
    )
    tamper(
        "DELETE FROM ledger_entry WHERE journal_id = $last",
        "DELETE FROM ledger_journal WHERE id = $last",
    )
    said = found()
    missing = f"CASES table:T01, position {position}, ledger_journal, {kind} {line}, entries:"
    assert [one for one in said if one.startswith(missing)] == [said[0]]
    assert "stored null; replayed {" in said[0]
    assert sum(" balance of " in one for one in said) == 2


@pytest.mark.parametrize(
    ("change", "column"),
    [
        ("UPDATE ledger_entry SET amount_cents = 7 WHERE journal_id = $first", "entries"),
        (
            "UPDATE ledger_entry SET is_received = NOT is_received WHERE journal_id = $first",
            "entries",
        ),
        ("UPDATE ledger_journal SET revision = 7 WHERE id = $first", "revision"),
        ("UPDATE ledger_journal SET round = 7 WHERE id = $first", "round"),
        ("UPDATE ledger_journal SET table_code = 'T02' WHERE id = $first", "table_code"),
        ("UPDATE ledger_journal SET posted_on = posted_on + 1 WHERE id = $first", "posted_on"),
        (
            "UPDATE ledger_journal SET gaming_day = gaming_day - 1 WHERE id = $first",
            "gaming_day",
        ),
        ("UPDATE ledger_journal SET line = '9' WHERE id = $first", "entries"),
        (
            "UPDATE ledger_entry SET posted_on = posted_on + 1 WHERE journal_id = $first",
            "posted_on",
        ),
    ],
)
def test_an_altered_journal_is_found_with_what_was_altered(change: str, column: str) -> None:
    an_evening(1)
    tamper(change)
    said = [one for one in found() if "ledger_journal" in one]
    assert said
    assert all(column in one for one in said)


def test_a_journal_that_follows_from_nothing_is_found() -> None:
    an_evening(1)
    tamper(
        "INSERT INTO ledger_journal"
        " (house, stream_id, table_code, position, kind, line, gaming_day, posted_on)"
        " SELECT house, stream_id, 'T01', 2, 'settlement', '1/1', gaming_day, posted_on"
        " FROM ledger_journal WHERE id = $first",
        "INSERT INTO ledger_entry (journal_id, account_id, amount_cents, posted_on, is_received)"
        " SELECT $last, account_id, amount_cents, posted_on, is_received FROM ledger_entry"
        " WHERE journal_id = $first",
    )
    said = found()
    assert said[0].startswith("CASES table:T01, position 2, ledger_journal, settlement 1/1, entr")
    assert "replayed null" in said[0]


def test_what_must_hold_of_the_ledger_as_a_whole_is_judged() -> None:
    an_evening(1)
    tamper(
        "INSERT INTO ledger_journal"
        " (house, stream_id, table_code, position, kind, line, gaming_day, posted_on)"
        " SELECT 'CASES', id, 'T01', 99, 'fee', '1', '2026-11-28', '2026-11-28' FROM log_head"
        " WHERE stream = 'table:T01'",
        "UPDATE ledger_entry SET amount_cents = 1 WHERE journal_id = $first AND is_received",
        "INSERT INTO ledger_entry (journal_id, account_id, amount_cents, posted_on, is_received)"
        " VALUES (999, 1, 7, '2026-11-28', true)",
        "UPDATE ledger_balance SET received_cents = received_cents + 5 WHERE account_id = 1",
        "INSERT INTO ledger_account (house, code) VALUES ('CASES', 'vault:promo')",
        "INSERT INTO ledger_balance (account_id, received_cents, given_cents, posted_on)"
        " SELECT max(id), 0, 3, '2026-11-28' FROM ledger_account",
        "INSERT INTO ledger_closedday (house, stream_id, position, gaming_day)"
        " SELECT 'CASES', id, 1, '2026-01-01' FROM log_head WHERE stream = 'table:T01'",
    )
    kinds = {one.kind for one in whole.verify()}
    assert kinds == {
        "unbalanced",
        "sourceless",
        "entry",
        "balance",
        "trial_balance",
        "negative",
        "closed_day",
    }


def test_what_came_late_to_a_closed_day_is_sound_where_it_was_posted() -> None:
    evening = an_evening(1)
    ((day,),) = rows("SELECT DISTINCT gaming_day FROM ledger_journal", {})
    sign_off(day)
    close_day(day)
    evening.post(evening.fee(1))
    assert rows("SELECT max(posted_on) - max(gaming_day) FROM ledger_journal", {}) == [(1,)]
    assert found() == []
    tamper("UPDATE ledger_closedday SET gaming_day = gaming_day - 1")
    said = found()
    assert any("ledger_journal, fee_collected" in one and "posted_on" in one for one in said)
    assert sum("closed_day" in one for one in said) == 2


def test_rebuild_posts_what_is_missing_and_sums_balances_up_again() -> None:
    evening = an_evening(2)
    evening.post(evening.fee(1))
    before = summed(HOUSE)
    ((journals,),) = rows("SELECT count(*) FROM ledger_journal", {})
    tamper(
        "DELETE FROM ledger_entry WHERE journal_id > 2",
        "DELETE FROM ledger_journal WHERE id > 2",
        "UPDATE ledger_balance SET given_cents = 1",
    )
    assert sum(done.journals for done in rebuild.rebuild()) == journals - 2
    assert ledger.balances() > 0
    assert balances(HOUSE) == summed(HOUSE) == before
    assert found() == []
    assert ledger.balances() == 0
    assert [done.journals for done in rebuild.rebuild()] == [0]


def test_events_from_before_there_was_a_ledger_are_posted_with_their_corrections() -> None:
    load_the_house()
    evening = Evening()
    evening.open()
    for box_in in ("B-1", "B-2"):
        people = {"purpose": "collection", "removed_by": "drop-1"}
        out = {} if box_in == "B-1" else {"box_out": "B-1"}
        evening.post(evening.event("box.changed", {**people, **out, "box_in": box_in}))
        evening.play()
    evening.post(evening.fee(1))
    evening.post(evening.fee(1, seat=2))
    before = summed(HOUSE)
    tamper("DELETE FROM ledger_entry", "DELETE FROM ledger_journal", "DELETE FROM ledger_balance")
    assert balances(HOUSE) == {}
    assert sum(done.journals for done in rebuild.rebuild()) > 0
    assert balances(HOUSE) == summed(HOUSE) == before
    assert found() == []
