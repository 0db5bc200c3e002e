"""A round told again from its events: whose cards, who decided what, how many backed it."""

from collections.abc import Iterable
from dataclasses import dataclass, field

from tables.simulation import reading
from tables.simulation.stream import Event

Place = tuple[int, int]


@dataclass(slots=True)
class Decision:
    """An action with what lay before the player; `of_split` for a hand that came from a split."""

    action: str
    place: Place
    cards: tuple[str, ...]
    of_split: bool


@dataclass(slots=True)
class Told:
    """Cards by (seat, hand), the player-dealer's cards, and what people did."""

    player_dealer_seat: int = 0
    wager_cents: int = 0
    hands: dict[Place, list[str]] = field(default_factory=dict)
    player_dealer: list[str] = field(default_factory=list)
    decisions: list[Decision] = field(default_factory=list)
    additions: list[str] = field(default_factory=list)
    wagered: list[int] = field(default_factory=list)
    backed: list[int] = field(default_factory=list)
    unoccupied: int = 0
    split: set[Place] = field(default_factory=set)
    completed: bool = False

    def is_natural(self, place: Place) -> bool:
        """Whether a hand is a natural: its first two cards, and no split before."""
        return place not in self.split and reading.is_natural(self.hands[place])


def tell(events: Iterable[Event]) -> Told:
    """Gather what features are read from; events that none depends on are passed over."""
    told = Told()
    for event in events:
        data = event["data"]
        match event["type"]:
            case "round.opened":
                told.player_dealer_seat = data["player_dealer_seat"]
                told.wager_cents = data["wager_cents"]
            case "player_dealer.wagered":
                told.wager_cents = data["wager_cents"]
            case "wager.placed":
                _placed(told, event)
            case "card.dealt" if data["to"] == "seat":
                told.hands.setdefault((data["seat"], data["hand"]), []).append(data["card"])
            case "card.dealt":
                told.player_dealer.append(data["card"])
            case "card.revealed":
                told.player_dealer[data["index"] - 1] = data["card"]
            case "decision.made":
                _decided(told, event)
            case "wager.added":
                told.additions.append(_added_to(told, data["seat"], data["hand"]))
            case "round.completed":
                told.completed = True
    return told


def _placed(told: Told, event: Event) -> None:
    data = event["data"]
    told.wagered.append(data["seat"])
    if data.get("backline"):
        told.backed.append(data["seat"])
    elif "player" in data:
        told.unoccupied += 1


def _decided(told: Told, event: Event) -> None:
    data = event["data"]
    place = (data["seat"], data.get("hand", 1))
    cards = told.hands[place]
    told.decisions.append(Decision(data["action"], place, tuple(cards), place in told.split))
    if data["action"] == "split":
        new = (place[0], 1 + max(hand for seat, hand in told.hands if seat == place[0]))
        told.hands[new] = [cards.pop()]
        told.split |= {place, new}


def _added_to(told: Told, seat: int, hand: int) -> str:
    """Whether an addition went to a double, which is then that hand's last decision, or a split."""
    last = [made.action for made in told.decisions if made.place == (seat, hand)][-1:]
    return "double" if last == ["double"] else "split"
