"""What was stored once is read for ever: one of every event version."""

import json
from collections.abc import Callable, Iterator
from copy import deepcopy
from datetime import UTC, datetime
from functools import partial
from hashlib import sha256
from pathlib import Path
from typing import Any, Final
from uuid import uuid4

import msgspec

from cardroom.log import store
from cardroom.log.records import NewEvent
from tables import history
from tables.rounds import codec
from tables.rounds.codec import Recorded
from tables.rounds.events import RoundOpened
from tables.rounds.fold import fold
from tables.rounds.state import Round, Table
from tables.rules.offering import Offering
from tests.builders import BUSTER, Play, a_table, dealt
from tests.drills.registry import Seen, drill
from tests.drills.stage import fresh
from tests.played import HOUSE, STREAM

GOLDEN: Final = Path(__file__).parents[1] / "golden" / "events"
AT: Final = datetime(2026, 11, 28, 20, tzinfo=UTC)


@drill("golden-events", "one of every event version ever stored is decoded and folded")
def golden_events() -> Iterator[Seen]:
    """Each is stored byte for byte, read back from the log in its present form, and folded."""
    files = [json.loads(path.read_text()) for path in sorted(GOLDEN.glob("*.json"))]
    assert {file["type"] for file in files} == set(codec.TYPES)
    scenes = {name: make() for name, make in SCENES.items()}
    with fresh():
        _store(files)
        for file, stored in zip(files, store.load(HOUSE, STREAM), strict=True):
            record = history.recorded(stored)
            fact = {name: getattr(record.fact, name) for name in record.fact.__struct_fields__}
            assert json.loads(msgspec.json.encode(fact)) == file["fact"], file["type"]
            yield Seen(
                f"{stored.type} {stored.version}",
                f"{type(record.fact).__name__}, folded onto {_folded(record, scenes)}",
            )


def _store(files: list[dict[str, Any]]) -> None:
    """Append their bytes, past all admission."""
    new = [
        NewEvent(
            id=uuid4(),
            type=file["type"],
            version=file["version"],
            occurred_at=AT,
            gaming_day=AT.date(),
            round=json.loads(file["body"]).get("round"),
            body=file["body"].encode(),
            sameness=sha256(file["body"].encode()).digest(),
        )
        for file in files
    ]
    with store.recording():
        head = store.lock(HOUSE, STREAM)
        store.append(head, new, recorded_at=AT, recorded_by="key:7", snapshot=None, open_round=None)


def _a_dealt_round() -> Play:
    """Seat 2 has a pair, seat 4 a side bet as well."""
    play = dealt(BUSTER, {2: "8S 8C", 4: "TH 5D"}, "6S TC", bets={2: 1_000, 4: 1_000})
    play.send("wager.placed", seat=4, kind="buster", amount_cents=500, override=True)
    play.round.assessed = None
    return play


def _a_split() -> Play:
    play = _a_dealt_round()
    play.bet(2, 500, player="B-1", backline=True, override=True)
    play.split(2, 1_000)
    return play


def _sixteen_events() -> Play:
    play = _a_split()
    events = play.round.events
    play.round.events = [*events, *events[-1:] * 16][:16]
    return play


SCENES: Final[dict[str, Callable[[], Play]]] = {
    "a table between rounds": lambda: a_table(BUSTER),
    "a dealt round": _a_dealt_round,
    "a round with a split": _a_split,
    "a round of sixteen events": _sixteen_events,
}


def _folded(record: Recorded, scenes: dict[str, Play]) -> str:
    """The scene that it changes something of, or one that it leaves as it is."""
    unchanged = ""
    for name, play in scenes.items():
        table, offering = deepcopy(play.table), play.offering
        if record.round is not None and not isinstance(record.fact, RoundOpened):
            if table.round is None:
                continue
            table.round.number = record.round
        before = deepcopy(table)
        try:
            fold(table, record, partial(_any_version, offering))
        except (LookupError, ValueError, StopIteration):
            continue  # no such hand or wager in this scene
        if changed := _changed(before, table):
            return f"{name}: changes its {', '.join(changed)}"
        unchanged = unchanged or name
    assert unchanged, f"{record.fact} fits no scene"
    return f"{unchanged}: changes nothing"


def _any_version(offering: Offering, _version: int, _rules: int) -> Offering:
    return offering


def _changed(before: Table, after: Table) -> list[str]:
    """The fields of table and round that differ, the clock aside."""
    names = [name for name in Table.__struct_fields__ if name not in {"round", "last_occurred_at"}]
    found = [name for name in names if getattr(before, name) != getattr(after, name)]
    if before.round is None or after.round is None:
        return found + ["round"] * (before.round is not after.round)
    then, now = before.round, after.round
    plain = [name for name in Round.__struct_fields__ if name not in {"events", "last_position"}]
    return found + [name for name in plain if getattr(then, name) != getattr(now, name)]
