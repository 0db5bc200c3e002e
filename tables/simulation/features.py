"""Features: what is rare or telling in a round, counted from its events and its settlement.

What cards and people did is read from the events, what money did from the settlement that the
service answered with; a round without one, as a voided round is, shows only its play.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from cardroom.cards import is_red
from tables.simulation import reading
from tables.simulation.stream import Event
from tables.simulation.telling import Decision, Place, Told, tell

Settlement = Mapping[str, Any]
Line = Mapping[str, Any]

_BIG_ODDS: Final = 8
_TWO_DEALT: Final = 2
_THREE_CARDS: Final = 3
_LIMIT: Final = 21


def features_of(settlement: Settlement | None, events: Sequence[Event]) -> Counter[str]:
    """How often each feature shows in one round."""
    told = tell(events)
    found = Counter(_of_wagers(told))
    found.update(_of_splits(told))
    for decision in told.decisions:
        found.update(_of_decision(decision))
    if told.completed:
        found.update(_of_player_dealer(told))
        for place, hand in told.hands.items():
            found.update(_against_player_dealer(told, place, hand))
    if settlement is not None:
        found.update(_of_coverage(told, settlement))
        for line in settlement["lines"]:
            found.update(_of_line(told, line))
    return found


def _of_wagers(told: Told) -> Iterator[str]:
    for bettors in Counter(told.backed).values():
        yield f"backlines-{bettors}"
    yield from ["circle-unoccupied"] * told.unoccupied
    yield from (f"added-{action}" for action in told.additions)
    if told.wagered:
        seat = told.player_dealer_seat
        highest, lowest = seat > max(told.wagered), seat < min(told.wagered)
        yield "pd-highest" if highest else "pd-lowest" if lowest else "pd-between"


def _of_splits(told: Told) -> Iterator[str]:
    splits = Counter(made.place[0] for made in told.decisions if made.action == "split")
    yield from (f"splits-{number}" for number in splits.values())
    for cards in told.hands.values():
        if sum(card[0] == "A" for card in cards) > 1:
            yield "two-aces"


def _of_decision(made: Decision) -> Iterator[str]:
    yield f"act-{made.action}"
    rank = made.cards[0][0]
    if made.action == "split":
        tens = rank in reading.TENS
        yield "split-aces" if rank == "A" else "split-tens" if tens else "split-low"
        if rank == "A" and made.of_split:
            yield "resplit-aces"
    if made.action == "double" and made.place[1] > 1:
        yield "double-after-split"
    if made.action == "surrender" and (made.of_split or len(made.cards) > _TWO_DEALT):
        yield "surrender-late-hand"


def _of_player_dealer(told: Told) -> Iterator[str]:
    cards = told.player_dealer
    yield f"dealer-cards-{len(cards)}"
    if reading.is_natural(cards):
        yield "dealer-natural"
        if all(map(is_red, cards)):
            yield "dealer-natural-red"
    if [card[0] for card in cards] == ["8", "8", "8"]:
        yield "dealer-888"
    if reading.player_dealer_draws(cards):
        yield "dealer-not-completed"


def _against_player_dealer(told: Told, place: Place, hand: Sequence[str]) -> Iterator[str]:
    """Two over hands, or a player's hand that cannot stand up to a natural."""
    points, against = reading.points(hand), reading.points(told.player_dealer)
    if reading.is_natural(told.player_dealer):
        if points > _LIMIT:
            yield "natural-v-over"
        if points == _LIMIT and not told.is_natural(place):
            yield "natural-beats-21"
    if points > _LIMIT and against > _LIMIT:
        if len(hand) == _THREE_CARDS:
            closer, equal = points < against, points == against
            yield f"over3-{points}-{'closer' if closer else 'equal' if equal else 'further'}"
        if (points, against) == (25, 26):
            yield f"25-v-26-cards-{len(hand)}"


def _of_coverage(told: Told, settlement: Settlement) -> Iterator[str]:
    lines = settlement["lines"]
    if not settlement["covers_all"]:
        yield "exhausted"
        return
    yield "covers-all"
    if sum(line["due_cents"] for line in lines) == told.wager_cents:
        yield "covers-exactly"
        if any(line["result"] == "push" for line in lines[-2:]):
            yield "covers-exactly-push-last"


def _of_line(told: Told, line: Line) -> Iterator[str]:
    kind, result = line["kind"], line["result"]
    yield f"{kind}-{result}"
    if line["backline"]:
        yield f"backline-{result}"
    if line["paid_cents"] + line["collected_cents"] < line["due_cents"]:
        yield "partial-surrender" if result == "surrender" else f"partial-{result}-{kind}"
    if result == "push":
        place = (line["seat"], line["hand"])
        over = reading.points(told.hands[place]) > _LIMIT
        yield "push-natural" if told.is_natural(place) else "push-over" if over else "push-equal"
    if kind in {"red_flex", "buster"} and line["due_cents"] >= _BIG_ODDS * line["stake_cents"]:
        yield "big-side-win"
