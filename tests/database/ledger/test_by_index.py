"""A read by index leaves the transaction that it is made in as it was."""

import pytest
from django.db import transaction

from cardroom.log import store as log
from cardroom.log.rows import rows
from ledger.queries.by_index import by_index
from tests.journals import a_move, balances, post

pytestmark = pytest.mark.django_db(transaction=True)

SORTS = "SELECT current_setting('enable_sort')"


def test_settings_hold_for_the_one_statement() -> None:
    assert by_index(SORTS, {}) == [("off",)]
    assert rows(SORTS, {}) == [("on",)]
    with transaction.atomic():
        assert by_index(SORTS, {}) == [("off",)]
        assert rows(SORTS, {}) == [("on",)]


def test_what_is_being_recorded_stays() -> None:
    with log.recording():
        log.lock("EXAMPLE", "table:T02")
        assert by_index(SORTS, {}) == [("off",)]
    assert log.head("EXAMPLE", "table:T02") is not None
    post(a_move("person:P-1", "person:P-2", 100))
    assert by_index("SELECT count(*)::integer FROM ledger_journal", {}) == [(1,)]
    assert balances() == {"person:P-1": -100, "person:P-2": 100}
