"""Payments: what really moved on a line, beside what the settlement in force says of it."""

from collections.abc import Iterable

from tables.rounds import events as e
from tables.rounds.events import Irregularity
from tables.rounds.state import Round
from tables.rules.settlement import Line

CODE = "paid_differs"


def difference(paid: e.WagerPaid, line: Line) -> str | None:
    """How a payment differs from its line; None where it doesn't."""
    moved = (paid.paid_cents, paid.collected_cents)
    due = (line.paid_cents, line.collected_cents)
    if moved == due:
        return None
    return f"paid and collected {moved[0]} and {moved[1]} cents, settled {due[0]} and {due[1]}"


def differing(now: Round) -> list[Irregularity]:
    """Each line of the settlement in force of which something else was paid, by the last word."""
    lines = () if now.settlement is None or now.voided else now.settlement.lines
    last: dict[tuple[int, int | None, str, str], e.WagerPaid] = {
        (paid.seat, paid.hand, paid.kind, paid.player): paid for paid in now.paid
    }
    found = []
    for line in lines:
        paid = last.get((line.seat, line.hand, line.kind, line.player))
        detail = None if paid is None else difference(paid, line)
        if detail is not None:
            found.append(Irregularity(CODE, f"{_name(line)}: {detail}"))
    return found


def brought(before: Iterable[Irregularity], now: Round) -> list[Irregularity]:
    """What differs now and didn't before, or not by as much."""
    known = set(before)
    return [note for note in differing(now) if note not in known]


def _name(line: Line) -> str:
    hand = "" if line.hand is None else f" hand {line.hand}"
    return f"seat {line.seat}{hand}, {line.kind} of {line.player}"
