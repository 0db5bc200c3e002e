"""Money of fees: where it lies, and the postings that bring it there.

A line is named by whose fee it is: seat, payer, role and purpose, `4/P-1004/player/collection`.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from typing import NamedTuple

from msgspec import Struct

from ledger.rules import posting
from ledger.rules.posting import Posting
from tables.rounds.furniture import Box
from tables.rounds.state import Fee


class Place(NamedTuple):
    """Where money of a purpose lies: in a box period, or in none."""

    purpose: str
    box: Box | None


class Payer(NamedTuple):
    """Whose money it is, and for what."""

    seat: int
    player: str
    role: str
    purpose: str


class Moved(Struct, frozen=True):
    """A posting of fee money, and what each place receives by it."""

    posting: Posting
    places: dict[Place, int]


Laid = dict[Payer, dict[Place, int]]


def laid(fees: Iterable[Fee]) -> Laid:
    """By payer, what lies where: collected less refunded. A waiver moves nothing."""
    found: Laid = {}
    for fee in fees:
        if fee.what != "waived":
            payer = Payer(fee.seat, fee.player, fee.role, fee.purpose)
            signed = fee.amount_cents if fee.what == "collected" else -fee.amount_cents
            place, places = Place(fee.purpose, fee.box), found.setdefault(payer, {})
            places[place] = places.get(place, 0) + signed
    return found


def laid_in(fees: Iterable[Fee]) -> dict[Place, int]:
    """By place, what lies there of a round: collected less refunded, in cents."""
    found: Counter[Place] = Counter()
    for places in laid(fees).values():
        found.update(places)
    return dict(found)


def reported(table: str, number: int, fees: Iterable[Fee]) -> Iterator[Moved]:
    """Fees as they were reported: what was collected, and what was refunded."""
    told = list(fees)
    for what in ("collected", "refunded"):
        for payer, places in laid([fee for fee in told if fee.what == what]).items():
            yield _moved(table, number, f"fee_{what}", payer, places)


def corrected(table: str, number: int, before: Laid, now: Laid) -> Iterator[Moved]:
    """The difference that a correction makes; what only changes its box is moved."""
    for payer in sorted(before.keys() | now.keys()):
        places = Counter(now.get(payer, {}))
        places.subtract(before.get(payer, {}))
        if any(places.values()):
            kind = "fee_corrected" if sum(places.values()) else "fee_moved"
            yield _moved(table, number, kind, payer, places)


def account(table: str, place: Place) -> str:
    """The account of a place."""
    if place.box is None:
        return posting.unboxed(table, place.purpose)
    return posting.box(place.box.box, place.purpose)


def _moved(table: str, number: int, kind: str, payer: Payer, places: Mapping[Place, int]) -> Moved:
    whose, received = posting.person(payer.player), dict[str, int]()
    for place, cents in places.items():
        there = account(table, place)
        received[there] = received.get(there, 0) + cents
        received[whose] = received.get(whose, 0) - cents
    line = f"{payer.seat}/{payer.player}/{payer.role}/{payer.purpose}"
    entries = posting.entries(received)
    return Moved(Posting(kind=kind, line=line, entries=entries, round=number), dict(places))
