"""What every test may ask for."""

import pytest

from tests.harness import database_server, django_db_setup, own_database, template_database

__all__ = ["database_server", "django_db_setup", "own_database", "template_database"]

COMMITTING = {"transactional_db", "live_server", "django_db_reset_sequences"}


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Give each test that commits a database of its own, before anything else is set up."""
    for item in items:
        mark = item.get_closest_marker("django_db")
        names: list[str] = getattr(item, "fixturenames", [])
        commits = mark is not None and mark.kwargs.get("transaction")
        if commits or COMMITTING & set(names):
            names.insert(0, "own_database")
