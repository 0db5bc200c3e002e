"""The store posts journals with their events, exactly once, and balances follow."""

from datetime import timedelta

import pytest
from django.db import IntegrityError
from django.db.transaction import TransactionManagementError

from cardroom.log.rows import rows
from ledger import store
from ledger.models import Balance, Entry, Journal
from ledger.rules.posting import Entry as Moved
from ledger.rules.posting import Posting
from ledger.store import Sourced
from tests.journals import TABLE, a_move, balances, post, summed
from tests.recorded import DAY, HOUSE, recorded

pytestmark = pytest.mark.django_db

ANN, BOB, BOX = "person:P-1", "person:P-2", "box:B-1:collection"


def test_a_journal_is_posted_with_its_event_and_moves_the_balances() -> None:
    position = post(a_move(ANN, BOB, 2500, kind="settlement", line="1/2/1/P-2/game"))
    journal = Journal.objects.get()
    assert (journal.position, journal.kind, journal.line) == (
        position,
        "settlement",
        "1/2/1/P-2/game",
    )
    assert (journal.house, journal.table) == (HOUSE, TABLE)
    assert (journal.gaming_day, journal.posted_on) == (DAY, DAY)
    assert balances() == summed() == {ANN: -2500, BOB: 2500}


def test_balances_go_on_by_account_and_day() -> None:
    post(a_move(ANN, BOX, 200), a_move(BOB, BOX, 100, line="2"))
    post(a_move(BOX, ANN, 50), day=DAY + timedelta(1))
    assert balances() == summed() == {ANN: -150, BOB: -100, BOX: 250}
    days = Balance.objects.filter(account__code=BOX).order_by("posted_on")
    assert [(day.received_cents, day.given_cents) for day in days] == [(300, 0), (0, 50)]


def test_a_journal_may_have_more_than_two_entries() -> None:
    counted = (Moved("count_room:collection", -300), Moved("vault:collection", 280))
    entries = (*counted, Moved("over_short:collection", 20))
    post(Posting(kind="count", line="B-1", entries=entries))
    assert Entry.objects.count() == 3
    assert sum(balances().values()) == 0


def test_an_entry_reads_no_other_account_of_its_house() -> None:
    post(*(a_move(f"person:P-{n}", BOX, n, line=str(n)) for n in range(3, 103)))
    before = _accounts_read()
    post(a_move("person:P-3", BOX, 1))
    # Each entry's own, by its code and by its number, however plans find them; of the hundred none.
    assert _accounts_read() - before < 50


def _accounts_read() -> int:
    read = "SELECT idx_tup_fetch FROM pg_stat_xact_user_tables WHERE relname = 'ledger_account'"
    return int(rows(read, {})[0][0])


def test_the_same_line_of_an_event_is_posted_once() -> None:
    with pytest.raises(IntegrityError, match="ledger_journal_source"):
        post(a_move(ANN, BOB, 1), a_move(ANN, BOB, 2))


def test_what_does_not_balance_is_refused() -> None:
    uneven = (Moved(ANN, -100), Moved(BOB, 99))
    with pytest.raises(IntegrityError, match="its entries sum to -1 cents"):
        post(Posting(kind="fee", line="1", entries=uneven))


def test_a_posting_without_entries_is_refused() -> None:
    with pytest.raises(IntegrityError, match="it has no entries"):
        post(Posting(kind="fee", line="1", entries=()))


def test_without_a_transaction_of_its_events_nothing_is_posted() -> None:
    (stream, position) = (1, 1)
    source = Sourced(stream, position, TABLE, DAY, a_move(ANN, BOB, 1))
    with pytest.raises(IntegrityError, match="there is no such event"):
        store.post(HOUSE, [source])


def test_nothing_to_post_asks_nothing() -> None:
    assert post() == 1
    assert len(recorded()) == 1
    assert balances() == {}


@pytest.mark.django_db(transaction=True)
def test_journals_need_a_transaction() -> None:
    source = Sourced(1, 1, TABLE, DAY, a_move(ANN, BOB, 1))
    with pytest.raises(TransactionManagementError, match="their events' transaction"):
        store.post(HOUSE, [source])
