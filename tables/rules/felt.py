"""The felt: what lies on the table in one round. Cards, hands, wagers, and nothing derived."""

from collections.abc import Iterator

from msgspec import Struct, field

from tables.rules import hands
from tables.rules.offering import Offering


class Wager(Struct):
    """One bettor's wager of one kind in one circle; game stakes are kept by hand, in cents."""

    seat: int
    player: str
    kind: str
    amount_cents: int
    backline: bool = False
    stakes: dict[int, int] = field(default_factory=dict)
    doubled_on: set[int] = field(default_factory=set)


class Hand(Struct):
    """A seat's cards; None is a card that lies face down."""

    number: int
    cards: list[str | None] = field(default_factory=list)
    parent: int = 0
    split: bool = False
    split_aces: bool = False
    doubled: bool = False
    surrendered: bool = False
    stood: bool = False
    due: bool = False
    open_addition: str = ""

    @property
    def known(self) -> list[str]:
        """The cards that lie face up."""
        return [card for card in self.cards if card is not None]

    @property
    def is_known(self) -> bool:
        """Whether every card lies face up."""
        return None not in self.cards

    @property
    def points(self) -> int:
        """The best total of the cards that are known."""
        return hands.total(self.known).points

    @property
    def is_natural(self) -> bool:
        """A natural is dealt, never made by a split (G-06)."""
        return not self.split and self.is_known and hands.is_natural(self.known)


class Circle(Struct):
    """A betting circle in play: who decides for it, its hands and the wagers on them."""

    seat: int
    player: str
    wagers: list[Wager] = field(default_factory=list)
    hands: list[Hand] = field(default_factory=lambda: [Hand(1)])

    def hand(self, number: int) -> Hand | None:
        """The hand of that number, if there is one."""
        return self.hands[number - 1] if 1 <= number <= len(self.hands) else None

    def wager(self, player: str, kind: str) -> Wager | None:
        """That bettor's wager of that kind."""
        for wager in self.wagers:
            if wager.player == player and wager.kind == kind:
                return wager
        return None

    def of_kind(self, kind: str) -> Iterator[Wager]:
        """The wagers of a kind, in the order placed: the seated player's first (G-14)."""
        return (wager for wager in self.wagers if wager.kind == kind)


class Felt(Struct):
    """One round as it lies; `peek` is `""`, `clear`, `natural`, `skipped` or `contradicted`."""

    offering: Offering
    player_dealer_seat: int
    player_dealer: str
    wager_cents: int
    circles: dict[int, Circle] = field(default_factory=dict)
    player_dealer_cards: list[str | None] = field(default_factory=list)
    peek: str = ""
    dealt: bool = False
    button_seat: int | None = None

    @property
    def up_card(self) -> str | None:
        """The player-dealer's first card, once it lies face up."""
        return self.player_dealer_cards[0] if self.player_dealer_cards else None

    @property
    def hole_card(self) -> str | None:
        """The player-dealer's second card, once it is known."""
        return self.player_dealer_cards[1] if len(self.player_dealer_cards) > 1 else None

    @property
    def known_dealer_cards(self) -> list[str]:
        """The player-dealer's cards that lie face up."""
        return [card for card in self.player_dealer_cards if card is not None]

    @property
    def dealer_is_known(self) -> bool:
        """Whether two cards or more lie there and all are known."""
        return len(self.player_dealer_cards) > 1 and None not in self.player_dealer_cards

    @property
    def dealer_was_dealt_natural(self) -> bool:
        """Whether the player-dealer's two first cards are known and a natural."""
        first, hole = self.up_card, self.hole_card
        return first is not None and hole is not None and hands.is_natural((first, hole))

    @property
    def dealer_has_natural(self) -> bool:
        """Whether that natural still stands; a card let stand on it makes it a hand like others."""
        return (
            len(self.player_dealer_cards) == hands.OPENING_CARDS and self.dealer_was_dealt_natural
        )

    def in_order(self, start: int, step: int = 1) -> Iterator[Circle]:
        """The circles in play from a seat on, clockwise for a step of 1."""
        seats = self.offering.rules.seats
        for offset in range(seats):
            circle = self.circles.get((start - 1 + step * offset) % seats + 1)
            if circle is not None:
                yield circle

    def dealing_order(self) -> Iterator[Circle]:
        """The circles in the order in which they are dealt to and decide (P-09)."""
        left = self.player_dealer_seat % self.offering.rules.seats + 1
        return self.in_order(1 if self.offering.rules.deal_from == "seat_1" else left)
