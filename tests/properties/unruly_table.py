"""A table where most goes as it should, some goes wrong, and the floor lets half of that stand."""

from random import Random
from typing import Any

from cardroom.errors import CardroomError
from tables.rounds import codec
from tables.rules import hands, procedure
from tables.rules.felt import Circle, Felt, Hand
from tests.builders import Play, a_table
from tests.properties.finished_rounds import a_card

Wish = tuple[str, dict[str, Any]]

AMOUNTS = (10, 100, 500, 1_000, 1_000, 1_000, 1_010, 2_000, 60_000)
ACTIONS = ("hit", "stand", "double", "split", "surrender", "insurance")
FLOOR = {"authorised_by": "floor-7", "reason": "misdeal"}


class Unruly:
    """Plays by random numbers; `accepted` and `refused` count what became of its events."""

    def __init__(self, rng: Random, game: str, **switches: Any) -> None:
        self.rng = rng
        self.play: Play = a_table(game, **switches)
        self.play.sit(1, 2, 4, 5, 7)
        self.accepted = self.refused = 0

    def go_on(self, steps: int) -> None:
        """So many events, each recorded or refused without a trace."""
        for _ in range(steps):
            name, content = self._next() if self.rng.random() < 0.85 else self._anything()
            of_round = codec.CLIENT_TYPES[name].of_round
            if of_round and self.play.table.last_round and self.rng.random() < 0.01:
                content["number"] = self.rng.randint(1, self.play.table.last_round + 2)
            elif name == "round.opened":
                content["number"] = self.play.table.last_round + self.rng.choice((1, 1, 1, 3))
            if self.rng.random() < 0.5:
                content["override"] = True
            self._send(name, content)

    def _send(self, name: str, content: dict[str, Any]) -> None:
        try:
            self.play.send(name, **content)
        except CardroomError:
            self.play.refused(name, **content)
            self.refused += 1
        else:
            self.accepted += 1

    def _next(self) -> Wish:
        """What comes next by the rules, as a rule."""
        now = self.play.table.round
        if now is None:
            seat = self.rng.choice([*self.play.table.seats] or [1])
            if len(self.play.table.seats) < 3:
                return self._sit()
            return "round.opened", {"player_dealer_seat": seat, "wager_cents": 30_000}
        felt = now.felt
        if not felt.dealt and (not felt.circles or self.rng.random() < 0.7):
            return self._wager(felt)
        seat_due = procedure.next_dealt(felt)
        if seat_due is not None:
            return self._opening_card(felt, seat_due)
        if felt.up_card is None:
            return "card.revealed", {"index": 1, "card": a_card(self.rng)}
        if procedure.peek_is_due(felt):
            if self.rng.random() < 0.3:
                return self._decision(self.rng.choice([*felt.circles]), 1, "insurance")
            return "hole_card.checked", {"natural": self.rng.random() < 0.2}
        turn = procedure.turn(felt)
        return self._play_hand(*turn) if turn is not None else self._finish(felt)

    def _opening_card(self, felt: Felt, seat: int) -> Wish:
        if seat != procedure.PLAYER_DEALER:
            return self._card(seat, 1)
        rules, number = felt.offering.rules, len(felt.player_dealer_cards)
        down = rules.hole_card if number else rules.first_card_down
        return self._dealer_card("down" if down else "up")

    def _play_hand(self, circle: Circle, hand: Hand) -> Wish:
        if hand.open_addition and self.rng.random() < 0.3:
            return self._addition(circle.seat, hand.number)
        if procedure.card_is_due(hand):
            return self._card(circle.seat, hand.number)
        weights = (3, 3, 2, 8 if len({card[0] for card in hand.known}) == 1 else 0, 1)
        action = self.rng.choices(ACTIONS[:5], weights)[0]
        return self._decision(circle.seat, hand.number, action)

    def _finish(self, felt: Felt) -> Wish:
        if felt.hole_card is None:
            return "card.revealed", {"index": 2, "card": a_card(self.rng)}
        if hands.player_dealer_draws(felt.known_dealer_cards) and self.rng.random() < 0.9:
            return self._dealer_card("up")
        return "round.completed", {}

    def _anything(self) -> Wish:
        """Whatever a table could report, at any time."""
        rng = self.rng
        seat, hand = rng.randint(0, 9), rng.choice((0, 1, 1, 1, 2, 3))
        felt = self.play.felt if self.play.rounds else None
        wishes: list[Wish] = [
            self._wager(felt),
            ("wager.withdrawn", {"seat": seat, "kind": rng.choice(("game", "buster"))}),
            ("player_dealer.wagered", {"wager_cents": rng.choice(AMOUNTS)}),
            self._addition(seat, hand),
            self._card(seat, hand),
            self._dealer_card(rng.choice(("up", "down"))),
            ("card.revealed", {"index": rng.randint(1, 2), "card": a_card(rng)}),
            ("hole_card.checked", {"natural": rng.random() < 0.5}),
            self._decision(seat, hand, rng.choice(ACTIONS)),
            ("action_button.placed", {"seat": seat}),
            ("fee.collected", {"seat": seat, "role": "player", "amount_cents": 100}),
            ("fee.waived", {"seat": seat, "role": "player", "amount_cents": 100, **FLOOR}),
            ("round.opened", {"player_dealer_seat": seat, "wager_cents": rng.choice(AMOUNTS)}),
            ("round.completed", {}),
            ("shoe.loaded", {"decks": rng.choice((6, 6, 8)), "continuous": rng.random() < 0.5}),
            ("card.burned", {"card": rng.choice((None, a_card(rng)))}),
            ("seat.left", {"seat": seat}),
            self._sit(),
            ("game.ended", {"reason": "no_player_dealer"}),
            ("incident.noted", {"text": "spilled a drink"}),
        ]
        if rng.random() < 0.05:
            wishes += [
                ("round.voided", FLOOR),
                ("table.closed", {"reason": "late"}),
                ("table.opened", {"offering": self.play.offering.code, "gaming_day": "2026-11-28"}),
            ]
        name, content = rng.choice(wishes)
        return name, dict(content)

    def _sit(self) -> Wish:
        seat = self.rng.randint(1, 8)
        player = self.rng.choice((f"P-{seat}", "P-1", "P-9"))
        kind = self.rng.choice(("patron", "tppps"))
        return "seat.taken", {"seat": seat, "player": player, "kind": kind, "tppps": "KN"}

    def _wager(self, felt: Felt | None) -> Wish:
        rng = self.rng
        seat = rng.choice([*self.play.table.seats] or [1])
        if felt is not None and felt.circles and rng.random() < 0.4:
            seat = rng.choice([*felt.circles])
        kind = rng.choice(("game", "game", "game", "red_flex", "buster"))
        content: dict[str, Any] = {"seat": seat, "kind": kind, "amount_cents": rng.choice(AMOUNTS)}
        if rng.random() < 0.3:
            content |= {"player": f"B-{rng.randint(1, 2)}", "backline": True, "kind": "game"}
        elif rng.random() < 0.1:
            content |= {"player": "P-1", "seat": rng.randint(1, 8)}
        return "wager.placed", content

    def _addition(self, seat: int, hand: int) -> Wish:
        player = f"B-{self.rng.randint(1, 2)}"
        amount = self.rng.choice(AMOUNTS)
        return "wager.added", {"seat": seat, "hand": hand, "player": player, "amount_cents": amount}

    def _card(self, seat: int, hand: int) -> Wish:
        down = self.rng.random() < 0.02
        card = None if down else a_card(self.rng)
        face = "down" if down else "up"
        return "card.dealt", {"to": "seat", "seat": seat, "hand": hand, "card": card, "face": face}

    def _dealer_card(self, face: str) -> Wish:
        card = a_card(self.rng) if face == "up" else None
        return "card.dealt", {"to": "player_dealer", "card": card, "face": face}

    def _decision(self, seat: int, hand: int, action: str) -> Wish:
        content: dict[str, Any] = {"seat": seat, "hand": hand, "action": action}
        if action in {"double", "split", "insurance"}:
            content["amount_cents"] = self.rng.choice(AMOUNTS)
        return "decision.made", content
