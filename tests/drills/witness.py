"""The witness: a table system with its own list of what was acknowledged, which judges."""

import json
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from http.client import HTTPException
from typing import NamedTuple

from cardroom.log import store
from cardroom.playing.over_http import OverHttp
from cardroom.playing.recorder import JSON
from tables.simulation.stream import Event
from tests.api.club import HOUSE

# What a stream holds: the ids of its events by position.
Stored = Mapping[int, str]

LOST = (OSError, HTTPException)


class Acknowledged(NamedTuple):
    """A batch that was answered with 201 or 200, and where its events are said to stand."""

    table: str
    ids: list[str]
    positions: list[int]


class Witness(OverHttp):
    """Sends a batch until it is answered; `statuses` counts the answers, 0 those that got lost."""

    acknowledged: list[Acknowledged]
    statuses: Counter[int]

    def __init__(self, port: int | str, key: str, *, patience: Sequence[float] = ()) -> None:
        url = f"http://127.0.0.1:{port}" if isinstance(port, int) else port
        super().__init__(url, key, patience=patience)
        self.acknowledged = []
        self.statuses = Counter()

    def once(self, table: str, events: Sequence[Event], **batch: object) -> tuple[int, JSON]:
        """Send a batch a single time: the status and what is said, 0 when the answer is lost."""
        content = json.dumps({"events": events, **batch}).encode()
        try:
            status, said = self._once("POST", f"/tables/{table}/events", content)
        except LOST:
            self._connection.close()
            return 0, {}
        answer: JSON = json.loads(said)
        if status in {200, 201}:
            self._keep(table, events, answer)
        return status, answer

    def record(self, table: str, events: Sequence[Event]) -> JSON:
        """Send a batch until there is an answer."""
        answer = super().record(table, events)
        self._keep(table, events, answer)
        return answer

    def get(self, path: str) -> JSON:
        """Read, until there is an answer."""
        return self.ask("GET", path)

    def _keep(self, table: str, events: Sequence[Event], answer: JSON) -> None:
        ids = [str(event["id"]) for event in events]
        self.acknowledged.append(Acknowledged(table, ids, answer["positions"]))

    def _once(self, method: str, path: str, content: bytes | None) -> tuple[int, bytes]:
        try:
            status, said = super()._once(method, path, content)
        except LOST:
            self._count(method, 0)
            raise
        self._count(method, status)
        return status, said

    def _count(self, method: str, status: int) -> None:
        if method == "POST":
            self.statuses[status] += 1


def stored(table: str) -> Stored:
    """What the log holds of a table, in the present database."""
    return {event.position: str(event.id) for event in store.load(HOUSE, f"table:{table}")}


def judge(witnesses: Iterable[Witness], streams: Mapping[str, Stored]) -> str:
    """Everything acknowledged stands where it was said to, and nothing stands there twice."""
    batches = [one for witness in witnesses for one in witness.acknowledged]
    for table, held in streams.items():
        ids = list(held.values())
        assert list(held) == list(range(1, len(held) + 1)), f"{table} has gaps"
        assert len(ids) == len(set(ids)), f"{table} holds an event twice"
    for table, sent, positions in batches:
        for event_id, position in zip(sent, positions, strict=True):
            found = streams[table].get(position)
            assert found == event_id, f"{table} {position} is {found}, acknowledged was {event_id}"
    events = sum(len(batch.ids) for batch in batches)
    return f"all {len(batches):,} acknowledged batches ({events:,} events) are stored, each once"
