"""The guide: lines to copy, which read and record at the demo's tables with keys that work."""

import json
import shlex
from collections.abc import Iterator, Sequence
from datetime import datetime
from uuid import uuid4

from django.conf import settings

from cardroom.demo.evening import PLANS, Evening
from cardroom.demo.house import CODE, Keys


def lines(
    url: str,
    nights: Sequence[Evening],
    in_play: Sequence[Evening],
    keys: Keys | None,
    now: datetime,
) -> list[str]:
    """What to say of the demo; without keys nothing that needs one."""
    tables = ", ".join(night.table for night in nights)
    head = f"demo           house {CODE}, all of it invented; tables {tables}"
    if keys is None:
        return [head, "               its keys are shown on a loopback host only"]
    return [head, *_requests(f"{url}/api/v1", nights, in_play, keys, now)]


def logins(url: str, people: Sequence[tuple[str, str]], password: str | None) -> list[str]:
    """How to sign in; without a password nobody can."""
    if password is None:
        return ["people         sign in on a loopback host only"]
    names = [f"  {name:<19} {roles}" for name, roles in people]
    return [f"people         sign in at {url}/admin/ with the password {password} as", *names]


def _requests(
    api: str,
    nights: Sequence[Evening],
    in_play: Sequence[Evening],
    keys: Keys,
    now: datetime,
) -> Iterator[str]:
    for night in nights[:1]:
        yield "a table:"
        yield _curl(keys.tables, f"{api}/tables/{night.table}")
        yield "an event, which any table takes at any time:"
        yield _curl(keys.tables, f"{api}/tables/{night.table}/events", _note(now))
    for table, number in _with_splits(nights)[:1]:
        yield "a settled round, in which somebody split:"
        yield _curl(keys.tables, f"{api}/tables/{table}/rounds/{number}")
    yield from _money(api, nights, keys)
    for night in in_play:
        yield f"the rest of the round in play at {night.table}, answered with its settlement:"
        yield _curl(keys.tables, f"{api}/tables/{night.table}/events", _file(night))
    yield "the feed of everything recorded in the house:"
    yield _curl(keys.audit, f"{api}/events?after=0&limit=5")


def _money(api: str, nights: Sequence[Evening], keys: Keys) -> Iterator[str]:
    """Where the evening's money went, and what went wrong with it."""
    for night in nights:
        wrong = PLANS[night.table].wrong_fee
        if wrong:
            yield "a round with a wrong collection fee, and what is said of it:"
            yield _curl(keys.tables, f"{api}/tables/{night.table}/rounds/{wrong}")
    yield "the drop boxes, two of them counted, one of those short:"
    yield _curl(keys.cage, f"{api}/drops")


def _with_splits(nights: Sequence[Evening]) -> list[tuple[str, int]]:
    """The completed rounds in which a hand was split."""
    return [
        (night.table, event["round"])
        for night in nights
        for batch in night.batches
        for event in batch
        if event["data"].get("action") == "split" and batch[-1]["type"] == "round.completed"
    ]


def _curl(key: str, url: str, content: str | None = None) -> str:
    """A command line that does one request."""
    headers = [f"Authorization: Bearer {key}"]
    if settings.HTTPS:
        headers.append("X-Forwarded-Proto: https")
    data = []
    if content is not None:
        headers.append("Content-Type: application/json")
        data = ["--data-binary", content]
    words = [word for header in headers for word in ("-H", header)]
    return "  " + shlex.join(["curl", "-sS", *words, url, *data])


def _note(now: datetime) -> str:
    """A batch that any table takes at any time."""
    event = {
        "id": str(uuid4()),
        "type": "incident.noted",
        "occurred_at": now.isoformat(timespec="milliseconds").replace("+00:00", "Z"),
        "data": {"text": "my first event"},
    }
    return json.dumps({"events": [event]})


def _file(night: Evening) -> str:
    """The rest of a round, in a file: it is long."""
    path = settings.CARDROOM_DATA / "demo" / f"{night.table}-rest-of-round-{night.rounds}.json"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps({"events": night.rest}, indent=1))
    return f"@{path}"
