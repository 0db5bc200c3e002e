"""Reading what was noted: the few events of a gaming day that bear notes or rest on authority."""

from bisect import bisect_right
from collections.abc import Iterator
from typing import Any, Final

import msgspec
from msgspec import UNSET

from cardroom.log import by_day, store
from cardroom.log.records import StoredEvent
from cardroom.reports.irregularities.dataset import AuthorisedEvent, IrregularItem
from cardroom.reports.periods import Period
from tables import history, sessions
from tables.rounds import codec
from tables.rounds.codec import Body
from tables.rounds.events import DealerChanged, Noted

_TABLES: Final = history.stream_of("")
_DEALER: Final = ("dealer.changed",)

Read = IrregularItem | AuthorisedEvent


def noted(house: str, period: Period) -> Iterator[Read]:
    """What was noted at a house's tables, table by table, in the order of their streams."""
    found = by_day.noted(house, period.first, period.last, streams=_TABLES)
    dealers: dict[str, Dealers] = {}
    for stored in found:
        if stored.stream not in dealers:
            dealers[stored.stream] = Dealers(house, stored.stream)
        yield from _items(stored, dealers[stored.stream].at(stored.position))


class Dealers:
    """Who dealt at a table, as its changes of dealer stand corrected."""

    def __init__(self, house: str, stream: str) -> None:
        self.positions: list[int] = []
        self.dealers: list[str] = []
        head = store.head(house, stream)
        if head is None:
            return
        known = sessions.known(head, {})
        for stored in store.load_types(head, _DEALER, until=head.position):
            record = sessions.entry_of(stored, known).record
            if record is not None and isinstance(record.fact, DealerChanged):
                self.positions.append(record.position)
                self.dealers.append(record.fact.dealer)

    def at(self, position: int) -> str | None:
        """Who dealt at a position, None before the first."""
        place = bisect_right(self.positions, position)
        return self.dealers[place - 1] if place else None


def _items(stored: StoredEvent, dealer: str | None) -> Iterator[Read]:
    """A row for each note, or one for an authority of which nothing was noted."""
    body = codec.decode_body(stored.body)
    data: dict[str, Any] = msgspec.json.decode(body.data)
    about = _about(stored, body, data) | {"dealer": dealer}
    given = [(None, body.noted, about), *_given(body, data, about)]
    is_noted = False
    for number, each, more in given:
        for note in each.irregularities:
            is_noted = True
            yield IrregularItem(
                **more,
                event=number,
                code=note.code,
                detail=note.detail,
                recorded_by=stored.recorded_by,
            )
    if not is_noted:
        yield AuthorisedEvent(**about)


def _about(stored: StoredEvent, body: Body, data: dict[str, Any]) -> dict[str, Any]:
    """What both kinds of rows say of an event."""
    table = stored.stream.removeprefix(_TABLES)
    override = None if body.override is None else msgspec.structs.asdict(body.override)
    number = data.get("round") if stored.round is None else stored.round
    return {
        "gaming_day": stored.gaming_day,
        "table": table,
        "position": stored.position,
        "round": number,
        "at": stored.occurred_at,
        "type": stored.type,
        **_authority(override, data, body.noted),
    }


def _authority(
    override: dict[str, Any] | None, data: dict[str, Any], found: Noted
) -> dict[str, Any]:
    """Whose word it was, for what reason; an override's before the event's own."""
    said = override or data
    return {
        "authorised_by": said.get("authorised_by") or data.get("authorised_by"),
        "authorisation": None if found.authorisation is UNSET else found.authorisation,
        "reason": said.get("reason") if said.get("authorised_by") else None,
    }


def _given(
    body: Body, data: dict[str, Any], about: dict[str, Any]
) -> Iterator[tuple[int, Noted, dict[str, Any]]]:
    """The events of a whole round given at once, with what was noted of each."""
    if not body.noted.events:
        return
    for number, (event, each) in enumerate(zip(data["events"], body.noted.events, strict=True)):
        said = _authority(event.get("override"), event["data"], each)
        if said["authorised_by"] is None:
            said = {name: about[name] for name in said}
        yield number, each, about | said | {"type": event["type"]}
