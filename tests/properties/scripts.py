"""Scripts: whole legal rounds of game 002 by chance, as a table would report them."""

from random import Random
from typing import Any, Final

from tests.judge import natural, worth

Event = dict[str, Any]

AT: Final = "2026-11-28T20:00:00Z"
LOW: Final = "23456789"  # an up card that asks for no peek
RANKS: Final = "23456789TJQKA"
STAKES: Final = (500, 1_000, 1_010, 11_000, 25_000)


def event(what: str, /, **data: Any) -> Event:
    """An event without id or round."""
    return {"type": what, "occurred_at": AT, "data": data}


def a_script(rng: Random, pd_seat: int, seats: list[int]) -> list[Event]:
    """A round at these seats: wagers, fees, two cards each, what the chart says, and its end."""
    cards = [rank + suit for rank in RANKS for suit in "SHDC"]
    rng.shuffle(cards)
    script = [event("round.opened", player_dealer_seat=pd_seat, wager_cents=rng.choice(_WS))]
    staked = {seat: rng.choice(STAKES) for seat in seats}
    side_bets = [seat for seat in seats if rng.random() < 0.3]
    script += [_wager(seat, cents) for seat, cents in staked.items()]
    script += [_wager(seat, 500, kind="buster") for seat in side_bets]
    if rng.random() < 0.3:
        script.append(_wager(rng.choice(seats), 500, player="B-1", backline=True))
    script += [_fee(seat) for seat in seats if rng.random() < 0.5]
    order = sorted(seats)
    up = next(card for card in cards if card[0] in LOW)
    cards.remove(up)
    hands: dict[int, list[str]] = {seat: [] for seat in order}
    for face in ("up", "down"):
        script += [_to(seat, hands[seat], cards) for seat in order]
        script.append(_dealer(up if face == "up" else None))
    for seat in order:
        script += _played(rng, seat, hands[seat], staked[seat], cards)
    script += _finished(up, hands, cards, must=bool(side_bets))
    return script


_WS: Final = (1_000, 5_000, 20_000, 500_000)


def _wager(seat: int, cents: int, kind: str = "game", **more: Any) -> Event:
    return event("wager.placed", seat=seat, kind=kind, amount_cents=cents, **more)


def _fee(seat: int) -> Event:
    return event("fee.collected", seat=seat, role="player", amount_cents=100)


def _to(seat: int, hand: list[str], cards: list[str]) -> Event:
    hand.append(cards.pop())
    return event("card.dealt", to="seat", seat=seat, hand=1, card=hand[-1], face="up")


def _dealer(card: str | None) -> Event:
    face = "up" if card else "down"
    return event("card.dealt", to="player_dealer", card=card, face=face)


def _played(rng: Random, seat: int, hand: list[str], stake: int, cards: list[str]) -> list[Event]:
    """A hand to its end: nothing on a natural, a double now and then, else hits and a stand."""
    if natural(hand):
        return []
    if rng.random() < 0.2:
        double = event("decision.made", seat=seat, action="double", amount_cents=stake)
        return [double, _to(seat, hand, cards)]
    script = []
    while worth(hand) <= rng.choice((11, 11, 15)):
        script += [event("decision.made", seat=seat, action="hit"), _to(seat, hand, cards)]
    if worth(hand) < 21:
        script.append(event("decision.made", seat=seat, action="stand"))
    return script


def _finished(up: str, hands: dict[int, list[str]], cards: list[str], *, must: bool) -> list[Event]:
    """The hole card, the player-dealer's draws, and the end."""
    own = [up, cards.pop()]
    script = [event("card.revealed", index=2, card=own[1])]
    draws = must or not all(natural(hand) for hand in hands.values())
    while draws and (worth(own) < 17 or (worth(own) == 17 and _is_soft(own))):
        own.append(cards.pop())
        script.append(_dealer(own[-1]))
    return [*script, event("round.completed")]


def _is_soft(cards: list[str]) -> bool:
    low = sum(10 if card[0] in "TJQK" else 1 if card[0] == "A" else int(card[0]) for card in cards)
    return worth(cards) != low
