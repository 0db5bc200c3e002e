"""Noting of fee exceptions: each on the event with which it is known, and once."""

from collections import Counter
from collections.abc import Iterable
from typing import Final, get_args

from msgspec import structs

from ledger.rules.exceptions import Code
from tables.rounds import events as e
from tables.rounds.admit.facts import Facts
from tables.rounds.admit.fees import payer
from tables.rounds.admit.judge import Happened, round_of
from tables.rounds.codec import Event, Recorded
from tables.rounds.events import Irregularity, Noted
from tables.rounds.fee_exceptions import ending, going_back, moving
from tables.rounds.fee_fold import WHAT, Instead
from tables.rounds.furniture import Box
from tables.rounds.state import Fee, Table

CODE: Final = "fee"

# Most events tell nothing of fees, which is asked first.
_TELLING: Final = frozenset(get_args(e.FeeFact | e.EndFact))
_SIGNS: Final = {"collected": 1, "refunded": -1, "waived": 0}
_CODES: Final = frozenset(get_args(Code))
# What comes behind: on whose word something rests, and in which box money lies.
_BEHIND: Final = frozenset({"authorisation_claimed", CODE})


def exceptions(table: Table, event: Happened, facts: Facts) -> list[Irregularity]:
    """What fee money, or the end of a round, brings to light.

    Late and unexpected money says so itself; what is missing or wrong shows when the round ends,
    and with money that still comes or goes after that.
    """
    fact = event.fact
    if type(fact) not in _TELLING:
        return []
    now = round_of(table, event, facts)
    if isinstance(fact, e.FeeFact):
        found = moving(now, fact, fact.player or payer(now, table, fact))
    elif isinstance(fact, e.RoundVoided):
        said = event.noted if isinstance(event, Recorded) else facts.house
        found = going_back(now) if said.void_fee == "refunded" else ending(now)
    else:
        found = ending(now)
    return [Irregularity(CODE, str(one)) for one in found]


def elsewhere(
    table: Table, event: Event, facts: Facts, noted: Noted, instead: Instead
) -> list[Irregularity]:
    """Money that lies in another box than its round's, for that one is counted."""
    if isinstance(event.fact, e.FeeFact):
        purposes = set[str]() if isinstance(event.fact, e.FeeWaived) else {event.fact.purpose}
    else:
        purposes = _moving(_fees_before(table, event, facts), event, noted)
    return [
        Irregularity(CODE, f"counted_box: the round's {purpose} box is counted, {_place(box)}")
        for purpose, box in instead.items()
        if purpose in purposes
    ]


def _fees_before(table: Table, event: Event, facts: Facts) -> list[Fee]:
    is_new = isinstance(event.fact, e.RoundReportedLate)
    return [] if is_new else round_of(table, event, facts).fees


def _moving(before: Iterable[Fee], event: Event, noted: Noted) -> set[str]:
    """The purposes of which a whole round moves money: less or more than somebody had paid."""
    money: Counter[tuple[str, int, str, str]] = Counter()
    for fee in before:
        money[fee.purpose, fee.seat, fee.player, fee.role] -= _SIGNS[fee.what] * fee.amount_cents
    for given, beside in zip(event.given, noted.events, strict=True):
        fact = given.fact
        if isinstance(fact, e.FeeFact):
            player = fact.player or str(beside.player)
            sign = _SIGNS[WHAT[type(fact)]]
            money[fact.purpose, fact.seat, player, fact.role] += sign * fact.amount_cents
    return {purpose for (purpose, *_), cents in money.items() if cents}


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
