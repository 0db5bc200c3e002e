"""One-time codes of a house's people, which their authenticator apps show anew every 30 seconds.

A code proves who authorised something, and is good for one batch: it must belong to a later time
step than the last code accepted of that person. That is written in the batch's own transaction, so
a batch that is refused burns no code, and of two batches with one code one waits for the other.
Guesses are counted outside of it, for a batch that they were refused with must not forget them;
after 10 of them within 15 minutes no code of that person is accepted until the time has passed.
"""

import secrets
from collections.abc import Collection, Iterator
from contextlib import contextmanager
from datetime import datetime, timedelta
from typing import Final

import psycopg
from django.db import connection, transaction

from cardroom.errors import Missing
from cardroom.house import houses, totp
from cardroom.house.history.facts import CODES_ISSUED
from cardroom.house.history.recorder import OPERATOR, changing
from cardroom.house.history.rows import codes_issued
from cardroom.house.models import Secret

DRIFT_STEPS: Final = 1  # how far a phone's clock, or a slow typist, may be off
MOST_GUESSES: Final = 10
GUESSED_WITHIN: Final = timedelta(minutes=15)
# A table that was offline sends codes of a while ago: they prove nothing, and are no guesses.
STALE_STEPS: Final = timedelta(hours=1) // totp.STEP

_SECRET_BYTES: Final = 20  # as RFC 4226 recommends
# Bound by the server, past Django: no text of a statement, which a log may show, has a secret.
_INSERT: Final = """
INSERT INTO house_secret (house_id, person, secret, created_at, last_step, wrong_at)
VALUES (%s, %s, %s, %s, 0, '{}')
"""


def issue(
    *, person: str, house: str, now: datetime, by: str = OPERATOR, reason: str | None = None
) -> str:
    """A new secret as an `otpauth://` URI, never to be had again; the person's former one ends.

    Raises Missing for nobody of this house.
    """
    if person not in houses.facts(house).people:
        raise Missing(f"house {house} has nobody {person}")
    secret = secrets.token_bytes(_SECRET_BYTES)
    with changing(house, now=now, by=by, reason=reason) as record:
        held = Secret.objects.filter(house=house, person=person, revoked_at=None)
        held.update(revoked_at=now)
        with connection.wrap_database_errors, psycopg.Cursor(connection.connection) as cursor:
            cursor.execute(_INSERT, [house, person, secret, now])
        record.add(CODES_ISSUED, codes_issued(held.get(), reason=record.reason))
    return totp.uri(secret, issuer=f"Cardroom {house}", person=person)


class Checker:
    """The codes that came with one batch, each checked once whatever it stands behind.

    `people` are all whose codes came: they are locked in one order, so that no two batches wait
    for each other. Without a code nothing is asked of the database.
    """

    def __init__(self, house: str, people: Collection[str]) -> None:
        self._house = house
        self._people = frozenset(people)
        self._secrets: dict[str, Secret] | None = None
        self._answers: dict[tuple[str, str], bool] = {}
        self._guesses: dict[str, list[datetime]] = {}

    def is_confirmed(self, person: str, code: str, *, at: datetime) -> bool:
        """Whether it is the person's code at a time, and accepted; in the batch's transaction."""
        asked = (person, code)
        if asked not in self._answers:
            self._answers[asked] = self._accept(person, code, at)
        return self._answers[asked]

    def _accept(self, person: str, code: str, at: datetime) -> bool:
        if self._secrets is None:
            self._secrets = _locked(self._house, self._people)
        held = self._secrets.get(person)
        if held is None or _is_guessed_at(held, at):
            return False
        now = totp.step_at(at)
        newest, oldest = now + DRIFT_STEPS, now - STALE_STEPS
        step = totp.step_of(bytes(held.secret), code, newest=newest, oldest=oldest)
        if step is None:
            held.wrong_at.append(at)
            self._guesses.setdefault(person, []).append(at)
            return False
        if step < now - DRIFT_STEPS or step <= held.last_step:
            return False
        held.last_step = step
        held.save(update_fields=["last_step"])
        return True

    @contextmanager
    def counting(self) -> Iterator[None]:
        """Write down the guesses when the block is left, also by a refusal; around the batch's own.

        Guesses sent at the same moment don't see each other: as many more as there are writers.
        """
        try:
            yield
        finally:
            if self._guesses:
                self._count()

    def _count(self) -> None:
        """Only the last guesses matter."""
        with transaction.atomic():
            for person, held in _locked(self._house, self._guesses).items():
                held.wrong_at = sorted([*held.wrong_at, *self._guesses[person]])[-MOST_GUESSES:]
                held.save(update_fields=["wrong_at"])


def _locked(house: str, people: Collection[str]) -> dict[str, Secret]:
    """The secrets in force, locked until the transaction ends."""
    held = Secret.objects.filter(house=house, person__in=people, revoked_at=None)
    return {row.person: row for row in held.order_by("person").select_for_update(no_key=True)}


def _is_guessed_at(held: Secret, at: datetime) -> bool:
    """Whether too many of the last codes were nobody's."""
    return sum(wrong_at > at - GUESSED_WITHIN for wrong_at in held.wrong_at) >= MOST_GUESSES
