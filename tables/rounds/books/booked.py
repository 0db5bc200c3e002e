"""Booked: what stands posted of a round's settlement, and the postings that a change of it takes.

A line is named by its order, seat, hand, bettor and kind: `1/6/1/P-1004/game`.
"""

from collections.abc import Iterator

from msgspec import Struct

from ledger.rules import posting
from ledger.rules.posting import Entry, Posting
from tables.rounds import events as e
from tables.rounds.state import Round
from tables.rules.settlement import Line

Entries = tuple[Entry, ...]

# Which wager a line is of, in any revision: seat, hand, kind, bettor.
_Wager = tuple[int, int | None, str, str]


class BookedLine(Struct, frozen=True):
    """One line of the settlement in force: what it moved, and what was paid beside that."""

    name: str
    settled: Entries
    differs: Entries


class Booked(Struct, frozen=True):
    """A round's settlement as it stands posted; without lines where none is in force."""

    round: int
    revision: int = 0
    lines: dict[_Wager, BookedLine] = {}


def booked(now: Round) -> Booked:
    """What stands posted of a round."""
    settled = now.settlement
    if settled is None or now.voided:
        return Booked(now.number)
    paid: dict[_Wager, e.WagerPaid] = {
        (one.seat, one.hand, one.kind, one.player): one for one in now.paid
    }
    return Booked(
        now.number,
        settled.revision,
        {
            wager: _booked(now.felt.player_dealer, line, paid.get(wager))
            for line in settled.lines
            for wager in [(line.seat, line.hand, line.kind, line.player)]
        },
    )


def _booked(player_dealer: str, line: Line, paid: e.WagerPaid | None) -> BookedLine:
    name = f"{line.order}/{line.seat}/{line.hand or '-'}/{line.player}/{line.kind}"
    accounts = posting.person(player_dealer), posting.person(line.player)
    cents = line.paid_cents - line.collected_cents
    differs = 0 if paid is None else paid.paid_cents - paid.collected_cents - cents
    return BookedLine(name, posting.moved(*accounts, cents), posting.moved(*accounts, differs))


def settled(fact: e.AnyFact, before: Booked, now: Booked) -> Iterator[Posting]:
    """A settlement, which may take the place of another; its reversal; a payment of a line."""
    if isinstance(fact, e.RoundSettled):
        yield from _taken_back(before, "settlement_superseded")
        yield from _settlement(now)
    elif isinstance(fact, e.RoundReversed):
        yield from _taken_back(before, "settlement_voided")
    yield from _differences(before, now)


def refolded(before: Booked, now: Booked) -> Iterator[Posting]:
    """A settlement whose player-dealer is somebody else now; its lines are settled as before."""
    if before.revision == now.revision and before.lines != now.lines:
        yield from _taken_back(before, "settlement_superseded")
        yield from _settlement(now)
        yield from _differences(before, now)


def _settlement(now: Booked) -> Iterator[Posting]:
    """The lines of a settlement that moved anything."""
    for line in now.lines.values():
        if line.settled:
            yield _posting(now, "settlement", line.name, line.settled)


def _taken_back(before: Booked, kind: str) -> Iterator[Posting]:
    """The exact opposite of what a revision posted."""
    for line in before.lines.values():
        if line.settled:
            yield _posting(before, kind, line.name, posting.opposite(line.settled))


def _differences(before: Booked, now: Booked) -> Iterator[Posting]:
    """What changes in what was paid beside the settlement, by line."""
    for wager in dict.fromkeys((*now.lines, *before.lines)):
        was, is_now = before.lines.get(wager), now.lines.get(wager)
        line = is_now or was
        entries = posting.change(was.differs if was else (), is_now.differs if is_now else ())
        if line is not None and entries:
            yield _posting(now if is_now else before, "paid_differs", line.name, entries)


def _posting(booked: Booked, kind: str, line: str, entries: Entries) -> Posting:
    return Posting(
        kind=kind, line=line, entries=entries, round=booked.round, revision=booked.revision
    )
