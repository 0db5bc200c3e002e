"""Raw rows: statements that the server binds and prepares, and plain tuples back."""

from collections.abc import Mapping
from typing import Any

import psycopg
from django.db import DEFAULT_DB_ALIAS, connections

Row = tuple[Any, ...]


def rows(statement: str, parameters: Mapping[str, object]) -> list[Row]:
    """Run one statement that gives rows, and fetch them all; errors are Django's."""
    database = connections[DEFAULT_DB_ALIAS]
    with database.wrap_database_errors:
        database.close_if_health_check_failed()
        database.ensure_connection()
        with psycopg.Cursor(database.connection) as cursor:
            return cursor.execute(statement, parameters, binary=True).fetchall()
