"""Random finished rounds, as plain dicts for the judge and as a felt for the engine."""

from random import Random
from typing import Any

from tables.rules.felt import Circle, Felt, Hand, Wager
from tables.rules.hands import player_dealer_draws
from tests.builders import BUSTER, FLYER, PURE, an_offering

Dict = dict[str, Any]

RANKS = "23456789TJQKA"
CARDS = [rank + suit for rank in RANKS for suit in "SHDC"]
RICH = ["AS", "AH", "TD", "KC", "JH", "8D", "8C", "8H"]  # naturals and eights are rare otherwise
ODDS: dict[str, Dict] = {
    PURE: {"red_flex": [2, 3, 8, 50, 100, 250], "buster": [1, 3, 6, 30, 100, 200]},
    BUSTER: {"red_flex": [], "buster": [2, 2, 4, 15, 50, 300]},
    FLYER: {"red_flex": [], "buster": []},
}
SIDE_BETS = {PURE: ("red_flex", "buster"), BUSTER: ("buster",), FLYER: ()}


def a_card(rng: Random) -> str:
    """A card; the rich ones come more often than from a shoe."""
    return rng.choice(RICH if rng.random() < 0.3 else CARDS)


def some_cards(rng: Random, least: int) -> list[str]:
    """A hand of two to seven cards, whatever a player may have been thinking."""
    return [a_card(rng) for _ in range(max(least, rng.choice((2, 2, 2, 3, 3, 3, 4, 5, 7))))]


def dealer_cards(rng: Random) -> list[str]:
    """The player-dealer's cards by the chart, but now and then one that the floor let stand."""
    cards = [a_card(rng), a_card(rng)]
    while player_dealer_draws(cards) or (len(cards) < 9 and rng.random() < 0.02):
        cards.append(a_card(rng))
    return cards


def a_circle(rng: Random, game: str, seat: int) -> Dict:
    """Wagers and hands of one circle, split, doubled and surrendered at will."""
    count = rng.choice((1, 1, 1, 1, 2, 3, 4))
    late = game == BUSTER and count == 1
    hands: list[Dict] = [
        {
            "cards": some_cards(rng, 2),
            "split": count > 1,
            "surrendered": (late or game == FLYER) and rng.random() < 0.15,
        }
        for _ in range(count)
    ]
    for hand in hands:
        if hand["surrendered"]:
            hand["cards"] = hand["cards"][:2]
    wagers = [a_game_wager(rng, f"P-{seat}", count, backline=False)]
    if game != PURE:
        wagers += [
            a_game_wager(rng, f"B-{seat}{number}", count, backline=True)
            for number in range(rng.choice((0, 0, 0, 1, 2)))
        ]
    insured = [a_side_wager(rng, wager, "insurance") for wager in wagers]
    rng.shuffle(insured)
    wagers += [wager for wager in insured if game == BUSTER and rng.random() < 0.3]
    wagers += [a_side_wager(rng, wagers[0], kind) for kind in SIDE_BETS[game] if rng.random() < 0.4]
    return {"seat": seat, "hands": hands, "wagers": wagers}


def a_game_wager(rng: Random, player: str, count: int, *, backline: bool) -> Dict:
    """A stake on every hand, doubled here and there; a backline bettor may have added to few."""
    amount = 10 * rng.choice((50, 100, 250, 1_000, 4_990))
    followed = [number for number in range(2, count + 1) if not backline or rng.random() < 0.5]
    stakes = {number: amount + (amount if rng.random() < 0.2 else 0) for number in (1, *followed)}
    return {
        "player": player,
        "kind": "game",
        "backline": backline,
        "amount": amount,
        "stakes": stakes,
    }


def a_side_wager(rng: Random, own: Dict, kind: str) -> Dict:
    """A wager of another kind by the same bettor."""
    amount = rng.randint(1, own["amount"] // 2)
    return own | {"kind": kind, "amount": amount, "stakes": {}}


def a_finished_round(rng: Random, game: str, policy: str) -> Dict:
    """One to seven circles against a player-dealer who covers all, little, or just enough."""
    seats = rng.choice((8, 8, 7, 5))
    pd_seat = rng.randint(1, seats)
    others = [seat for seat in range(1, seats + 1) if seat != pd_seat]
    order = rng.sample(others, rng.randint(1, len(others)))
    return {
        "game": game,
        "policy": policy,
        "seats": seats,
        "w": 10 * rng.choice((100, 500, 1_000, 3_000, 10_000, 1_000_000)) + rng.randint(0, 9),
        "pd_seat": pd_seat,
        "pd_cards": dealer_cards(rng),
        "circles": [a_circle(rng, game, seat) for seat in order],
        **ODDS[game],
    }


def felt_of(rnd: Dict) -> Felt:
    """The same round as it lies before the engine."""
    offering = an_offering(rnd["game"], coverage_policy=rnd["policy"], seats=rnd["seats"])
    felt = Felt(offering, rnd["pd_seat"], "P-0", rnd["w"])
    felt.player_dealer_cards = list(rnd["pd_cards"])
    felt.dealt = True
    for circle in rnd["circles"]:
        felt.circles[circle["seat"]] = Circle(
            circle["seat"],
            circle["wagers"][0]["player"],
            [
                Wager(
                    seat=circle["seat"],
                    player=wager["player"],
                    kind=wager["kind"],
                    amount_cents=wager["amount"],
                    backline=wager["backline"],
                    stakes=dict(wager["stakes"]),
                )
                for wager in circle["wagers"]
            ],
            [
                Hand(
                    number,
                    list(hand["cards"]),
                    split=hand["split"],
                    surrendered=hand["surrendered"],
                )
                for number, hand in enumerate(circle["hands"], start=1)
            ],
        )
    return felt
