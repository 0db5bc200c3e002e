"""A round in play: the circles with their wagers and hands, the player-dealer's cards."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from random import Random
from typing import Any

from tables.simulation import reading
from tables.simulation.fate import Fate
from tables.simulation.people import People
from tables.simulation.setting import Setting
from tables.simulation.shoe import ANY, Shoe, Want
from tables.simulation.stream import Stream


@dataclass(slots=True)
class Hand:
    """A seat's cards; `backers` holds each backline bettor's stake on them, in cents.

    `hesitating` bettors back a split hand only when its turn comes.
    """

    cards: list[str] = field(default_factory=list)
    backers: dict[str, int] = field(default_factory=dict)
    hesitating: list[str] = field(default_factory=list)
    from_split: bool = False
    ended: bool = False
    doubled: bool = False
    surrendered: bool = False

    @property
    def points(self) -> int:
        """The best total."""
        return reading.points(self.cards)

    @property
    def is_natural(self) -> bool:
        """A natural needs the two cards first dealt."""
        return not self.from_split and reading.is_natural(self.cards)


@dataclass(slots=True)
class Circle:
    """A betting circle with its game wager; an empty seat's is played from another seat."""

    seat: int
    player: str
    seated: bool
    stake_cents: int
    side_bets: dict[str, int] = field(default_factory=dict)
    backline: dict[str, int] = field(default_factory=dict)
    hands: list[Hand] = field(default_factory=list)

    def naming(self) -> dict[str, str]:
        """The player of a circle whose seat is empty has to be named."""
        return {} if self.seated else {"player": self.player}


@dataclass(slots=True)
class Round:
    """What everybody at the table can see, and the hole card."""

    number: int
    player_dealer_seat: int
    setting: Setting
    people: People
    rng: Random
    shoe: Shoe
    stream: Stream
    fate: Fate
    wager_cents: int = 0
    circles: dict[int, Circle] = field(default_factory=dict)
    player_dealer: list[str] = field(default_factory=list)

    def tell(self, kind: str, /, **data: Any) -> None:
        """Write an event of this round."""
        self.stream.write(kind, data, number=self.number)

    def chance(self, probability: float) -> bool:
        """Whether something of this probability happens."""
        return self.rng.random() < probability

    def in_order(self) -> Iterator[Circle]:
        """Wagered circles in the order of the deal, which is that of the decisions too."""
        seats = self.setting.rules.seats
        from_left = self.setting.rules.deal_from == "player_dealer_left"
        first = self.player_dealer_seat + 1 if from_left else 1
        for step in range(seats):
            circle = self.circles.get((first - 1 + step) % seats + 1)
            if circle:
                yield circle

    def decide(self, circle: Circle, number: int, action: str, cents: int = 0) -> None:
        """Write what a hand's player decides, with the amount where one is put down."""
        amount = {"amount_cents": cents} if cents else {}
        self.tell("decision.made", seat=circle.seat, hand=number, action=action, **amount)

    def deal_to(self, circle: Circle, number: int, want: Want = ANY) -> None:
        """Deal a card to a circle's hand, face up."""
        card = self.shoe.draw(want)
        circle.hands[number - 1].cards.append(card)
        self.tell("card.dealt", to="seat", seat=circle.seat, hand=number, card=card, face="up")

    def deal_to_player_dealer(self, *, face: str) -> None:
        """Deal a card to the player-dealer."""
        card = self.shoe.draw(self.fate.for_player_dealer(len(self.player_dealer)))
        self.player_dealer.append(card)
        shown = card if face == "up" else None
        self.tell("card.dealt", to="player_dealer", card=shown, face=face)
