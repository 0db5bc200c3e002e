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


class Table:
    """One table of a house, from `table.opened` to `table.closed`.

    The same setting, random numbers and first instant give the same events, ids included. `rare`
    is the share of rounds whose shoe is stacked for something rare, within its copies.
    """

    def __init__(
        self,
        setting: Setting,
        rng: Random,
        *,
        starts_at: datetime,
        last_round: int = 0,
        rare: float = 0.45,
    ) -> None:
        rules = setting.rules
        self.setting = setting
        self.rng = rng
        self.stream = Stream(rng, starts_at)
        self.people = People(rng, self.stream, table=setting.table, seats=rules.seats)
        self.rotation = Rotation(rng, self.stream, self.people)
        self.shoe = Shoe(rng, decks=rules.decks, continuous=rng.random() < 0.15)
        self.last_round = last_round
        self.rare = rare
        self.days = Days(self.stream, setting.gaming_day, first_round=last_round + 1)
        self._has_played = False

    def open(self) -> list[Event]:
        """The table opens, people sit down, the shoe comes."""
        day = self.setting.gaming_day(self.stream.at)
        opening = {"offering": self.setting.offering, "gaming_day": day.isoformat()}
        self.stream.write("table.opened", opening)
        self._change_dealer()
        checked = {"present": True, "checked_by": self.setting.floor}
        self.stream.write("notice.checked", checked)
        self.people.arrive(tuple(self.setting.providers))
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
        self._has_played = True
        opened_at = datetime.fromisoformat(events[0]["occurred_at"])
        was_dealt = any(event["type"] == "card.dealt" for event in events)
        self.days.played(self.last_round, opened_at, was_dealt=was_dealt)
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
        if self._has_played:
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
