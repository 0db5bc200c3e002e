"""The arithmetic of one-time codes: RFC 6238 with SHA-1, as authenticator apps take for granted."""

import hmac
from base64 import b32encode
from datetime import UTC, datetime, timedelta
from typing import Final
from urllib.parse import quote

STEP: Final = timedelta(seconds=30)
DIGITS: Final = 6

_EPOCH: Final = datetime(1970, 1, 1, tzinfo=UTC)


def step_at(instant: datetime) -> int:
    """The number of whole time steps since 1970."""
    return (instant - _EPOCH) // STEP


def code_at(secret: bytes, step: int) -> str:
    """The code that an app with this secret shows during a time step."""
    digest = hmac.digest(secret, step.to_bytes(8, "big"), "sha1")
    offset = digest[-1] & 0xF
    number = int.from_bytes(digest[offset : offset + 4], "big") & 0x7FFF_FFFF
    return f"{number % 10**DIGITS:0{DIGITS}}"


def step_of(secret: bytes, code: str, *, newest: int, oldest: int) -> int | None:
    """The last step, among these, whose code this is."""
    sent = code.encode(errors="replace")
    steps = range(newest, oldest - 1, -1)
    found = [step for step in steps if hmac.compare_digest(code_at(secret, step).encode(), sent)]
    return found[0] if found else None


def uri(secret: bytes, *, issuer: str, person: str) -> str:
    """What an authenticator app reads, typed or as a QR code, to show this secret's codes."""
    label = f"{quote(issuer, safe='')}:{quote(person, safe='')}"
    key = b32encode(secret).decode().rstrip("=")
    seconds = STEP // timedelta(seconds=1)
    settings = f"algorithm=SHA1&digits={DIGITS}&period={seconds}"
    return f"otpauth://totp/{label}?secret={key}&issuer={quote(issuer, safe='')}&{settings}"
