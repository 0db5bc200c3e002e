"""A table's stream as it is listed: the newest events first, and what corrections made of them."""

from collections.abc import Sequence
from typing import Any, Final
from uuid import UUID

import msgspec
from msgspec import Struct

from cardroom.errors import Missing
from cardroom.log import newest, store
from cardroom.log.records import Head
from tables import history, queries, sessions
from tables.blind import Blind, Told
from tables.rounds import codec
from tables.rounds import events as e
from tables.views import EventItem

# Of a type, events are looked for among so many at a time: it may have been sent once in a year.
LOOKED_AT: Final = 20_000
_decode = msgspec.json.Decoder(dict[str, Any]).decode


class Put(Struct, frozen=True):
    """A correction that stands: where it was recorded, and the data that it gives, or None."""

    position: int
    data: dict[str, Any] | None


class Listed(Struct, frozen=True, kw_only=True):
    """Some events of a table; `older` is the position to go on before, None at the beginning.

    `looked_to` is how far was looked for them, `put_right` has the corrections of those listed;
    `withheld` when not all that there is may be told.
    """

    items: tuple[EventItem, ...]
    older: int | None
    looked_to: int
    put_right: dict[UUID, Put]
    withheld: bool = False


class Target(Struct, frozen=True, kw_only=True):
    """An event that may be put right; `data` is how it stands, None where it was withdrawn."""

    item: EventItem
    data: dict[str, Any] | None
    corrected_at: int | None


def listed(
    house: str,
    code: str,
    *,
    before: int | None,
    limit: int,
    types: Sequence[str] | None = None,
    number: int | None = None,
    is_blind: bool = False,
) -> Listed:
    """The last events before a position, of all or some types, of a round; Missing for no table.

    For the blind they end where nothing is told of what follows.
    """
    head = queries.head_of(house, code)
    if head is None:
        return Listed(items=(), older=None, looked_to=1, put_right={})
    blind = Blind(head) if is_blind else None
    end = head.position if blind is None or blind.until is None else blind.until
    until = end if before is None else min(end, before - 1)
    is_far = types is not None and number is None
    since = max(1, until - LOOKED_AT + 1) if is_far else 1
    found = newest.newest(
        head, since=since, until=until, limit=limit + 1, types=types, number=number
    )
    last = found[limit - 1].position if len(found) > limit else since
    items = [queries.item(stored, stored.position) for stored in found[:limit]]
    told = Told(items, is_all=True) if blind is None else blind.events(items)
    return Listed(
        items=tuple(told.items),
        older=last if last > 1 else None,
        looked_to=last,
        put_right=_put_right(head, items, until=end),
        withheld=not told.is_all,
    )


def target(house: str, code: str, position: int) -> Target:
    """An event at a position of a table; Missing where there is none."""
    head = store.head(house, history.stream_of(code))
    stored = store.load_positions(head, [position]) if head and position < 2**63 else []
    if head is None or not stored:
        raise Missing(f"table {code} has no event {position}")
    item = queries.item(stored[0], position)
    found = sessions.known(head, {}).get(item.id)
    standing = None if found is None else _put(found.position, found.fact)
    return Target(
        item=item,
        data=_decode(item.data) if standing is None else standing.data,
        corrected_at=None if standing is None else standing.position,
    )


def is_of_table(item: EventItem) -> bool:
    """Whether an event states a fact of the table and of no round: `event.corrected` changes it."""
    return item.round is None and issubclass(codec.TYPES[item.type], e.TableFact)


def _put_right(head: Head, items: Sequence[EventItem], *, until: int) -> dict[UUID, Put]:
    """The corrections up to a position that stand of those that can have some."""
    own = [item for item in items if is_of_table(item)]
    if not own:
        return {}
    since = min(item.position for item in own)
    found = {}
    for stored in store.load_types(head, [sessions.CORRECTED], since=since, until=until):
        record = history.recorded(stored)
        if isinstance(record.fact, e.EventCorrected):
            found[record.fact.event] = _put(record.position, record.fact)
    return {item.id: found[item.id] for item in own if item.id in found}


def _put(position: int, fact: object) -> Put:
    if not isinstance(fact, e.EventCorrected):
        raise TypeError(f"position {position} corrects no event")
    return Put(position, fact.data)
