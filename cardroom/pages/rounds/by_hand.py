"""A settlement by hand as a form: a row for each wager, what is paid of it and what collected."""

from collections.abc import Mapping
from typing import Any, Final, NamedTuple

from msgspec import to_builtins

from cardroom.pages.rounds.rows import said
from cardroom.pages.words import cents_of
from tables.replays import RoundReplay
from tables.rounds.events import FloorLine
from tables.rounds.floor import returned
from tables.rounds.replay.words import KINDS, hand_total
from tables.rules.felt import Felt

RESULTS: Final = (
    ("win", "wins: is paid"),
    ("lose", "loses: is collected"),
    ("push", "push: goes back"),
    ("surrender", "surrender: half is collected"),
    ("no_action", "no action: W did not reach it"),
)
_NOT_AN_AMOUNT: Final = "an amount in dollars is needed, as 25 or 12.50"
_TOO_MUCH: Final = "more is collected than the stake"
_UNKNOWN: Final = "say how it came out"


class HandRow(NamedTuple):
    """A wager of the form; amounts as they were typed, `returned` as it follows from them."""

    line: FloorLine
    what: str
    cards: str
    stake: str
    result: str
    paid: str
    collected: str
    returned: str
    fault: str = ""


def rows_of(read: RoundReplay) -> list[HandRow]:
    """The wagers of a round: as they were settled, or else all of them going back."""
    now = read.told.now
    lines = returned(now.felt)
    settled = {} if now.settlement is None else {_key(line): line for line in now.settlement.lines}
    found = []
    for line in lines:
        was = settled.get(_key(line), line)
        found.append(_row(now.felt, line, was.result, was.paid_cents, was.collected_cents))
    return found


def posted(read: RoundReplay, form: Mapping[str, str]) -> list[HandRow]:
    """The same rows as a form has them, each with what is wrong with it."""
    return [_typed(row, number, form) for number, row in enumerate(rows_of(read))]


def sent(rows: list[HandRow]) -> list[dict[str, Any]]:
    """The lines of the event, none of which is faulty."""
    found = []
    for row in rows:
        paid, collected = cents_of(row.paid) or 0, cents_of(row.collected) or 0
        moved = {
            "result": row.result,
            "paid_cents": paid,
            "collected_cents": collected,
            "returned_cents": row.line.stake_cents - collected,
            "due_cents": paid + collected,
        }
        found.append(to_builtins(row.line) | moved)
    return found


def _key(line: Any) -> tuple[int, int | None, str, str]:  # noqa: ANN401 - of either settlement
    return line.seat, line.hand, line.kind, line.player


def _row(felt: Felt, line: FloorLine, result: str, paid: int, collected: int) -> HandRow:
    circle = felt.circles[line.seat]
    hand = None if line.hand is None else circle.hands[line.hand - 1]
    kind = KINDS[line.kind] if len(circle.hands) == 1 or hand is None else f"hand {line.hand}"
    return HandRow(
        line=line,
        what=f"{kind}, backline" if line.backline else kind,
        cards="" if hand is None or not hand.known else hand_total(felt, hand),
        stake=said(line.stake_cents),
        result=result,
        paid=said(paid),
        collected=said(collected),
        returned=said(line.stake_cents - collected),
    )


def _typed(row: HandRow, number: int, form: Mapping[str, str]) -> HandRow:
    typed = row._replace(
        result=form.get(f"result-{number}", ""),
        paid=form.get(f"paid-{number}", "").strip(),
        collected=form.get(f"collected-{number}", "").strip(),
    )
    paid, collected = cents_of(typed.paid), cents_of(typed.collected)
    if paid is None or collected is None:
        return typed._replace(fault=_NOT_AN_AMOUNT, returned="")
    if collected > row.line.stake_cents:
        return typed._replace(fault=_TOO_MUCH, returned="")
    fault = "" if typed.result in dict(RESULTS) else _UNKNOWN
    return typed._replace(returned=said(row.line.stake_cents - collected), fault=fault)
