"""The count room after the evening: two boxes are counted, of which one is short.

Three people sign a count by one-time codes of their phones, which the demo holds for them.
"""

import json
from base64 import b32decode
from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Any, Final
from urllib.parse import parse_qs, urlsplit
from uuid import UUID, uuid5

from cardroom import clock
from cardroom.demo.evening import Evening
from cardroom.demo.house import CODE
from cardroom.house import codes, totp
from cardroom.playing.over_http import OverHttp
from cardroom.playing.recorder import JSON

COUNTERS: Final = ("count-1", "count-2")
CASHIER: Final = "cage-1"
# The worth of one chip, in cents: the evening's fees are whole dollars.
_CHIPS: Final = (500, 100)
_IDS: Final = UUID("6f0f2a37-3c1b-4d5e-9b7a-51d0c0a7e001")


def count(cage: OverHttp, nights: Sequence[Evening]) -> None:
    """Count what isn't counted yet of the boxes that were to be; each count goes on where it was.

    Raises NotRecordedError when the server doesn't answer, or the demo isn't what it was.
    """
    left = [
        (drop, night.counted_cents)
        for night in nights
        if night.counted_cents is not None
        for drop in _removed(cage, night.table)[:1]
        if drop["status"] != "counted"
    ]
    phones = {who: _phone(who) for who in (*COUNTERS, CASHIER)} if left else {}
    for turn, (drop, cents) in enumerate(left):
        _count(cage, drop, cents, phones, turn)


def _removed(cage: OverHttp, table: str) -> list[JSON]:
    """The boxes that came off a table, in that order."""
    items = cage.ask("GET", f"/drops?table={table}")["items"]
    return [drop for drop in items if drop["removed_position"] is not None]


def _count(cage: OverHttp, drop: JSON, cents: int, phones: dict[str, bytes], turn: int) -> None:
    """Say all of it, under ids that are the same whenever it's said; what is known stays so."""
    table = drop["table"]
    started_at = datetime.fromisoformat(drop["removed_at"]) + timedelta(minutes=1)
    started = {
        "table": table,
        "removed_position": drop["removed_position"],
        "box": drop["came_off"],
        "started_at": started_at.isoformat(),
        "counters": COUNTERS,
    }
    found = _say(cage, "/counts", f"{table} started", started)["id"]
    entered = {"denominations": _in_chips(cents), "by": COUNTERS[0]}
    _say(cage, f"/counts/{found}/amounts", f"{table} amounts", entered)
    for who, secret in phones.items():
        # A code is good once, so at the second count the phone shows the next one.
        code = totp.code_at(secret, totp.step_at(clock.now()) + turn)
        signed = {"by": who, "code": code}
        _say(cage, f"/counts/{found}/signatures", f"{table} {who}", signed)


def _say(cage: OverHttp, path: str, name: str, content: dict[str, Any]) -> JSON:
    said = {"id": str(uuid5(_IDS, name)), **content}
    return cage.ask("POST", path, json.dumps(said).encode())


def _phone(person: str) -> bytes:
    """The secret of a new phone."""
    uri = codes.issue(person=person, house=CODE, now=clock.now())
    (key,) = parse_qs(urlsplit(uri).query)["secret"]
    return b32decode(key)


def _in_chips(cents: int) -> dict[str, int]:
    pieces = {}
    for worth in _CHIPS:
        pieces[str(worth)], cents = divmod(cents, worth)
    return {worth: number for worth, number in pieces.items() if number}
