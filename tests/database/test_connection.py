"""When a connection is taken for usable: without a question, by the socket and the transaction."""

from contextlib import suppress

import pytest
from django.db import DatabaseError, connection

from tests.recorded import superuser


@pytest.mark.django_db(transaction=True)
def test_one_that_the_server_has_ended_is_not_usable_and_the_next_one_is() -> None:
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_backend_pid()")
        (pid,) = cursor.fetchone()
    assert connection.is_usable()
    with superuser() as raw:
        raw.execute("SELECT pg_terminate_backend(%s, 5000)", [pid])
    assert not connection.is_usable()
    connection.close()
    assert not connection.is_usable()
    connection.ensure_connection()
    assert connection.is_usable()


@pytest.mark.django_db
def test_in_a_transaction_that_has_failed_it_is_not_usable() -> None:
    with suppress(DatabaseError), connection.cursor() as cursor:
        cursor.execute("SELECT nothing")
    assert not connection.is_usable()
