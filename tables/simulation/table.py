"""A simulated table: it opens, plays round after round with people coming and going, and closes."""

from datetime import datetime
from random import Random
from typing import NamedTuple

from tables.simulation import dealing, deciding, drawing, wagering
from tables.simulation.days import Days
from tables.simulation.fate import draw_fate
from tables.simulation.people import People
from tables.simulation.rotation import Rotation
from tables.simulation.round import Round
from tables.simulation.setting import Setting
from tables.simulation.shoe import Shoe
from tables.simulation.stream import Event, Stream

# A round with every circle wagered and split rarely needs more.
_CARDS_OF_A_ROUND = 100


class Played(NamedTuple):
    """A round's events in order, with the table's own events that came before it."""

    number: int
    events: list[Event]
    voided: bool


_CONTINUOUS = 0.15


class Past(NamedTuple):
    """How a table stood when the simulation came to it; `holder` was player-dealer for `hands`."""

    ended_at: datetime
    last_round: int = 0
    holder: str = ""
    hands: int = 0


class Table:
    """One table of a house: evening after evening, each with one setting, in one stream.

    The same settings, random numbers and first instant give the same events, ids included. `rare`
    is the share of rounds whose shoe is stacked for something rare, within its copies.
    """

    setting: Setting
    people: People
    shoe: Shoe

    def __init__(self, rng: Random, past: Past, *, pace: float = 1.0, rare: float = 0.45) -> None:
        self.rng = rng
        self.rare = rare
        self.stream = Stream(rng, past.ended_at, pace=pace)
        self.rotation = Rotation(rng, self.stream, past.holder, past.hands)
        self.last_round = past.last_round
        self.days = Days(self.stream, first_round=past.last_round + 1)

    def clear(self, *, open_round: int | None, setting: Setting) -> list[Event]:
        """End what others left open at this table."""
        if open_round is not None:
            voiding = {"reason": "left open", "authorised_by": setting.floor}
            self.stream.write("round.voided", voiding, number=open_round)
        self.stream.write("table.closed", {"reason": "left open"})
        return self.stream.take()

    def open(self, setting: Setting) -> list[Event]:
        """The table opens, people sit down, the shoe comes."""
        rules = setting.rules
        self.setting = setting
        self.people = People(self.rng, self.stream, table=setting.table, seats=rules.seats)
        self.shoe = Shoe(self.rng, decks=rules.decks, continuous=self.rng.random() < _CONTINUOUS)
        self.rotation.begin(self.people)
        day = setting.gaming_day(self.stream.at)
        opening = {"offering": setting.offering, "gaming_day": day.isoformat()}
        self.stream.write("table.opened", opening)
        self._change_dealer()
        self.stream.write("notice.checked", {"present": True, "checked_by": setting.floor})
        self.people.arrive(tuple(setting.providers))
        self._load_shoe()
        return self.stream.take()

    def play_round(self) -> Played:
        """The next round, once in a while voided before it ends."""
        self._between_rounds()
        seat = self.rotation.next_seat()
        before = self.stream.take()
        self.last_round += 1
        self._play(seat)
        events = self.stream.take()
        voided = self.rng.random() < 0.01
        if voided:
            events = self._void(events)
        else:
            self.rotation.dealt()
        day = self.setting.gaming_day(datetime.fromisoformat(events[0]["occurred_at"]))
        was_dealt = any(event["type"] == "card.dealt" for event in events)
        self.days.played(self.last_round, day, was_dealt=was_dealt)
        return Played(self.last_round, before + events, voided)

    def close(self) -> list[Event]:
        """The end of the evening."""
        self.days.attest()
        last = {"last_round": self.last_round} if self.last_round else {}
        self.stream.write("table.closed", {"reason": "end_of_play", **last})
        return self.stream.take()

    def _play(self, seat: int) -> None:
        round_ = Round(
            number=self.last_round,
            player_dealer_seat=seat,
            setting=self.setting,
            people=self.people,
            rng=self.rng,
            shoe=self.shoe,
            stream=self.stream,
            fate=draw_fate(self.rng, self.setting.rules, rare=self.rare),
        )
        wagering.open_round(round_)
        wagering.place_wagers(round_)
        wagering.collect_fees(round_)
        dealing.deal(round_)
        dealing.insure(round_)
        if not dealing.peek(round_):
            deciding.play(round_)
        drawing.finish(round_)

    def _void(self, events: list[Event]) -> list[Event]:
        """Keep a part of the round from its beginning; then the floor voids it."""
        kept = events[: self.rng.randrange(1, len(events))]
        voiding = {"reason": "misdeal", "authorised_by": self.setting.floor}
        self.stream.write("round.voided", voiding, number=self.last_round)
        return kept + self.stream.take()

    def _between_rounds(self) -> None:
        self.stream.wait(self.rng.randint(5, 20))
        self._interrupt()
        self.people.come_and_go()
        if self.shoe.continuous or len(self.shoe) < self._enough_cards():
            self._reload_shoe()

    def _interrupt(self) -> None:
        """Things that happen at a table now and then."""
        if self.rng.random() < 0.03:
            self._change_dealer()
        if self.rng.random() < 0.01:
            self.stream.write("play.paused", {"reason": "a fill for the tray"})
            self.stream.wait(self.rng.randint(30, 240))
            self.stream.write("play.resumed", {"reason": "tray filled"})
        if self.rng.random() < 0.01:
            self.stream.write("incident.noted", {"text": "a drink was spilled"})

    def _change_dealer(self) -> None:
        self.stream.write("dealer.changed", {"dealer": f"D-{self.rng.randint(1, 40)}"})

    def _enough_cards(self) -> int:
        whole = self.shoe.decks * 52
        return min(_CARDS_OF_A_ROUND, whole - 1)

    def _reload_shoe(self) -> None:
        """A continuous shuffler takes its cards back unseen; a shoe is loaded by an event."""
        if self.shoe.continuous:
            self.shoe.load()
        else:
            self._load_shoe()

    def _load_shoe(self) -> None:
        shuffler = {"continuous": True} if self.shoe.continuous else {}
        self.stream.write("shoe.loaded", {"decks": self.shoe.decks, **shuffler})
        self.shoe.load()
        if not self.shoe.continuous:
            card = self.shoe.draw()
            self.stream.write("card.burned", {"card": card} if self.rng.random() < 0.5 else {})
