"""Explained lines: each wager of a settlement in a sentence that says why, and cites readings."""

import re
from collections.abc import Iterator
from typing import Final, NamedTuple

from msgspec import UNSET, Struct

from tables.rounds.events import RoundSettled, RoundSettledByFloor
from tables.rounds.replay import reasons, words
from tables.rounds.replay.reasons import Reason
from tables.rounds.replay.words import money
from tables.rules import outcomes
from tables.rules.felt import Felt, Hand
from tables.rules.outcomes import Outcome
from tables.rules.settlement import Line

READING: Final = re.compile(r"[GPNF]-\d\d")
_WOULD: Final = {
    "win": "would have won {owed}",
    "lose": "would have lost",
    "surrender": "would have lost half",
    "push": "would have been a push",
}


class Explained(Struct, frozen=True, kw_only=True):
    """A settlement line with its reason; `readings` begins with the one that the line names.

    `owed_cents` is what the cards ask of W before it runs out, and `short_cents` the part of that
    which W doesn't reach. `left_cents` is what is left of W after the line, None under
    `net_absorbing`; `net_cents` is the player-dealer's running net. `cards` are those that decide:
    of the hand, or of the player-dealer for the other kinds.
    """

    line: Line
    what: str
    cards: tuple[str | None, ...]
    by_cards: str
    owed_cents: int
    left_cents: int | None
    net_cents: int
    sentence: str
    readings: tuple[str, ...]

    @property
    def moved_cents(self) -> int:
        """What W paid or collected."""
        return self.line.paid_cents + self.line.collected_cents

    @property
    def short_cents(self) -> int:
        """What the cards ask of W and W doesn't reach."""
        return self.owed_cents - self.moved_cents

    @property
    def is_cut(self) -> bool:
        """Whether W ended inside this wager."""
        return self.line.result != "no_action" and self.short_cents > 0


class _Said(NamedTuple):
    """What the cards say of one line."""

    outcome: Outcome
    reason: Reason
    cards: tuple[str | None, ...]


def explained(
    felt: Felt, settled: RoundSettled, floor: RoundSettledByFloor | None
) -> tuple[Explained, ...]:
    """Every line of a settlement, by the cards as they lay when it was made."""
    found, moved, net = list[Explained](), 0, 0
    is_gross = settled.coverage_policy == "matched_gross"
    for line in settled.lines:
        moved += line.paid_cents + line.collected_cents
        net += line.collected_cents - line.paid_cents
        left = settled.wager_cents - moved if is_gross else None
        if floor is not None:
            found.append(_by_floor(felt, line, floor, left, net))
        else:
            found.append(_by_rules(felt, line, left, net))
    return tuple(found)


def _by_floor(
    felt: Felt, line: Line, floor: RoundSettledByFloor, left: int | None, net: int
) -> Explained:
    """The floor decided; the cards were not asked."""
    parts = [f"paid {money(line.paid_cents)}"] if line.paid_cents else []
    parts += [f"collected {money(line.collected_cents)}"] if line.collected_cents else []
    parts += [f"{money(line.returned_cents)} goes back"] if line.returned_cents else []
    result = line.result.replace("_", " ")
    text = f"{floor.authorised_by} settled it by hand as {result}: {words.listed(parts)}"
    hand = _hand(felt, line)
    moved = line.paid_cents + line.collected_cents
    return Explained(
        line=line,
        what=what(felt, line),
        cards=tuple(felt.player_dealer_cards if hand is None else hand.cards),
        by_cards="",
        owed_cents=max(line.due_cents, moved),
        left_cents=left,
        net_cents=net,
        sentence=f"{text}. Reason given: {words.sentence(floor.reason)}",
        readings=(),
    )


def _by_rules(felt: Felt, line: Line, left: int | None, net: int) -> Explained:
    said = _said(felt, line)
    owed_cents = said.outcome.due_cents(line.stake_cents)
    text, readings = _money(line, owed_cents, said)
    notes, more = _notes(felt, line)
    cited = (line.rule, *readings, *said.reason.readings, *more)
    return Explained(
        line=line,
        what=what(felt, line),
        cards=said.cards,
        by_cards=said.outcome.result,
        owed_cents=owed_cents,
        left_cents=left,
        net_cents=net,
        sentence=" ".join([text, *notes]),
        readings=tuple(dict.fromkeys(one for one in cited if READING.fullmatch(one))),
    )


def what(felt: Felt, line: Line) -> str:
    """What was wagered on: `game`, `hand 2`, `game, backline`, `Buster`."""
    kind = words.KINDS[line.kind]
    circle = felt.circles.get(line.seat)
    if line.hand is not None and circle is not None and len(circle.hands) > 1:
        kind = f"hand {line.hand}"
    return f"{kind}, backline" if line.backline else kind


def _hand(felt: Felt, line: Line) -> Hand | None:
    """The hand that a line is of; the floor may settle what never was."""
    circle = felt.circles.get(line.seat)
    return None if line.hand is None or circle is None else circle.hand(line.hand)


def _said(felt: Felt, line: Line) -> _Said:
    """The outcome that the rules find, and why."""
    if line.hand is not None:
        hand = felt.circles[line.seat].hands[line.hand - 1]
        return _Said(outcomes.game(felt, hand), reasons.game(felt, hand), tuple(hand.cards))
    cards = tuple(felt.player_dealer_cards)
    if line.kind == "insurance":
        return _Said(outcomes.insurance(felt), reasons.insurance(felt), cards)
    return _Said(outcomes.SIDE_BETS[line.kind](felt), reasons.SIDE_BETS[line.kind](felt), cards)


def _money(line: Line, owed_cents: int, said: _Said) -> tuple[str, tuple[str, ...]]:
    """What became of the stake, as far as W reached, and the readings of coverage."""
    why = said.reason.text
    if line.result == "no_action":
        would = _WOULD[said.outcome.result].format(owed=money(owed_cents))
        kept = " and the collection fee stays" if line.kind == "game" else ""
        text = (
            f"W was used up before its turn: no action, the stake of {money(line.returned_cents)}"
            f" goes back{kept}. By the cards it {would}: {why}."
        )
        return text, ("G-20", "G-26") if kept else ("G-26",)
    if line.result == "push":
        return words.sentence(f"{why}; {money(line.returned_cents)} goes back, W gives nothing"), ()
    moved_cents = line.paid_cents + line.collected_cents
    short = moved_cents < owed_cents
    return (
        words.sentence(f"{why}{_cut(line, owed_cents) if short else _whole(line)}"),
        ("G-12", "G-18", "G-26") if short else (),
    )


def _whole(line: Line) -> str:
    """A wager that W reached."""
    if line.odds is not UNSET:
        stake = f"the stake of {money(line.returned_cents)} goes back"
        return f"; {line.odds} pays {money(line.paid_cents)}, {stake}"
    if line.returned_cents:
        collected, back = money(line.collected_cents), money(line.returned_cents)
        return f"; {collected} is collected, {back} goes back"
    return f"; the stake of {money(line.collected_cents)} is collected"


def _cut(line: Line, owed_cents: int) -> str:
    """A wager that W's end cuts."""
    owed, back = money(owed_cents), money(line.returned_cents)
    if line.odds is not UNSET:
        return (
            f", but W ends here: of {owed} due at {line.odds} {money(line.paid_cents)} is paid,"
            f" the stake of {back} goes back and nothing more is owed"
        )
    collected = money(line.collected_cents)
    return f", but W ends here: of {owed} due {collected} is collected, {back} goes back"


def _notes(felt: Felt, line: Line) -> tuple[list[str], tuple[str, ...]]:
    """Doubles, splits and backline, where they made the stake what it is."""
    found = list(_each_note(felt, line))
    return [text for text, _ in found if text], tuple(id_ for _, ids in found for id_ in ids)


def _each_note(felt: Felt, line: Line) -> Iterator[tuple[str, tuple[str, ...]]]:
    circle = felt.circles[line.seat]
    wager = circle.wager(line.player, line.kind)
    if line.backline and line.kind == "game":
        yield f"{line.player} is bound by what seat {line.seat} decided.", ("G-14", "G-15")
    if line.hand is None or wager is None:
        return
    hand = circle.hands[line.hand - 1]
    if hand.doubled and (line.hand in wager.doubled_on or not line.backline):
        stake = money(line.stake_cents)
        yield f"The double settles with its hand as one stake of {stake}.", ("G-13",)
    elif hand.split:
        yield "", ("G-13",)
