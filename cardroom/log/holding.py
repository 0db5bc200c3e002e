"""Holding a house, so that whatever is recorded stands in its feed behind what it was judged by.

Writers of tables and of the cage hold it together, from before they read what holds in it until
they have committed; who changes it holds it alone. It is held before any head and any other row is
locked, so that no two wait for each other crosswise.
"""

from time import sleep
from typing import Final

from django.db import OperationalError, connection, transaction
from psycopg.errors import LockNotAvailable

from cardroom.errors import Conflict
from cardroom.log import statements
from cardroom.log.rows import rows

OWN: Final = "house:"  # what the names of the streams begin with in which houses change

# Everybody who comes behind waits with who wants to be alone, so he gives up his place now and then
# and lets them through: a batch that takes long holds up no other table for longer than this.
PATIENCE_MS: Final = 500
PAUSE_MS: Final = 250
TRIES: Final = 40


def alone(house: str) -> None:
    """Hold it alone until the transaction ends. Raises Conflict when others hold it for long."""
    for _ in range(TRIES):
        if _is_alone(house):
            return
        sleep(PAUSE_MS / 1_000)
    seconds = (PATIENCE_MS + PAUSE_MS) * TRIES // 1_000
    raise Conflict(
        f"house {house} was in use for {seconds} seconds without a break: try again later",
        retryable=True,
    )


def _is_alone(house: str) -> bool:
    """Whether it is held alone, once everybody was waited for who held it; not for long."""
    try:
        with transaction.atomic():
            rows(statements.PATIENCE, {"milliseconds": str(PATIENCE_MS)})
            rows(statements.ALONE, {"house": house})
    except OperationalError as error:
        if isinstance(error.__cause__, LockNotAvailable):
            return False
        raise
    with connection.cursor() as cursor:
        cursor.execute("SET LOCAL lock_timeout TO DEFAULT")
    return True
