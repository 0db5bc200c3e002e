"""Blindness: what tells of uncounted boxes is withheld from who may count.

Of a round that lies in a box which isn't counted yet nothing is told: its wagers say by the
schedule what the box should hold. Its events are left out, so that not even their number tells
of fees. Of a round in no known box only the fees are withheld, in their places (`queries.seen`).
"""

from collections.abc import Callable, Collection, Iterable, Sequence
from typing import Any, Final

import msgspec
from msgspec import Raw, structs

from cardroom.log.records import Head
from ledger.queries.seen import At, Seen, seen
from ledger.round_fees import ENDLESS
from tables import history
from tables.models import RoundRow
from tables.rounds import events as e
from tables.rounds.codec import NAMES
from tables.rounds.events import Irregularity, Noted
from tables.views import (
    Answer,
    EventItem,
    RoundSummary,
    RoundView,
    TableView,
    round_view,
    summary,
)

# The irregularity whose details name amounts of fees.
FEE: Final = "fee"

FEE_TYPES: Final = frozenset(
    NAMES[fact] for fact in (e.FeeCollected, e.FeeWaived, e.FeeRefunded, e.FeesAssessed)
)
_WHOLE: Final = frozenset(NAMES[fact] for fact in (e.RoundCorrected, e.RoundReportedLate))
_REFOLDED: Final = NAMES[e.RoundRefolded]
_NOTHING: Final = Raw(b"null")
# A hidden round keeps its number, how far it has come, when it was opened, and its day.
_HIDDEN: Final[dict[str, Any]] = {
    **dict.fromkeys(("last_position", "peek", "action_button_seat", "player_dealer")),
    **dict.fromkeys(("hands", "wagers"), ()),
    **dict.fromkeys(("fees", "settlement")),
    "withheld": True,
}
_HIDDEN_FEES: Final[dict[str, Any]] = {"fees": None, "withheld": True}
# What corrections of a table's events bring to light is noted there, and may be of any round.
_OF_TABLE: Final = Seen(ENDLESS, without_fees=True)


class Blind:
    """One table, seen by somebody who may count its boxes."""

    def __init__(self, head: Head) -> None:
        self.head = head

    def seen(self, numbers: Iterable[int]) -> dict[int, Seen]:
        """What is seen of rounds, by their numbers."""
        found = seen([At(self.head.stream_id, number) for number in numbers])
        return {at.round: told for at, told in found.items()}

    def events(self, items: Iterable[EventItem]) -> list[EventItem]:
        """Events as he is shown them."""
        told = [(item, _number(item)) for item in items]
        rounds = self.seen({number for _, number in told if number is not None})
        shown = (
            _event(item, _OF_TABLE if number is None else rounds[number]) for item, number in told
        )
        return [item for item in shown if item is not None]

    def round(self, number: int, at: int | None) -> RoundView:
        """A round as far as it is seen, by where its money lies at present. Raises Missing."""
        told = self.seen([number])[number]
        until = min(at or ENDLESS, told.until or ENDLESS)
        view = round_view(self._code, history.round_at(self.head, number, until=until))
        if not told.until:
            return structs.replace(view, **_HIDDEN)
        return structs.replace(view, **_HIDDEN_FEES) if told.without_fees else view

    def rounds(self, found: Sequence[RoundSummary]) -> list[RoundSummary]:
        """Rounds with their settlements, as far as each is seen."""
        told = self.seen(each.round for each in found)
        last = RoundRow.last_positions(self.head.house, self._code, told)
        return [
            each
            if last[each.round] <= told[each.round].until
            else self._summary(each, told[each.round])
            for each in found
        ]

    def _summary(self, present: RoundSummary, told: Seen) -> RoundSummary:
        if not told.until:
            return _without_settlement(present)
        return summary(history.round_at(self.head, present.round, until=told.until))

    def table(self, view: TableView) -> TableView:
        """The live state, without the wagers of the round in play."""
        now = view.round
        if now is None or self.seen([now.round])[now.round].until:
            return view
        return structs.replace(
            view, round=structs.replace(now, wager_cents=None), next=(), withheld=True
        )

    def answer(self, found: Answer, own: Collection[int]) -> Answer:
        """An answer to his batch, which has given some rounds as a whole: those are his `own`."""
        told = self.seen(each.round for each in found.rounds)
        return structs.replace(
            found,
            irregularities=tuple(note for note in found.irregularities if note.code != FEE),
            rounds=tuple(
                each
                if each.round in own or found.last_position <= told[each.round].until
                else _without_settlement(each)
                for each in found.rounds
            ),
            state=self.table(found.state),
        )

    @property
    def _code(self) -> str:
        return self.head.stream.removeprefix(history.stream_of(""))


def _without_settlement(present: RoundSummary) -> RoundSummary:
    return structs.replace(present, settlement=None, withheld=True)


def _number(item: EventItem) -> int | None:
    """The round that an event tells of."""
    if item.type in _WHOLE:
        number: int = msgspec.json.decode(item.data)["round"]
        return number
    return item.round


def _event(item: EventItem, told: Seen) -> EventItem | None:
    """An event as far as it is told; None where it is left out."""
    if item.position > told.until:
        return None
    if not told.without_fees or not isinstance(item.noted, Noted):
        return item
    withheld: dict[str, Any] = {"noted": _without_fees(item.noted)}
    if item.type in FEE_TYPES:
        withheld |= {"data": _NOTHING, "withheld": True}
    elif item.type in _RETOLD:
        withheld["data"] = _encoded(_RETOLD[item.type](msgspec.json.decode(item.data)))
    return structs.replace(item, **withheld)


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


_RETOLD: Final[dict[str, Callable[[dict[str, Any]], dict[str, Any]]]] = {
    **dict.fromkeys(_WHOLE, _whole),
    _REFOLDED: _refolded,
}


def _encoded(data: dict[str, Any]) -> Raw:
    return Raw(msgspec.json.encode(data))
