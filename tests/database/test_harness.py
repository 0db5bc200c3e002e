"""The harness itself: real tests, on databases that are nobody's."""

from threading import Thread

import pytest
from django.db import ProgrammingError, connection, connections, transaction


def _ask(question: str, alias: str = "default") -> object:
    """The one value that a query gives."""
    with connections[alias].cursor() as cursor:
        cursor.execute(question)
        return cursor.fetchone()[0]


def _database() -> str:
    return str(_ask("SELECT current_database()"))


@pytest.mark.django_db
def test_a_test_works_in_a_test_database() -> None:
    assert _database().startswith("test_")


@pytest.mark.django_db(databases=["default", "owner"])
def test_both_aliases_mean_one_database_and_two_roles() -> None:
    assert _ask("SELECT current_database()", "owner") == _database()
    assert _ask("SELECT current_user") == "cardroom_app"
    assert _ask("SELECT current_user", "owner") == "cardroom_owner"


@pytest.mark.django_db
@pytest.mark.parametrize(
    "statement",
    [
        "CREATE TABLE mine (id int)",
        "CREATE TEMPORARY TABLE django_migrations (id int)",
        "CREATE SCHEMA mine",
        "ALTER TABLE django_content_type ADD COLUMN mine int",
        "DROP TABLE django_content_type",
        "TRUNCATE django_content_type",
        "INSERT INTO django_migrations (app, name, applied) VALUES ('a', 'b', now())",
        "SET ROLE cardroom_owner",
        "SET session_replication_role = replica",
    ],
)
def test_the_application_cannot_change_the_schema(statement: str) -> None:
    with pytest.raises(ProgrammingError), transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(statement)


@pytest.mark.django_db
def test_the_application_works_with_rows() -> None:
    with connection.cursor() as cursor:
        cursor.execute("INSERT INTO django_content_type (app_label, model) VALUES ('a', 'b')")
        cursor.execute("UPDATE django_content_type SET model = 'c' WHERE model = 'b'")
        cursor.execute("DELETE FROM django_content_type WHERE model = 'c'")
        assert cursor.rowcount == 1


_seen: set[str] = set()


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("turn", [1, 2])
def test_a_test_that_commits_has_a_database_of_its_own(turn: int) -> None:
    assert _database() not in _seen
    _seen.add(_database())
    assert _ask("SELECT count(*) FROM django_content_type WHERE app_label = 'left'") == 0
    with connection.cursor() as cursor:
        cursor.execute(
            "INSERT INTO django_content_type (app_label, model) VALUES ('left', %s)", [str(turn)]
        )
    assert _in_thread("SELECT count(*) FROM django_content_type WHERE app_label = 'left'") == 1


def _in_thread(question: str) -> object:
    """Ask on another connection, which sees only what is committed."""
    answers = []

    def ask() -> None:
        answers.append(_ask(question))
        connections.close_all()

    thread = Thread(target=ask)
    thread.start()
    thread.join()
    return answers[0]
