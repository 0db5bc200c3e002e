"""A table with one settled round and one in play, and all who may send something about it."""

from typing import Any, Final

from tests.api.club import JSON, Caller, issue, load_house
from tests.played import Evening

# What is in play when the scene begins: everything up to the deal.
_DEALT: Final = "card.revealed"
_LATE: Final[JSON] = {"seat": 8, "kind": "buster", "amount_cents": 500}
_FEE: Final[JSON] = {"seat": 4, "role": "player", "amount_cents": 100, "reason": "slow service"}


class Scene:
    """One of the house's tables; round 1 is settled, round 2 is dealt."""

    def __init__(self, table: str) -> None:
        self.table = table
        self.tablet = Caller(issue("tables", table))
        self.cage = Caller(issue("cage"))
        self.evening = Evening(table)
        self.tablet.record(table, [*self.evening.opening, *self.evening.next_round()])
        second = self.evening.next_round()
        dealt = next(i for i, event in enumerate(second) if event["type"] == _DEALT)
        self.tablet.record(table, second[:dealt])

    @property
    def senders(self) -> dict[str, Caller]:
        """Who sends, by the scope of the key."""
        return {"tables": self.tablet, "cage": self.cage}

    def stored(self, answer: JSON, index: int = 0) -> JSON:
        """An event of a batch, read back."""
        position = answer["positions"][index]
        path = f"tables/{self.table}/events?after={position - 1}&limit=1"
        (item,) = self.tablet.read(path)["items"]
        found: JSON = item
        return found

    def event(self, kind: str, data: JSON, *, number: int = 0, **envelope: Any) -> JSON:
        """An event with a fresh id."""
        return {**self.evening.event(kind, data, number=number), **envelope}

    def overridden(self, **word: Any) -> JSON:
        """A late wager that the floor lets stand."""
        return self.event("wager.placed", _LATE, number=2, override=word)

    def waived(self, **word: Any) -> JSON:
        """A fee of the round in play is waived."""
        return self.event("fee.waived", _FEE | word, number=2)

    def refunded(self, **word: Any) -> JSON:
        """A fee of the settled round is given back."""
        return self.event("fee.refunded", _FEE | word, number=1)

    def voided(self, number: int = 2, **word: Any) -> JSON:
        """A round is voided; the one in play unless said."""
        return self.event("round.voided", word, number=number)

    def settled(self, **word: Any) -> JSON:
        """The floor settles the round in play: every wager goes back."""
        return self.event("round.settled_by_floor", {"lines": self._lines(), **word}, number=2)

    def incident(self, **word: Any) -> JSON:
        """Something worth a note."""
        return self.event("incident.noted", {"text": "a spilled drink"} | word)

    def whole(self) -> list[JSON]:
        """A round's events as a whole round brings them."""
        keys = ("type", "occurred_at", "data")
        return [{key: event[key] for key in keys} for event in self.evening.round]

    def corrected(self, *, events: list[JSON] | None = None, **word: Any) -> JSON:
        """The settled round as it should have been."""
        return self.event("round.corrected", {"round": 1, "events": events or self.whole(), **word})

    def table_corrected(self, **word: Any) -> JSON:
        """Seat 8 was somebody else's."""
        seat = next(e for e in self.evening.opening if e["data"].get("player") == "P-1004")
        data = {**seat["data"], "player": "P-2004"}
        return self.event("event.corrected", {"event": seat["id"], "data": data, **word})

    def _lines(self) -> list[JSON]:
        placed = [e["data"] for e in self.evening.round if e["type"] == "wager.placed"]
        players = {e["data"].get("seat"): e["data"].get("player") for e in self.evening.opening}
        return [
            {
                "seat": wager["seat"],
                "hand": 1 if wager["kind"] == "game" else None,
                "player": players[wager["seat"]],
                "kind": wager["kind"],
                "stake_cents": wager["amount_cents"],
                "result": "push",
                "paid_cents": 0,
                "collected_cents": 0,
                "returned_cents": wager["amount_cents"],
            }
            for wager in placed
        ]


def a_scene() -> Scene:
    """The scene at the only table of the house."""
    (table,) = load_house(1)
    return Scene(table)
