"""Who may do what with the protected tables, and what is found when their guards are gone."""
# ruff: noqa: S608 - tables by the names that we gave them

from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import psycopg
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from django.db import DatabaseError, connections, transaction

from cardroom import clock
from cardroom.house import keys
from cardroom.log import chain, checkpoints, protection
from cardroom.log.rows import rows
from tests.database.house.test_secret_protection import MATRIX as OF_SECRETS
from tests.database.test_log_protection import MATRIX as OF_LOG
from tests.drills.proof import clean
from tests.drills.registry import Seen, drill
from tests.drills.stage import fresh
from tests.phones import a_phone
from tests.played import HOUSE, an_evening, as_owner
from tests.recorded import superuser

ROLES: Final = ("default", "owner")
REPLICA: Final = "superuser as a replica"
GUARDED: Final = tuple(
    line.removeprefix("table ")
    for line in Path(protection.__file__).with_suffix(".txt").read_text().splitlines()
    if line.startswith("table ")
)
# No trigger stands here, since the sequencer empties it; what is lost there is `unnumbered`.
PASSING: Final = {"log_outbox"}
# Of these rows something may change: what exactly, the matrices and the list of guards say.
CHANGING: Final = {"log_head", "house_key", "house_secret"}
COLUMN: Final = """
SELECT attname FROM pg_attribute WHERE attrelid = %(table)b::regclass AND attnum = 1
"""
TRIGGERS: Final = """
SELECT tgname FROM pg_trigger WHERE tgrelid = %s::regclass AND NOT tgisinternal ORDER BY tgname
"""


@drill("roles", "no role may change what is protected, by any statement; missing guards are found")
def roles() -> Iterator[Seen]:
    """The application, the owner and a superuser who passes himself off as a replica."""
    with fresh():
        evening = an_evening(1)
        checkpoints.make(HOUSE, key=Ed25519PrivateKey.generate(), now=clock.now())
        evening.play()
        keys.issue(name="drill", scope="cage", house=HOUSE, now=clock.now())
        for _ in range(2):
            a_phone()
        as_owner("UPDATE house_secret SET last_step = 7 WHERE revoked_at IS NULL")
        yield from _matrix("the log", OF_LOG)
        yield from _matrix("the secrets of one-time codes", OF_SECRETS)
        for table in GUARDED:
            yield Seen(f"{table}: UPDATE, DELETE, TRUNCATE in every role", _refusals(table))
        yield Seen("afterwards", clean())
        yield from _by_hand()


def _matrix(what: str, matrix: list[tuple[str, str | None, str | None]]) -> Iterator[Seen]:
    refused = allowed = 0
    for statement, *expected in matrix:
        for role, reason in zip(ROLES, expected, strict=True):
            refusal = _refusal(role, statement)
            assert (refusal is None) == (reason is None), (role, statement, refusal)
            refused += refusal is not None
            allowed += refusal is None
    yield Seen(
        f"{len(matrix)} statements on {what} as the application and as the owner",
        f"{refused} refused and {allowed} allowed, each as it has to be",
    )


def _refusal(role: str, statement: str) -> str | None:
    """What refuses the statement in this role, or None; nothing of it stays."""
    try:
        with transaction.atomic(using=role), connections[role].cursor() as cursor:
            cursor.execute(statement)
            transaction.set_rollback(True, using=role)
    except DatabaseError as error:
        return str(error).splitlines()[0]
    return None


def _as_replica(statement: str) -> str | None:
    """What refuses it to a superuser whose session passes ordinary triggers by."""
    with superuser() as raw:
        raw.execute("SET session_replication_role = replica")
        try:
            with raw.transaction(force_rollback=True):
                raw.execute(statement.encode())
        except psycopg.Error as error:
            return str(error).splitlines()[0]
    return None


def _refusals(table: str) -> str:
    """Each statement in each role: refused, unless something else is said of the table."""
    ((column,),) = rows(COLUMN, {"table": table})
    statements = [f"DELETE FROM {table}", f"TRUNCATE {table} CASCADE"]
    if table not in CHANGING:
        statements.append(f"UPDATE {table} SET {column} = {column}")
    reasons = Counter[str]()
    for statement in statements:
        told = {role: _refusal(role, statement) for role in ROLES}
        told[REPLICA] = _as_replica(statement)
        if table in PASSING:
            told = {"default": told["default"]}
        for role, refusal in told.items():
            assert refusal, f"{role} may {statement}"
            reasons["missing rights" if "permission" in refusal else "a trigger"] += 1
    return "refused " + ", ".join(f"{count} times by {what}" for what, count in reasons.items())


def _by_hand() -> Iterator[Seen]:
    """Each table made anew by hand, alike in everything but its triggers."""
    for table in GUARDED:
        with superuser() as raw:
            triggers = raw.execute(TRIGGERS.encode(), [table]).fetchall()
            if not triggers:
                continue
            for statement in (
                f"CREATE TABLE spare (LIKE {table} INCLUDING ALL)",
                f"DROP TABLE {table} CASCADE",
                f"ALTER TABLE spare RENAME TO {table}",
            ):
                raw.execute(statement.encode())
        found = [one.detail for one in chain.verify_protection() if f" ON {table} " in one.detail]
        assert len(found) == len(triggers), found
        missing = ", ".join(str(name) for (name,) in triggers)
        yield Seen(f"{table} made by hand, without triggers", f"unprotected, missing: {missing}")
