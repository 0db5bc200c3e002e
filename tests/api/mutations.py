"""Mutations of a legal batch as JSON: what a broken table system might send instead."""

import json
from collections.abc import Callable, Iterable
from copy import deepcopy
from random import Random
from typing import Any, Final
from uuid import UUID

from tables.rounds.codec import CLIENT_TYPES
from tests.api.club import JSON

Batch = dict[str, Any]

TYPES: Final = [*CLIENT_TYPES, "round.settled", "fees.assessed", "card.eaten"]
WORDS: Final[list[object]] = [
    "", "x", "game", "hit", "split", "double", "up", "down", "seat", "player_dealer", "AS", "1S",
    "P-1001", "floor-7", "sup-1", "count-1", "2026-11-28T20:00:00Z", "2999-01-01T00:00:00Z",
    "0190f0c2-7d60-7000-8000-000000000001", "\0", "\ud800", None, True, False, 0, 1, 2, -1, 3.5,
    21, 10**18, 10**30, [], {}, [1], {"code": "123456"},
]  # fmt: skip
OVERRIDE: Final = {"authorised_by": "floor-7", "reason": "let it stand"}


class Mutator:
    """Chance with a seed of its own."""

    def __init__(self, seed: int, legal: Iterable[JSON]) -> None:
        self.random = Random(seed)  # noqa: S311 - nothing here is a secret
        self.recorded: list[JSON] = []
        self.values: dict[str, list[object]] = {}
        for event in legal:
            for name, value in event["data"].items():
                self.values.setdefault(name, []).append(value)
        self.kinds: list[Callable[[Batch], None]] = [
            self.drop_event,
            self.repeat_event,
            self.copy_event,
            self.swap_events,
            self.move_event,
            self.rename_type,
            self.renumber,
            self.override,
            self.expect,
            self.resend,
            self.reuse_id,
            *[self.change_field] * 6,
            self.drop_field,
            self.add_field,
            self.change_envelope,
        ]

    def mutated(self, events: list[JSON]) -> bytes:
        """The batch with one to three things changed, now and then broken as text."""
        batch: Batch = {"events": deepcopy(events)}
        for _ in range(self.random.choice((1, 1, 1, 2, 3))):
            if batch.get("events"):
                self.random.choice(self.kinds)(batch)
        content = json.dumps(batch).encode()
        return self.broken(content) if self.random.random() < 1 / 50 else content

    def drop_event(self, batch: Batch) -> None:
        """One that was lost."""
        del batch["events"][self.at(batch["events"])]

    def repeat_event(self, batch: Batch) -> None:
        """One that is sent twice."""
        events = batch["events"]
        events.insert(self.at(events), deepcopy(self.random.choice(events)))

    def copy_event(self, batch: Batch) -> None:
        """One that is told twice, under another id."""
        copy = {**deepcopy(self.random.choice(batch["events"])), "id": self.an_id()}
        batch["events"].insert(self.at(batch["events"]) + 1, copy)

    def swap_events(self, batch: Batch) -> None:
        """Two in each other's place."""
        events = batch["events"]
        first, second = self.at(events), self.at(events)
        events[first], events[second] = events[second], events[first]

    def move_event(self, batch: Batch) -> None:
        """One that comes too late."""
        events = batch["events"]
        events.append(events.pop(self.at(events)))

    def resend(self, batch: Batch) -> None:
        """One that was recorded before, here or elsewhere."""
        if self.recorded:
            again = deepcopy(self.random.choice(self.recorded))
            batch["events"].insert(self.at(batch["events"]), again)

    def reuse_id(self, batch: Batch) -> None:
        """An id that belongs to another event."""
        if self.recorded:
            event = self.random.choice(batch["events"])
            event["id"] = self.random.choice(self.recorded)["id"]

    def rename_type(self, batch: Batch) -> None:
        """An event that claims to be another."""
        self.random.choice(batch["events"])["type"] = self.random.choice(TYPES)

    def renumber(self, batch: Batch) -> None:
        """Another round, or none."""
        self.random.choice(batch["events"])["round"] = self.random.choice((None, 0, 1, 2, 3, 99))

    def override(self, batch: Batch) -> None:
        """The floor lets it stand: one event, or all of them."""
        self.random.choice((batch, *batch["events"]))["override"] = OVERRIDE

    def expect(self, batch: Batch) -> None:
        """Some head."""
        batch["expected_position"] = self.random.choice((0, 1, 7, 2**70, -1, None))

    def change_field(self, batch: Batch) -> None:
        """Another value somewhere in an event's data."""
        holder, key = self.place(self.data(batch))
        if key is None:
            return
        value, chance = holder[key], self.random.random()
        if key in self.values and chance < 0.6:
            holder[key] = self.random.choice(self.values[key])
        elif isinstance(value, int) and chance < 0.8:
            holder[key] = self.random.choice((value + 1, value - 1, value * 2, -value))
        else:
            holder[key] = self.random.choice(WORDS)

    def drop_field(self, batch: Batch) -> None:
        """A field that is missing."""
        holder, key = self.place(self.random.choice(batch["events"]))
        if key is not None:
            del holder[key]

    def add_field(self, batch: Batch) -> None:
        """A field that nobody knows, or that belongs to other types."""
        name = self.random.choice(("colour", "player", "backline", "hand", "seat", "code"))
        event = self.random.choice(batch["events"])
        self.random.choice((batch, event, self.data(batch)))[name] = self.random.choice(WORDS)

    def change_envelope(self, batch: Batch) -> None:
        """Another id, version or instant."""
        name = self.random.choice(("id", "version", "occurred_at", "data", "type"))
        value = self.an_id() if name == "id" else self.random.choice(WORDS)
        self.random.choice(batch["events"])[name] = value

    def broken(self, content: bytes) -> bytes:
        """A text with an end too early, or with another byte in it."""
        at = self.random.randrange(len(content))
        if self.random.random() < 0.5:
            return content[:at]
        return content[:at] + bytes([self.random.randrange(256)]) + content[at + 1 :]

    def data(self, batch: Batch) -> JSON:
        """The data of some event, or the event where it has none any more."""
        event: JSON = self.random.choice(batch["events"])
        found = event.get("data")
        return found if isinstance(found, dict) else event

    def at(self, events: list[JSON]) -> int:
        """Where in the batch."""
        return self.random.randrange(len(events))

    def an_id(self) -> str:
        """An id that nobody has."""
        return str(UUID(int=self.random.getrandbits(128), version=4))

    def place(self, value: Any) -> tuple[Any, Any]:  # noqa: ANN401 - any JSON
        """Some place in it: what holds it, and its key there; no key where there is none."""
        holder, key = value, None
        while isinstance(value, dict | list) and value:
            if key is not None and self.random.random() < 0.4:
                break
            holder = value
            key = self.random.choice([*value] if isinstance(value, dict) else range(len(value)))
            value = holder[key]
        return holder, key
