"""A big room's gaming day: some rounds played through the services, then copied by the database.

Copies have places and ids of their own and no chain, so nothing but a report is to be made of them:
that reads them as if they were played.
"""
# ruff: noqa: S608 - constants put together, nothing from outside

import json
from datetime import date, datetime, timedelta
from math import ceil
from typing import Any, Final, NamedTuple
from uuid import uuid4

from django.apps import apps
from django.db import connections
from django.db.backends.utils import CursorWrapper

from cardroom import clock
from cardroom.days import calendars
from cardroom.gaming_day import Calendar
from cardroom.house.view import house_view
from cardroom.log.models import Head
from tables import services
from tables.models import RoundRow, TableRow
from tables.simulation.stream import Event
from tests.benchmarks import rounds
from tests.benchmarks.installation import HOUSE, Installation

TABLES: Final = 80
# Rounds played at each of the installation's own tables.
PLAYED: Final = 65
# Before the present, so that nothing is played in the future; yet nothing is noted as late.
_AGO: Final = timedelta(minutes=5)
# One round in so many has a fee that isn't as it should be.
EXCEPTION_EVERY: Final = 100

# What of a table's stream is copied, those of rounds as often as there are to be more of them.
_OF_ROUNDS: Final = ("log.Event", "tables.RoundRow", "tables.FeeRow")
_OF_TABLE: Final = ("tables.TableRow", "ledger.BoxPeriod")
_MADE_BY_DATABASE: Final = {"log_event": {"id", "payload"}, "ledger_boxperiod": {"id"}}
# What a column of the copy is, where it isn't the same.
_SHIFTED: Final = {
    "stream_id": "%(target)s",
    "event_id": "gen_random_uuid()",
    "code": "%(code)s",
    "table_code": "%(code)s",
    "position": "position + n * %(events)s",
    "first_position": "first_position + n * %(events)s",
    "last_position": "last_position + n * %(events)s",
    "round": "round + n * %(rounds)s",
    "number": "number + n * %(rounds)s",
}


class Played(NamedTuple):
    """A table that was played at: its stream, and where that ends."""

    stream_id: int
    events: int
    rounds: int


class Laid(NamedTuple):
    """How many rounds there are, and the gaming day of all of them."""

    rounds: int
    day: date


def play(made: Installation, wanted: int) -> Laid:
    """A day of at least so many rounds at 80 tables."""
    since = _undivided(clock.now() - _AGO, calendars.of(HOUSE))
    house = house_view(HOUSE, tables=made.tables)
    connections.close_all()
    seen = 0
    for stream in rounds.streams(house, rounds=PLAYED, now=since):
        at = stream.opening[-1]["occurred_at"]
        _record(stream.table, [*stream.opening, _box(stream.table, at)])
        for events in stream.rounds:
            seen += 1
            _record(stream.table, events if seen % EXCEPTION_EVERY else _wrongly_paid(events))
    (day,) = RoundRow.objects.values_list("gaming_day", flat=True).distinct()
    times = ceil(wanted / (TABLES * PLAYED))
    found = TableRow.objects.values_list("stream_id", "last_position", "last_round")
    with connections["owner"].cursor() as cursor:
        cursor.execute("SET synchronous_commit = off")
        for number, played in enumerate(map(Played._make, found.order_by("code"))):
            _copy_table(cursor, played, number, times)
        cursor.execute("VACUUM ANALYZE")
    return Laid(TABLES * PLAYED * times, day)


def _undivided(since: datetime, calendar: Calendar) -> datetime:
    """When to begin, so that all of it is of one gaming day: not before the one it would end in."""
    return max(since, calendar.at(since + rounds.LASTS).start)


def _wrongly_paid(events: list[Event]) -> list[Event]:
    """The same round, with a dollar too much paid for its first fee."""
    paid = next(event for event in events if event["type"] == "fee.collected")
    data = paid["data"] | {"amount_cents": paid["data"]["amount_cents"] + 100}
    return [event | {"data": data} if event is paid else event for event in events]


def _box(table: str, at: str) -> Event:
    data = {"purpose": "collection", "box_in": f"B-{table}", "removed_by": "drop-1"}
    event = {"id": str(uuid4()), "type": "box.changed", "version": 1}
    return event | {"occurred_at": at, "data": data}


def _record(table: str, events: list[Event]) -> None:
    content = json.dumps({"events": events}).encode()
    services.record(house=HOUSE, table=table, content=content, recorded_by="key:1", scope="tables")


def _copy_table(cursor: CursorWrapper, played: Played, number: int, times: int) -> None:
    """More rounds at a table, and the same at nine others."""
    wanted: dict[str, Any] = {**played._asdict(), "last": times - 1}
    source = Head.objects.get(pk=played.stream_id)
    of = wanted | {"target": played.stream_id, "code": source.stream.removeprefix("table:")}
    ends = played.events * times
    Head.objects.using("owner").filter(pk=played.stream_id).update(position=ends)
    for model in _OF_ROUNDS:
        _copy(cursor, model, of | {"first": 1})
    for copy in range(1, TABLES // 8):
        code = f"C{number}{copy}"
        head = Head.objects.using("owner").create(
            house=HOUSE, stream=f"table:{code}", position=ends, hash=source.hash
        )
        of = wanted | {"target": head.pk, "code": code, "first": 0}
        for model in _OF_TABLE:
            _copy(cursor, model, of | {"last": 0})
        for model in _OF_ROUNDS:
            _copy(cursor, model, of)


def _copy(cursor: CursorWrapper, model: str, of: dict[str, Any]) -> None:
    """The rows that were played, so many times over, each time behind the time before."""
    meta = apps.get_model(model)._meta
    table = meta.db_table
    left_out = _MADE_BY_DATABASE.get(table, set())
    generated = {field.column for field in meta.local_concrete_fields if field.generated}
    columns = [
        field.column
        for field in meta.local_concrete_fields
        if field.column not in left_out | generated
    ]
    values = [_SHIFTED.get(column, column) for column in columns]
    within = {
        "log_event": "AND position <= %(events)s AND (n = 0 OR round IS NOT NULL)",
        "tables_roundrow": "AND number <= %(rounds)s",
        "tables_feerow": "AND number <= %(rounds)s",
    }.get(table, "")
    cursor.execute(
        f"INSERT INTO {table} ({', '.join(columns)}) SELECT {', '.join(values)}"
        f" FROM {table}, generate_series(%(first)s, %(last)s) AS n"
        f" WHERE stream_id = %(stream_id)s {within}",
        of,
    )
