"""Blindness: what tells of fees in boxes that aren't counted yet is withheld from who may count.

A round's fees are withheld while any box that they lie in, or that its collection belongs to, is
uncounted; money that lay in no known box, until a box is counted that hung there unannounced. The
place of each event stays: what is withheld is null and says so.
"""

from collections.abc import Iterable
from typing import Any, Final

import msgspec
from msgspec import Raw, structs

from cardroom.errors import Missing
from cardroom.log.records import Head
from ledger import count_records
from tables import history
from tables.rounds import events as e
from tables.rounds.codec import NAMES, TYPES
from tables.rounds.events import Irregularity, Noted
from tables.rounds.furniture import Box
from tables.rounds.state import Round
from tables.views import Answer, EventItem, RoundView

# The irregularity whose details name amounts of fees.
FEE: Final = "fee"
COLLECTION: Final = "collection"

FEE_TYPES: Final = frozenset(
    NAMES[fact] for fact in (e.FeeCollected, e.FeeWaived, e.FeeRefunded, e.FeesAssessed)
)
_WHOLE: Final = frozenset(NAMES[fact] for fact in (e.RoundCorrected, e.RoundReportedLate))
_REFOLDED: Final = NAMES[e.RoundRefolded]
_CORRECTED: Final = NAMES[e.EventCorrected]
_NOTHING: Final = Raw(b"null")


class Blind:
    """One table, seen by somebody who may count its boxes."""

    def __init__(self, head: Head) -> None:
        code = head.stream.removeprefix(history.stream_of(""))
        self.head = head
        self.counted = count_records.counted(head.house, code)
        self._verdicts: dict[int, bool] = {}

    def hides(self, now: Round) -> bool:
        """Whether a round's fees are withheld."""
        own = now.boxes.get(COLLECTION)
        places = [(COLLECTION, own, now.first_position)]
        places += [(fee.purpose, fee.box, fee.position) for fee in now.fees]
        return not all(self._is_counted(*place) for place in places)

    def _is_counted(self, purpose: str, box: Box | None, position: int) -> bool:
        if box is None:
            return position < self.counted.unannounced.get(purpose, 0)
        return (purpose, box.since) in self.counted.periods

    def hides_round(self, number: int) -> bool:
        """The same of a round as it is at present."""
        if number not in self._verdicts:
            try:
                self._verdicts[number] = self.hides(history.round_at(self.head, number))
            except Missing:  # an event that only names it
                self._verdicts[number] = True
        return self._verdicts[number]

    def events(self, items: Iterable[EventItem]) -> list[EventItem]:
        """Events as he is shown them."""
        return [self._event(item) for item in items]

    def _event(self, item: EventItem) -> EventItem:
        if item.type not in TYPES or not isinstance(item.noted, Noted):
            return item
        number = item.round
        if item.type in _WHOLE:
            number = msgspec.json.decode(item.data)["round"]
        if item.type == _CORRECTED:
            return structs.replace(item, noted=_without_fees(item.noted))
        if number is None or not self.hides_round(number):
            return item
        withheld: dict[str, Any] = {"noted": _without_fees(item.noted)}
        if item.type in FEE_TYPES:
            withheld |= {"data": _NOTHING, "withheld": True}
        elif item.type in _WHOLE:
            withheld["data"] = _encoded(_whole(msgspec.json.decode(item.data)))
        elif item.type == _REFOLDED:
            withheld["data"] = _encoded(_refolded(msgspec.json.decode(item.data)))
        return structs.replace(item, **withheld)

    def round(self, now: Round, view: RoundView) -> RoundView:
        """A round as he is shown it, also one of the past: by where its money lies at present."""
        if not self.hides(now) and not self.hides_round(now.number):
            return view
        return structs.replace(view, fees=None, withheld=True)


def answer(found: Answer) -> Answer:
    """An answer to a recorded batch without what was noted of fees."""
    notes = tuple(note for note in found.irregularities if note.code != FEE)
    return structs.replace(found, irregularities=notes)


def _without_fees(noted: Noted) -> Noted:
    return structs.replace(
        noted,
        irregularities=_others(noted.irregularities),
        events=tuple(_without_fees(each) for each in noted.events),
    )


def _others(notes: Iterable[Irregularity]) -> tuple[Irregularity, ...]:
    return tuple(note for note in notes if note.code != FEE)


def _whole(data: dict[str, Any]) -> dict[str, Any]:
    """A whole round, its fee events withheld in their places."""
    events = [
        {**event, "data": None, "withheld": True} if event["type"] in FEE_TYPES else event
        for event in data["events"]
    ]
    return {**data, "events": events}


def _refolded(data: dict[str, Any]) -> dict[str, Any]:
    """What events stand for now, without what is noted of fees."""
    noted = msgspec.convert(data["noted"], tuple[Noted, ...])
    return {**data, "noted": [_without_fees(each) for each in noted]}


def _encoded(data: dict[str, Any]) -> Raw:
    return Raw(msgspec.json.encode(data))
