"""A house whose tables are sent mutated batches, and what must hold of each answer."""

import json
from collections import Counter
from collections.abc import Iterator
from random import Random
from typing import Final
from uuid import UUID, uuid5

from django.db import connection

from tests.api.club import HOUSE, JSON, Caller, Response, body, issue, load_house
from tests.api.mutations import Mutator
from tests.cases import GAMES, load

SEED: Final = 21
LONGEST: Final = 12
TABLES: Final = 511
TRIES: Final = 12
# What brings a whole round, or changes one, has more in it to be wrong.
WHOLE: Final = {"round.corrected", "event.corrected", "round.reported_late"}
TRIES_OF_WHOLE: Final = 40
# What is answered to more than one in 500.
COMMON: Final = {"recorded", "malformed", "rule", "procedure", "id_reused", "position_conflict"}
SUPERVISOR: Final = {"authorised_by": "sup-1", "reason": "seen on camera"}


class Bench:
    """The tables of a house, with a legal history for each, and what became of what was sent."""

    def __init__(self, batches: int) -> None:
        self.batches = batches
        self.codes = load_house(TABLES)
        self.tablet = Caller(issue("tables", *self.codes))
        self.cage = Caller(issue("cage"))
        self.cases = [case for name in (*GAMES, "streams") for case in load(name)]
        self.mutator = Mutator(SEED, (event for case in self.cases for event in case["events"]))
        self.random = Random(SEED)  # noqa: S311 - nothing here is a secret
        self.answers: Counter[str] = Counter()

    def play_all(self) -> None:
        """One table after the other, until so many mutated batches are answered."""
        for table, events in self.histories():
            self.play(table, events)
            if self.answers.total() == self.batches:
                break
        assert self.answers.total() == self.batches
        assert min(self.answers[code] for code in COMMON) > self.batches / 500, self.answers

    def histories(self) -> Iterator[tuple[str, list[JSON]]]:
        """Each table with a legal history and ids of its own, some with corrections behind."""
        self.random.shuffle(self.cases)
        for number, (table, case) in enumerate(zip(self.codes, self.cases, strict=True)):
            events = [{**e, "id": str(uuid5(UUID(e["id"]), table))} for e in case["events"]]
            yield table, events + (corrections(events) if number % 4 == 0 else [])

    def play(self, table: str, events: list[JSON]) -> None:
        """Send the history chunk by chunk, each after mutations of it, until a legal one fails.

        What is behind it to be corrected or reported late is recorded first, as it is.
        """
        first = next((i for i, event in enumerate(events) if event["type"] in WHOLE), 0)
        if first:
            self.tablet.record(table, events[:first])
            events = events[first:]
        while events:
            is_whole = events[0]["type"] in WHOLE
            size = 1 if is_whole else self.random.randint(1, LONGEST)
            chunk, events = events[:size], events[size:]
            for _ in range(TRIES_OF_WHOLE if is_whole else TRIES):
                if self.answers.total() < self.batches and self.try_mutation(table, chunk):
                    break
            else:
                response = self.send(table, chunk, json.dumps({"events": chunk}).encode())
                if response.status_code >= 400:
                    return
                self.mutator.recorded += chunk

    def try_mutation(self, table: str, chunk: list[JSON]) -> bool:
        """Send a mutation of a chunk; whether it was recorded."""
        content, before = self.mutator.mutated(chunk), position(table)
        response = self.send(table, chunk, content)
        said = body(response)
        assert response.status_code < 500, (content, said)
        self.answers[said.get("code", "recorded" if response.status_code == 201 else "known")] += 1
        if response.status_code >= 400:
            assert position(table) == before, (content, said)
            return False
        ids = [event["id"] for event in json.loads(content)["events"]]
        assert len(said["positions"]) == len(ids) == said["recorded"] + said["duplicates"]
        assert recorded(ids) == len({*ids}), (content, said)
        assert position(table) == said["last_position"]
        assert said["last_position"] == before + said["recorded"] + len(said["appended"])
        return bool(said["recorded"])

    def send(self, table: str, chunk: list[JSON], content: bytes) -> Response:
        """Post it as the table, or as the cage what is the cage's."""
        is_correction = chunk[0]["data"].get("authorised_by") == "sup-1"
        sender = self.cage if is_correction else self.tablet
        return sender.send(f"tables/{table}/events", content)


def corrections(events: list[JSON]) -> list[JSON]:
    """A seat was another player's, and a round was as it was told."""
    seat = next(event for event in events if event["type"] == "seat.taken")
    whole = [
        {key: event[key] for key in ("type", "occurred_at", "data")}
        for event in events
        if event.get("round") == 1
    ]
    data = [
        {"event": seat["id"], "data": {**seat["data"], "player": "P-9"}, **SUPERVISOR},
        {"round": 1, "events": whole, **SUPERVISOR},
    ]
    return [
        {
            "id": str(uuid5(UUID(events[0]["id"]), name)),
            "type": name,
            "occurred_at": events[-1]["occurred_at"],
            "data": each,
        }
        for name, each in zip(("event.corrected", "round.corrected"), data, strict=True)
    ]


def position(table: str) -> int:
    """Where the stream of a table ends; its head and its events must agree."""
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT coalesce(max(h.position), 0), count(e.*), coalesce(max(e.position), 0)"
            " FROM log_head h LEFT JOIN log_event e ON e.stream_id = h.id"
            " WHERE h.house = %s AND h.stream = %s",
            [HOUSE, f"table:{table}"],
        )
        head, count, last = cursor.fetchone()
    assert head == count == last, table
    return int(head)


def recorded(ids: list[str]) -> int:
    """How many of these ids are in the log."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT count(*) FROM log_event WHERE event_id = ANY(%s::uuid[])", [ids])
        (count,) = cursor.fetchone()
    return int(count)
