"""Reads: tables, rounds and events as they stand, or stood at a position."""

from collections.abc import Iterable, Sequence
from typing import Final, get_args

import msgspec
from msgspec import Raw, Struct

from cardroom.errors import Missing
from cardroom.house import houses
from cardroom.log import feed as log_feed
from cardroom.log import store
from cardroom.log.records import Head, StoredEvent
from tables import history, offerings
from tables.blind import Blind, Told
from tables.models import RoundRow
from tables.rounds import codec
from tables.rounds.events import GivenFact
from tables.rounds.state import Table
from tables.views import EventItem, RoundSummary, RoundView, TableView, round_view, table_view

_GIVEN: Final = frozenset(get_args(GivenFact))


def tables_of(
    house: str, codes: Iterable[str] | None = None, *, is_blind: bool = False
) -> list[TableView]:
    """The live state of a house's tables, by code; of those named, or of all."""
    offered = houses.facts(house).tables
    wanted = offered if codes is None else offered.intersection(codes)
    return [table(house, code, is_blind=is_blind) for code in sorted(wanted)]


def table(house: str, code: str, *, is_blind: bool = False) -> TableView:
    """The live state of one table; Missing when the house has none of that code.

    Blind, here and below, is who may count boxes: he is told nothing of those that aren't counted.
    """
    head = head_of(house, code)
    if head is None:
        return live(code, Table(), 0)
    view = live(code, history.table_at(head), head.position)
    return Blind(head).table(view) if is_blind else view


def live(code: str, state: Table, position: int) -> TableView:
    """A state as it is shown, with the offering that it is open with."""
    offering = None
    if state.is_open:
        offering = offerings.offering(state.offering_version, state.ruleset_version)
    return table_view(code, state, last_position=position, offering=offering)


def events(
    house: str, code: str, *, after: int, limit: int, is_blind: bool = False
) -> list[EventItem]:
    """A table's events behind a position, oldest first; the cursor is the position.

    For the blind they end where nothing is told of what follows; of them he is `told` some.
    """
    head = head_of(house, code)
    found = store.load(house, history.stream_of(code), after=after, limit=limit)
    until = Blind(head).until if is_blind and head else None
    return [
        item(stored, stored.position)
        for stored in found
        if until is None or stored.position <= until
    ]


def told(house: str, code: str, items: Sequence[EventItem]) -> Told:
    """A table's events as the blind are told them: fewer, when some are of hidden rounds."""
    head = head_of(house, code)
    return Told([*items], is_all=True) if head is None else Blind(head).events(items)


def feed(house: str, *, after: int, limit: int) -> list[EventItem]:
    """All events of the house behind a cursor, in the one order that never changes."""
    log_feed.sequence()
    return [item(each.event, each.cursor) for each in log_feed.read(after, limit, house)]


def rounds(
    house: str, code: str, *, after: int, limit: int, is_blind: bool = False
) -> list[RoundSummary]:
    """A table's rounds behind a number, by number, from the read model."""
    head = head_of(house, code)
    found = RoundRow.summaries(house, code, after=after, limit=limit)
    return Blind(head).rounds(found) if is_blind and head else found


def round_at(
    house: str, code: str, number: int, *, at: int | None = None, is_blind: bool = False
) -> RoundView:
    """A round rebuilt from its events, as far as they were known at a position."""
    head = head_of(house, code)
    if head is None:
        raise Missing(f"table {code} has no round {number}")
    if is_blind:
        return Blind(head).round(number, at)
    return round_view(code, history.round_at(head, number, until=at))


def head_of(house: str, code: str) -> Head | None:
    """The head of a table's stream, None before its first event.

    Raises Missing for a table that the house neither has nor had.
    """
    head = store.head(house, history.stream_of(code))
    if head is None and code not in houses.facts(house).tables:
        raise Missing(f"house {house} has no table {code}")
    return head


class _Body(Struct, frozen=True):
    """What any stream's event has, its parts left as they are."""

    data: Raw
    noted: Raw = Raw(b"{}")


_decode_any = msgspec.json.Decoder(_Body).decode


def item(stored: StoredEvent, cursor: int) -> EventItem:
    """An event as it is shown; only a table's has a round, an override, and notes of one kind."""
    is_of_table = stored.type in codec.TYPES
    body = codec.decode_body(stored.body) if is_of_table else _decode_any(stored.body)
    return EventItem(
        cursor=str(cursor),
        stream=stored.stream,
        position=stored.position,
        id=stored.id,
        type=stored.type,
        version=stored.version,
        occurred_at=stored.occurred_at,
        recorded_at=stored.recorded_at,
        recorded_by=stored.recorded_by,
        round=None if codec.TYPES.get(stored.type) in _GIVEN else stored.round,
        gaming_day=stored.gaming_day,
        data=body.data,
        override=getattr(body, "override", None),
        noted=body.noted,
    )
