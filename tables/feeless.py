"""Events without what they tell of fees: those of a table that never announced a box.

Nobody counts there, so its rounds are told to who may count, but not what was paid into the box
that the table doesn't tell of: its first removal would make it one that is counted.
"""

from collections.abc import Callable, Iterable
from typing import Any, Final

import msgspec
from msgspec import Raw, structs

from tables.rounds import events as e
from tables.rounds.codec import NAMES
from tables.rounds.events import Irregularity, Noted
from tables.views import EventItem

# The irregularity whose details name amounts of fees.
FEE: Final = "fee"
FEE_TYPES: Final = frozenset(
    NAMES[fact] for fact in (e.FeeCollected, e.FeeWaived, e.FeeRefunded, e.FeesAssessed)
)
WHOLE: Final = frozenset(NAMES[fact] for fact in (e.RoundCorrected, e.RoundReportedLate))
_REFOLDED: Final = NAMES[e.RoundRefolded]


def feeless(item: EventItem) -> EventItem | None:
    """An event without its fees; None for one of a fee."""
    if item.type in FEE_TYPES:
        return None
    told = without_notes(item)
    if item.type in _RETOLD:
        data = _RETOLD[item.type](msgspec.json.decode(item.data))
        return structs.replace(told, data=Raw(msgspec.json.encode(data)))
    return told


def without_notes(item: EventItem) -> EventItem:
    """Fees of any round may be noted, with a correction of a table's event that brought them up."""
    noted = item.noted
    return structs.replace(item, noted=_noted(noted)) if isinstance(noted, Noted) else item


def others(notes: Iterable[Irregularity]) -> tuple[Irregularity, ...]:
    """Irregularities that name no fee."""
    return tuple(note for note in notes if note.code != FEE)


def _noted(noted: Noted) -> Noted:
    return structs.replace(
        noted,
        irregularities=others(noted.irregularities),
        events=tuple(_noted(each) for each in noted.events),
    )


def _whole(data: dict[str, Any]) -> dict[str, Any]:
    """A whole round without its fee events."""
    return {**data, "events": [one for one in data["events"] if one["type"] not in FEE_TYPES]}


def _refolded(data: dict[str, Any]) -> dict[str, Any]:
    """What events stand for now, without what is noted of fees."""
    noted = msgspec.convert(data["noted"], tuple[Noted, ...])
    return {**data, "noted": [_noted(each) for each in noted]}


_RETOLD: Final[dict[str, Callable[[dict[str, Any]], dict[str, Any]]]] = {
    **dict.fromkeys(WHOLE, _whole),
    _REFOLDED: _refolded,
}
