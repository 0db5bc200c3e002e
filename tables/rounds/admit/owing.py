"""Noting of fee exceptions: each on the event with which it is known, and once."""

from collections.abc import Iterable
from typing import Final, get_args

from msgspec import structs

from ledger.rules.exceptions import Code
from tables.rounds import events as e
from tables.rounds.admit.facts import Facts
from tables.rounds.admit.fees import payer
from tables.rounds.admit.judge import Happened, round_of
from tables.rounds.codec import Recorded
from tables.rounds.events import Irregularity, Noted
from tables.rounds.fee_exceptions import ending, going_back, moving
from tables.rounds.fee_fold import Instead
from tables.rounds.furniture import Box
from tables.rounds.state import Table

CODE: Final = "fee"

_CODES: Final = frozenset(get_args(Code))
# What comes behind: on whose word something rests, and in which box money lies.
_BEHIND: Final = frozenset({"authorisation_claimed", CODE})


def exceptions(table: Table, event: Happened, facts: Facts) -> list[Irregularity]:
    """What fee money, or the end of a round, brings to light.

    Late and unexpected money says so itself; what is missing or wrong shows when the round ends,
    and with money that still comes or goes after that.
    """
    match event.fact:
        case e.FeeCollected() | e.FeeWaived() | e.FeeRefunded() as fact:
            now = round_of(table, event, facts)
            found = moving(now, fact, fact.player or payer(now, table, fact))
        case e.RoundCompleted() | e.RoundSettledByFloor():
            found = ending(round_of(table, event, facts))
        case e.RoundVoided():
            said = event.noted if isinstance(event, Recorded) else facts.house
            of_void = going_back if said.void_fee == "refunded" else ending
            found = of_void(round_of(table, event, facts))
        case _:
            return []
    return [Irregularity(CODE, str(one)) for one in found]


def elsewhere(instead: Instead) -> list[Irregularity]:
    """Money that lies in another box than its round's, for that one is counted."""
    return [
        Irregularity(CODE, f"counted_box: the round's {purpose} box is counted, {_place(box)}")
        for purpose, box in instead.items()
    ]


def _place(box: Box | None) -> str:
    return "and there is no other" if box is None else f"money lies in {box.box}"


def brought(before: Iterable[Noted], after: Iterable[Noted]) -> list[Irregularity]:
    """Fee exceptions that a round has now and hadn't before."""
    known = {note for one in before for note in one.irregularities}
    return [
        note
        for one in after
        for note in one.irregularities
        if _is_exception(note) and note not in known
    ]


def noted_anew(noted: Noted, found: list[Irregularity]) -> Noted:
    """A note with these fee exceptions instead of those that it has."""
    kept = [note for note in noted.irregularities if not _is_exception(note)]
    if not found and len(kept) == len(noted.irregularities):
        return noted
    at = next((at for at, note in enumerate(kept) if note.code in _BEHIND), len(kept))
    return structs.replace(noted, irregularities=(*kept[:at], *found, *kept[at:]))


def _is_exception(note: Irregularity) -> bool:
    return note.code == CODE and note.detail.partition(":")[0] in _CODES
