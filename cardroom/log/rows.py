"""Raw rows: statements that the server binds and prepares, and plain tuples back."""

from collections.abc import Mapping
from typing import Any

import psycopg
from django.db import connection

Row = tuple[Any, ...]


def rows(statement: str, parameters: Mapping[str, object]) -> list[Row]:
    """Run one statement that gives rows, and fetch them all; errors are Django's."""
    with connection.wrap_database_errors:
        connection.close_if_health_check_failed()
        connection.ensure_connection()
        with psycopg.Cursor(connection.connection) as cursor:
            return cursor.execute(statement, parameters, binary=True).fetchall()
