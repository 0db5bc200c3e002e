"""Reading what was noted: the few events of a gaming day that bear notes or rest on authority."""

from collections.abc import Iterable, Iterator
from typing import Any, Final

import msgspec
from msgspec import UNSET

from cardroom.log import by_day
from cardroom.log.records import StoredEvent
from cardroom.reports.irregularities import dealers
from cardroom.reports.irregularities.dataset import AuthorisedEvent, IrregularItem
from cardroom.reports.periods import Period
from tables import history
from tables.rounds import codec
from tables.rounds.codec import Body
from tables.rounds.events import Noted

_TABLES: Final = history.stream_of("")

Read = IrregularItem | AuthorisedEvent


def noted(house: str, period: Period) -> Iterator[Read]:
    """What was noted at a house's tables, table by table, in the order of their streams."""
    found = by_day.noted(house, period.first, period.last, streams=_TABLES)
    dealt_by = dealers.of(house, _spans(found))
    for stored in found:
        yield from _items(stored, dealt_by[stored.stream].at(stored.position))


def _spans(found: Iterable[StoredEvent]) -> dict[str, tuple[int, int]]:
    """The first and the last position of each stream among these events, in their order."""
    spans: dict[str, tuple[int, int]] = {}
    for stored in found:
        since, _ = spans.get(stored.stream, (stored.position, stored.position))
        spans[stored.stream] = since, stored.position
    return spans


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
