"""Exact odds of the side bets: a fresh shoe, nothing removed for the players' cards, no rounding.

Every player-dealer hand is dealt from the whole shoe without replacement and judged by the very
functions that draw and settle. Cards that no side bet tells apart are one kind, and orders of the
same kinds are counted together, so eight decks come to a few thousand hands. A probability stays
a Fraction until it is printed.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from math import sqrt
from typing import Final, NamedTuple

from msgspec import Struct

from cardroom.cards import DECK, TENS, is_red
from tables.rules.hands import Total, player_dealer_draws, total
from tables.rules.paytables import PayTable
from tables.rules.side_bets import buster, red_flex, red_run

Hand = tuple[str, ...]

DECKS: Final = range(1, 9)
SOFT_17: Final = Total(17, soft=True)


class Outcome(Struct, frozen=True, kw_only=True):
    """A row that pays, by its count, the last one open; or with None and None the loss."""

    count: int | None
    odds: int | None
    probability: Fraction


class SideBetOdds(Struct, frozen=True, kw_only=True):
    """What becomes of one unit wagered; the loss stands first in the distribution."""

    table: PayTable
    decks: int
    distribution: tuple[Outcome, ...]

    def _moment(self, power: int) -> Fraction:
        nets = ((row.odds or -1, row.probability) for row in self.distribution)
        return sum((net**power * chance for net, chance in nets), Fraction())

    @property
    def house_edge(self) -> Fraction:
        """What the player-dealer keeps of the unit, on average."""
        return -self._moment(1)

    @property
    def hit_frequency(self) -> Fraction:
        """How often the wager wins."""
        return 1 - self.distribution[0].probability

    @property
    def standard_deviation(self) -> float:
        """Of the unit's net."""
        return sqrt(self._moment(2) - self._moment(1) ** 2)


class _Bet(NamedTuple):
    """How a bet looks at cards: what it tells apart, when it is decided, which row it hits."""

    kind: Callable[[str], str]
    decided: Callable[[Hand], bool]
    odds: Callable[[Sequence[str], PayTable], int | None]
    count: Callable[[Sequence[str]], int]


def _rank(card: str) -> str:
    return "T" if card[0] in TENS else card[0]


_BETS: Final = {
    # The first black card ends the run, whatever its rank and whatever follows (P-28).
    "red_flex": _Bet(
        kind=lambda card: _rank(card) + "H" if is_red(card) else "2S",
        decided=lambda hand: not is_red(hand[-1]),
        odds=red_flex,
        count=red_run,
    ),
    "buster": _Bet(
        kind=lambda card: _rank(card) + "S", decided=lambda _: False, odds=buster, count=len
    ),
}


def side_bet_odds(table: PayTable, *, decks: int, hits_soft_17: bool = True) -> SideBetOdds:
    """The odds of a table's bet; raises ValueError unless there are 1 to 8 decks."""
    if decks not in DECKS:
        raise ValueError(f"a shoe holds 1 to 8 decks, not {decks}")
    bet = _BETS[table.bet]
    copies = {kind: number * decks for kind, number in Counter(map(bet.kind, DECK)).items()}
    draws = player_dealer_draws if hits_soft_17 else _draws_below_soft_17

    def ends(hand: Hand) -> bool:
        """Whether nothing that the bet looks at can still change."""
        return bool(hand) and (bet.decided(hand) or (len(hand) > 1 and not draws(hand)))

    chances: dict[tuple[int, int | None], Fraction] = {(0, None): Fraction()}
    for hand, chance in _ended_hands(copies, ends):
        odds = bet.odds(hand, table)
        row = (0, None) if odds is None else (min(bet.count(hand), table.open_from), odds)
        chances[row] = chances.get(row, Fraction()) + chance
    distribution = tuple(
        Outcome(count=count or None, odds=odds, probability=chances[count, odds])
        for count, odds in sorted(chances)
    )
    return SideBetOdds(table=table, decks=decks, distribution=distribution)


def _draws_below_soft_17(cards: Sequence[str]) -> bool:
    return player_dealer_draws(cards) and total(cards) != SOFT_17


def _ended_hands(
    copies: Mapping[str, int], ends: Callable[[Hand], bool]
) -> Iterator[tuple[Hand, Fraction]]:
    """Each hand at its end with its probability; black cards stand last, else it is sorted."""
    left_in_shoe = sum(copies.values())
    deals = 1
    hands: Mapping[Hand, int] = {(): 1}
    while hands:
        longer: Counter[Hand] = Counter()
        for hand, ways in hands.items():
            if ends(hand):
                yield hand, Fraction(ways, deals)
                continue
            for card, number in copies.items():
                if left := number - hand.count(card):
                    cards = sorted((*hand, card), key=lambda held: (not is_red(held), held))
                    longer[tuple(cards)] += ways * left
        deals *= left_in_shoe
        left_in_shoe -= 1
        hands = longer
