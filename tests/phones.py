"""Phones of a house's people: authenticator apps that read what `issue_code` prints."""

from base64 import b32decode
from datetime import datetime
from itertools import islice
from typing import Final
from urllib.parse import parse_qs, urlsplit

from cardroom import clock
from cardroom.house import codes, totp

HOUSE: Final = "CASES"


class Phone:
    """An app with one secret."""

    def __init__(self, uri: str) -> None:
        (key,) = parse_qs(urlsplit(uri).query)["secret"]
        self.secret = b32decode(key)

    def shows(self, *, at: datetime | None = None, later: int = 0) -> str:
        """The code of a time step: that of an instant, or a number of steps later."""
        return totp.code_at(self.secret, totp.step_at(at or clock.now()) + later)

    def wrong(self, *, at: datetime | None = None, count: int = 1) -> list[str]:
        """Codes that this phone has not shown within the last hours, nor will."""
        now = totp.step_at(at or clock.now())
        near = {totp.code_at(self.secret, step) for step in range(now - 500, now + 500)}
        guesses = (f"{number:06}" for number in range(10**6))
        return list(islice((guess for guess in guesses if guess not in near), count))


def a_phone(person: str = "floor-7", *, house: str = HOUSE, now: datetime | None = None) -> Phone:
    """A person's new phone; the former one's codes are good no more."""
    return Phone(codes.issue(person=person, house=house, now=now or clock.now()))
