"""Events without what they tell of fees: those of a table that never announced a box.

Nobody counts there, so its rounds are told to who may count, but not what was paid into the box
that the table doesn't tell of: its first removal would make it one that is counted.
"""

from collections.abc import Callable, Collection
from typing import Any, Final

import msgspec
from msgspec import Raw, structs

from tables.rounds import events as e
from tables.rounds import payments
from tables.rounds.codec import NAMES
from tables.rounds.events import Noted
from tables.views import EventItem

# The irregularity whose details name amounts of fees.
FEE: Final = "fee"
# Those with amounts of rounds that an event of no round may be noted with, for it touched them.
OF_ROUNDS: Final = frozenset({FEE, payments.CODE})
_FEES: Final = frozenset({FEE})
FEE_TYPES: Final = frozenset(
    NAMES[fact] for fact in (e.FeeCollected, e.FeeWaived, e.FeeRefunded, e.FeesAssessed)
)
WHOLE: Final = frozenset(NAMES[fact] for fact in (e.RoundCorrected, e.RoundReportedLate))
_REFOLDED: Final = NAMES[e.RoundRefolded]


def feeless(item: EventItem) -> EventItem | None:
    """An event without its fees; None for one of a fee."""
    if item.type in FEE_TYPES:
        return None
    told = without_notes(item, _FEES)
    if item.type in _RETOLD:
        data = _RETOLD[item.type](msgspec.json.decode(item.data))
        return structs.replace(told, data=Raw(msgspec.json.encode(data)))
    return told


def without_notes(item: EventItem, codes: Collection[str] = OF_ROUNDS) -> EventItem:
    """An event without what is noted of rounds, which its correction may have brought up."""
    noted = item.noted
    return structs.replace(item, noted=_noted(noted, codes)) if isinstance(noted, Noted) else item


def _noted(noted: Noted, codes: Collection[str]) -> Noted:
    return structs.replace(
        noted,
        irregularities=tuple(note for note in noted.irregularities if note.code not in codes),
        events=tuple(_noted(each, codes) for each in noted.events),
    )


def _whole(data: dict[str, Any]) -> dict[str, Any]:
    """A whole round without its fee events."""
    return {**data, "events": [one for one in data["events"] if one["type"] not in FEE_TYPES]}


def _refolded(data: dict[str, Any]) -> dict[str, Any]:
    """What events stand for now, without what is noted of fees."""
    noted = msgspec.convert(data["noted"], tuple[Noted, ...])
    return {**data, "noted": [_noted(each, _FEES) for each in noted]}


_RETOLD: Final[dict[str, Callable[[dict[str, Any]], dict[str, Any]]]] = {
    **dict.fromkeys(WHOLE, _whole),
    _REFOLDED: _refolded,
}
