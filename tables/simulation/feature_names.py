"""The features that the case files name, and what each means; a run should miss none of them."""

from collections.abc import Iterator
from typing import Final

_ACTIONS: Final = ("hit", "stand", "double", "split", "surrender", "insurance")
_RESULTS: Final = {
    "game": ("win", "lose", "push", "surrender", "no_action"),
    "backline": ("win", "lose", "push", "surrender", "no_action"),
    "insurance": ("win", "lose", "no_action"),
    "red_flex": ("win", "lose", "no_action"),
    "buster": ("win", "lose", "no_action"),
}
# The player-dealer's over hand is at most 26, a player's of three cards at most 30.
_PLAYER_DEALER_MOST: Final = 26
_PLAYER_TOTALS: Final = range(22, 31)


def _play() -> Iterator[tuple[str, str]]:
    for action in _ACTIONS:
        yield f"act-{action}", f"a decision to {action}"
    for splits in (1, 2, 3):
        yield f"splits-{splits}", f"a circle whose hands were split {splits} times in all"
    yield "split-low", "a split of cards from 2 to 9"
    yield "split-tens", "a split of ten-values"
    yield "split-aces", "a split of aces"
    yield "resplit-aces", "a split of aces on a hand that came from a split"
    yield "two-aces", "a player's hand that ends with two or more aces"
    yield "double-after-split", "a double on a hand that a split began, so not on a circle's first"
    yield "surrender-late-hand", "a surrender of three cards or more, or of a split hand"
    yield "added-double", "a backline bettor's addition to a double"
    yield "added-split", "a backline bettor's addition to a split"
    for bettors in (1, 2):
        yield f"backlines-{bettors}", f"a circle with {bettors} backline wagers placed"
    yield "circle-unoccupied", "a wager in the circle of an empty seat"
    yield "pd-highest", "the player-dealer's seat above every wagered one"
    yield "pd-lowest", "the player-dealer's seat below every wagered one"
    yield "pd-between", "the player-dealer's seat between wagered ones"
    yield "rounds-7", "a table's stream that has gone on for seven rounds"


def _player_dealer() -> Iterator[tuple[str, str]]:
    for cards in range(2, 8):
        yield f"dealer-cards-{cards}", f"a player-dealer's hand of {cards} cards"
    yield "dealer-natural", "a player-dealer's natural"
    yield "dealer-natural-red", "a player-dealer's natural in two red cards"
    yield "dealer-888", "a player-dealer's three eights"
    yield "dealer-not-completed", "a player-dealer's hand left short, nothing depending on it"
    yield "natural-beats-21", "a player's 21 that is no natural against a natural"
    yield "natural-v-over", "a player's over hand against a natural"
    for cards in (3, 4, 5):
        yield f"25-v-26-cards-{cards}", f"a player's 25 in {cards} cards against a 26"
    for points in _PLAYER_TOTALS:
        of_three = f"a player's {points} in three cards, both over"
        if points < _PLAYER_DEALER_MOST:
            yield f"over3-{points}-closer", f"{of_three}, the player closer"
        if points <= _PLAYER_DEALER_MOST:
            yield f"over3-{points}-equal", f"{of_three}, equal"
        if points > min(_PLAYER_TOTALS):
            yield f"over3-{points}-further", f"{of_three}, the player further"


def _money() -> Iterator[tuple[str, str]]:
    for kind, results in _RESULTS.items():
        for result in results:
            yield f"{kind}-{result}", f"a settlement line of {kind} with result {result}"
    for kind in ("game", "insurance", "red_flex", "buster"):
        yield f"partial-win-{kind}", f"a {kind} wager that won more than was left to pay it"
        yield f"partial-lose-{kind}", f"a {kind} wager that lost more than was left to collect"
    yield "partial-surrender", "a surrender whose half was not collected in full"
    yield "push-natural", "a push of two naturals"
    yield "push-equal", "a push of equal totals"
    yield "push-over", "a push of two over hands"
    yield "big-side-win", "a side bet that won at 8 to 1 or longer"
    yield "covers-all", "W covers all"
    yield "exhausted", "W does not cover all"
    yield "covers-exactly", "the dues come to W to the cent"
    yield "covers-exactly-push-last", "the same, a push being the last line or the last but one"


FEATURES: Final = dict((*_play(), *_player_dealer(), *_money()))
