"""A table as plain dicts: what was reported, as it should stand, and what must follow from it.

It knows nothing of the engine: players are looked up in the seating, settlements are the judge's.
"""

from copy import deepcopy
from typing import Any, Final

from tests.judge import judge
from tests.properties.scripts import Event

Dict = dict[str, Any]

POLICIES: Final = {"NB40-A": "matched_gross", "NB40-N": "net_absorbing"}
BUSTER: Final = [2, 2, 4, 15, 50, 300]


class Impossible(Exception):
    """The service must refuse this with `rule`."""


class PlainTable:
    """The timeline of a table's events, and its rounds by number.

    An event is as it was `said`, and has the `data` that stand; None for one that was withdrawn.
    """

    def __init__(self) -> None:
        self.timeline: list[Dict] = []
        self.rounds: dict[int, Dict] = {}
        self.missing: list[int] = []
        self.position = 0

    def happened(self, event: Event) -> None:
        """A table event was recorded."""
        happened = {"id": event["id"], "type": event["type"], "said": event["data"]}
        self.timeline.append(happened | {"data": event["data"]})

    @property
    def last_round(self) -> int:
        """The highest number ever opened."""
        return max((n for n, now in self.rounds.items() if not now["seats"]), default=0)

    @property
    def open_round(self) -> int | None:
        """The round that is on."""
        return next((n for n, now in self.rounds.items() if not is_over(now["events"])), None)

    def opened(self, number: int, events: list[Event]) -> None:
        """A round began, and the numbers below it that nobody opened are missing."""
        self.missing += range(self.last_round + 1, number)
        self.rounds[number] = a_round([], at=len(self.timeline))
        self.went_on(number, events)

    def went_on(self, number: int, events: list[Event]) -> None:
        """More of a round happened, with those at the table who are there now."""
        self.rounds[number]["events"] += [{**one, "when": len(self.timeline)} for one in events]
        self.settle(number)

    def reported_late(self, number: int, seats: dict[int, str], events: list[Event]) -> None:
        """A missing round after all, with the offering of the round below it, or above."""
        below = [n for n in self.rounds if n < number]
        like = max(below) if below else min(self.rounds)
        self.missing.remove(number)
        self.rounds[number] = a_round(events, seats=seats, like=like)
        self.settle(number)

    def settle(self, number: int) -> None:
        """The next revision of a round that is completed and not void."""
        now = self.rounds[number]
        if self.phase(number) == "settled":
            now["revision"] += 1
            now["settlement"] = judge(self.laid(number))

    def corrected(self, number: int, events: list[Event]) -> None:
        """The whole round as it should have been."""
        self.rounds[number] |= {"events": events, "voided": False, "later_fees": []}
        self.settle(number)

    def voided(self, number: int) -> None:
        """A round doesn't count."""
        self.rounds[number]["voided"] = True

    @property
    def dealer(self) -> str | None:
        """Who deals: the last who came, whatever opened or closed since."""
        came = [h["data"]["dealer"] for h in self.timeline if _is(h, "dealer.changed")]
        return came[-1] if came else None

    @property
    def boxes(self) -> dict[str, str]:
        """The boxes that hang there, by purpose."""
        boxes = {}
        for happened in self.timeline:
            if _is(happened, "box.changed"):
                boxes[happened["data"]["purpose"]] = happened["data"]["box_in"]
        return boxes

    def seated(self, until: int | None = None) -> dict[int, str]:
        """Who sits where, as the timeline has it up to an index."""
        seats: dict[int, str] = {}
        for happened in self.timeline[:until]:
            data = happened["data"]
            if happened["type"] == "table.closed":
                seats = {}
            elif _is(happened, "seat.taken"):
                seats[data["seat"]] = data["player"]
            elif _is(happened, "seat.left"):
                seats.pop(data["seat"], None)
        return seats

    def seats_of(self, number: int) -> dict[int, str]:
        """Who sat where when a round opened."""
        now = self.rounds[number]
        return now["seats"] or self.seated(now["at"])

    def offering_of(self, number: int) -> str:
        """What a round was played under."""
        now = self.rounds[number]
        if now["seats"]:
            return self.offering_of(now["like"])
        opened = [h["data"] for h in self.timeline[: now["at"]] if h["type"] == "table.opened"]
        offering: str = opened[-1]["offering"]
        return offering

    def corrected_event(self, index: int, data: Dict | None) -> set[int]:
        """An event of the timeline as it should have been; the rounds whose lines then differ.

        Impossible leaves everything as it was.
        """
        before = {number: self.lines(number) for number in self.rounds}
        was, self.timeline[index]["data"] = self.timeline[index]["data"], data
        try:
            self._check(index)
            after = {number: self.lines(number) for number in self.rounds}
        except Impossible:
            self.timeline[index]["data"] = was
            raise
        differing = {number for number in before if before[number] != after[number]}
        for number in differing:
            self.settle(number)
        return differing

    def _check(self, index: int) -> None:
        """Whether each event was possible where it stands, once one of them is another."""
        seats: dict[int, str] = {}
        for place, happened in enumerate(self.timeline):
            data = happened["data"]
            if happened["type"] == "table.closed":
                seats = {}
            elif _is(happened, "seat.taken"):
                if data["seat"] in seats or data["player"] in seats.values():
                    raise Impossible
                seats[data["seat"]] = data["player"]
            elif _is(happened, "seat.left"):
                if data["seat"] not in seats and place == index:
                    raise Impossible
                seats.pop(data["seat"], None)

    def lines(self, number: int) -> list[Dict] | None:
        """The lines that a settlement of a round would have now; None for one that has none."""
        laid = self.laid(number)
        if self.phase(number) != "settled":
            return None
        lines: list[Dict] = judge(laid)["lines"]
        return lines

    def laid(self, number: int) -> Dict:
        """A round as it lies, for the judge."""
        now = self.rounds[number]
        laid: Dict = {"game": "no-bust-buster-4.0", "seats": 8, "red_flex": [], "buster": BUSTER}
        laid |= {"policy": POLICIES[self.offering_of(number)], "circles": [], "pd_cards": []}
        for event in now["events"]:
            seats = now["seats"] or self.seated(event.get("when", now["at"]))
            lay(laid, event, seats)
        return laid

    def wagers(self, number: int) -> list[tuple[int, str, str, int]]:
        """The wagers of a round: seat, player, kind, cents."""
        return sorted(
            (circle["seat"], wager["player"], wager["kind"], wager["amount"])
            for circle in self.laid(number)["circles"]
            for wager in circle["wagers"]
        )

    def collected(self, number: int) -> int:
        """The fee money of a round."""
        now = self.rounds[number]
        paid = [one["data"] for one in now["events"] if one["type"] == "fee.collected"]
        return sum([*(data["amount_cents"] for data in paid), *now["later_fees"]])

    def assessed(self, number: int) -> int:
        """What the schedule asks for, from the first card on."""
        laid = self.laid(number)
        if not any(hand["cards"] for circle in laid["circles"] for hand in circle["hands"]):
            return 0
        stakes = [cents for _, _, kind, cents in self.wagers(number) if kind == "game"]
        return 200 + sum(
            100 if cents <= 10_000 else 200 if cents <= 20_000 else 300 for cents in stakes
        )

    def phase(self, number: int) -> str | None:
        """`voided`, `settled`, or None while it is on."""
        now = self.rounds[number]
        if now["voided"] or now["events"][-1]["type"] == "round.voided":
            return "voided"
        return "settled" if is_over(now["events"]) else None

    def told(self, number: int) -> Dict:
        """All that must be read of a round now."""
        now = self.rounds[number]
        is_settled = self.phase(number) == "settled"
        return deepcopy(
            {
                "phase": self.phase(number),
                "player_dealer": self.seats_of(number)[self.laid(number)["pd_seat"]],
                "wagers": self.wagers(number),
                "assessed": self.assessed(number),
                "collected": self.collected(number),
                "revision": now["revision"] if is_settled else None,
                "settlement": now["settlement"] if is_settled else None,
            }
        )


def a_round(
    events: list[Event],
    *,
    at: int = 0,
    seats: dict[int, str] | None = None,
    like: int = 0,
) -> Dict:
    """A round with its events as they should stand; a late one has seats of its own."""
    fresh: Dict = {"events": events, "at": at, "seats": seats, "like": like}
    return fresh | {"revision": 0, "settlement": None, "voided": False, "later_fees": []}


def _is(happened: Dict, kind: str) -> bool:
    """Whether an event of this type stands."""
    return happened["type"] == kind and happened["data"] is not None


def is_over(events: list[Event]) -> bool:
    """Whether a round came to an end."""
    return events[-1]["type"] in {"round.completed", "round.voided"}


def lay(laid: Dict, event: Event, seats: dict[int, str]) -> None:
    """What one event makes of a round as it lies."""
    data = event["data"]
    if event["type"] == "round.opened":
        laid |= {"w": data["wager_cents"], "pd_seat": data["player_dealer_seat"]}
        if data["player_dealer_seat"] not in seats:
            raise Impossible
    elif event["type"] == "wager.placed":
        _bet(laid, data, seats)
    elif event["type"] == "card.revealed":
        laid["pd_cards"][data["index"] - 1] = data["card"]
    elif event["type"] == "card.dealt" and data["to"] == "player_dealer":
        laid["pd_cards"].append(data["card"])
    elif event["type"] == "card.dealt":
        _circle(laid, data["seat"])["hands"][0]["cards"].append(data["card"])
    elif data.get("action") == "double":
        _circle(laid, data["seat"])["wagers"][0]["stakes"][1] += data["amount_cents"]


def _bet(laid: Dict, data: Dict, seats: dict[int, str]) -> None:
    player = data.get("player") or seats.get(data["seat"])
    if player is None:
        raise Impossible
    wager = {"player": player, "kind": data["kind"], "backline": data.get("backline", False)}
    wager |= {"amount": data["amount_cents"], "stakes": {}}
    if data["kind"] == "game":
        wager["stakes"] = {1: data["amount_cents"]}
    if all(circle["seat"] != data["seat"] for circle in laid["circles"]):
        hand = {"cards": [], "split": False, "surrendered": False}
        laid["circles"].append({"seat": data["seat"], "hands": [hand], "wagers": []})
    _circle(laid, data["seat"])["wagers"].append(wager)


def _circle(laid: Dict, seat: int) -> Dict:
    circle: Dict = next(circle for circle in laid["circles"] if circle["seat"] == seat)
    return circle
