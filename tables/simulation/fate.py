"""Fate: which cards a round would like, so that rare deals come up often enough to be tried."""

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random

from tables.rules.ruleset import RuleSet
from tables.simulation.reading import TENS
from tables.simulation.shoe import ANY, Want


@dataclass(frozen=True, kw_only=True)
class Fate:
    """Wishes to the shoe and to the players; without any, a round is left to chance.

    `aim` is a total that players hit for; `plain` leaves out side bets and backline, `few` most
    circles; `exact` changes W to what some of the wagers come to.
    """

    player_dealer: Sequence[Want] = ()
    first: Sequence[Want] = ()
    later: Want = ANY
    aim: int = 0
    splits: bool = False
    surrenders: bool = False
    plain: bool = False
    few: bool = False
    exact: bool = False

    def for_player_dealer(self, dealt: int) -> Want:
        """The wish for the player-dealer's next card; the last one holds for all that follow."""
        if not self.player_dealer:
            return ANY
        return self.player_dealer[min(dealt, len(self.player_dealer) - 1)]

    def for_hand(self, dealt: int) -> Want:
        """The wish for one of a hand's first two cards."""
        return self.first[dealt] if dealt < len(self.first) else ANY


def draw_fate(rng: Random, rules: RuleSet, *, rare: float) -> Fate:
    """An ordinary round, or with probability `rare` one whose cards are wished for."""
    return rng.choice(_RARE)(rng, rules) if rng.random() < rare else Fate()


def _pairs(rng: Random, _: RuleSet) -> Fate:
    """Equal first cards and more of the same to follow, for splits up to the caps."""
    rank = rng.choice(("A", "A", rng.choice(TENS), rng.choice("23456789")))
    return Fate(first=(Want(rank), Want(rank)), later=Want(rank), splits=True, few=True)


def _natural_dealer(rng: Random, rules: RuleSet) -> Fate:
    """The player-dealer's natural, often with the ace up, against whatever stands."""
    red = rng.random() < 0.4
    ace, ten = Want("A", red=red), Want(TENS, red=red)
    cards = (ace, ten) if rules.insurance or rng.random() < 0.5 else (ten, ace)
    if rules.insurance and rng.random() < 0.4:
        cards = (ace, Want("23456789"))
    first = rng.choice(((), (Want("A"), Want(TENS)), (Want("5678"), Want("345678"))))
    return Fate(player_dealer=cards, first=first, aim=rng.choice((0, 21, 24)))


def _far_over(rng: Random, _: RuleSet) -> Fate:
    """Both over, by totals that the special pushes tell apart."""
    sixteen = ((Want("6"), Want(TENS)), (Want("9"), Want("7")), (Want(TENS), Want("5"), Want("A")))
    last = Want(rng.choice((TENS, TENS, "9", "8", "7", "6")))
    small = (Want("23"), Want("2345")) if rng.random() < 0.4 else ()
    aim = rng.choice((22, 23, 24, 25, 25, 26, 27, 28, 29, 30))
    return Fate(player_dealer=(*rng.choice(sixteen), last), first=small, aim=aim)


def _long_hand(rng: Random, _: RuleSet) -> Fate:
    """A player-dealer who needs many cards, sometimes red ones."""
    red = rng.random() < 0.5
    small = Want("23", red=red)
    return Fate(player_dealer=(small,) * 6 + (Want(TENS, red=red),))


def _three_eights(rng: Random, _: RuleSet) -> Fate:
    """The player-dealer's 8-8-8."""
    return Fate(player_dealer=(Want("8"),), aim=rng.choice((0, 22, 24, 26)))


def _decided_early(rng: Random, rules: RuleSet) -> Fate:
    """Nothing left to settle by the player-dealer's hand: naturals and surrenders only."""
    first = (Want(TENS), Want("A")) if rules.surrender == "none" or rng.random() < 0.5 else ()
    return Fate(
        player_dealer=(Want("6"), Want("9T")),
        first=first,
        surrenders=True,
        plain=True,
        few=True,
    )


def _red(rng: Random, _: RuleSet) -> Fate:
    """Red cards for the player-dealer, so that side bets pay much."""
    return Fate(player_dealer=(Want("", red=True), Want("", red=rng.random() < 0.8)))


def _even(_: Random, __: RuleSet) -> Fate:
    """Equal totals, and a W that may be just what the others lose."""
    twenty = (Want(TENS), Want(TENS))
    return Fate(player_dealer=twenty, first=twenty, plain=True, few=True, exact=True)


_RARE = (
    _pairs,
    _natural_dealer,
    _far_over,
    _long_hand,
    _three_eights,
    _decided_early,
    _red,
    _even,
)
