"""A table's week: evenings of simulated play, with drop boxes and with people's mistakes.

What really lies in each box is reckoned beside it, as the count room will find it.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from copy import deepcopy
from dataclasses import dataclass, field
from datetime import UTC, date, datetime, time, timedelta
from random import Random
from typing import Any, Final
from zoneinfo import ZoneInfo

from tables.simulation.setting import Setting
from tables.simulation.stream import Event
from tables.simulation.table import Past, Played, Table
from tests.week.houses import COLLECTOR, FLOOR, SUPERVISOR, WITNESS, House
from tests.week.mistakes import MISTAKES, Mistake, Wrong, too_high, without_a_card

# Saturday's gaming day has 25 hours: on Sunday at two the clocks go back to one.
DAYS: Final = tuple(date(2026, 10, 29) + timedelta(days=number) for number in range(7))
_EVERY: Final = 3  # how many rounds there are to a mistake
_BOXES: Final = 12
_COLLECTION: Final = "collection"
_JACKPOT: Final = "jackpot"


@dataclass(frozen=True)
class Sent:
    """A batch as it is sent, when it has happened."""

    at: datetime
    table: str
    events: list[Event]
    scope: str = "tables"


@dataclass
class Told:
    """What there is to find afterwards.

    `standing` is what is wrong with a round in the end, `noted` what was noted of it on the way,
    each once; `boxes` is what lies in each box period, by purpose in the order of hanging;
    `variances` is by how much more or less lies in one than the tables recorded in the end, and
    `flagged` are rounds whose money moved when their box was counted already.
    """

    standing: list[tuple[int, Wrong]] = field(default_factory=list)
    noted: list[tuple[int, Wrong]] = field(default_factory=list)
    boxes: dict[str, list[int]] = field(default_factory=dict)
    seen: set[str] = field(default_factory=set)
    variances: Counter[tuple[str, int]] = field(default_factory=Counter)
    flagged: set[int] = field(default_factory=set)


Night = Callable[["WeekTable", date], None]


class WeekTable:
    """One table of a house."""

    def __init__(self, house: House, setting: Setting, number: int) -> None:
        self.house = house
        self.setting = setting
        self.zone = ZoneInfo(house.zone)
        rng = Random(f"{house.code} {setting.table}")  # noqa: S311 - play, no secret
        starts_at = self._instant(DAYS[0], "00:00")
        self.table = Table(rng, Past(starts_at))
        self.mistakes = [*MISTAKES[number:], *MISTAKES[:number]]
        self.told = Told()
        self.hanging: dict[str, str] = {}
        self.rounds = self.changes = 0
        self.sent: list[Sent] = []

    def week(self, night: Night) -> list[Sent]:
        """Everything that the table sends, in order."""
        for day in DAYS:
            night(self, day)
        return self.sent

    def until(self, day: date, clock: str, *, later: int = 0) -> None:
        """Let time pass until the house's clocks show this, so many days later."""
        instant = self._instant(day + timedelta(days=later), clock)
        assert instant > self.table.stream.at, (day, clock)
        self.table.stream.at = instant

    def _instant(self, day: date, clock: str) -> datetime:
        there = datetime.combine(day, time.fromisoformat(clock), self.zone)
        return there.astimezone(UTC)

    def send(self, events: list[Event], scope: str = "tables") -> None:
        """A batch is sent as soon as it has happened."""
        self.sent.append(Sent(self.table.stream.at, self.setting.table, events, scope))

    def open(self) -> None:
        """The table opens, with a box for each purpose; on some days there is none for jackpots."""
        self.send(self.table.open(self.setting))
        self.change_box()
        if self.changes % 2:
            self.change_box(purpose=_JACKPOT)

    def close(self) -> None:
        """The table closes, and all boxes come off."""
        self.send(self.table.close())
        for purpose in list(self.hanging):
            self.change_box(purpose=purpose, goes_on=False)

    def change_box(
        self, *, purpose: str = _COLLECTION, goes_on: bool = True, says: str | None = None
    ) -> None:
        """A box comes off, if one hangs there, and the next goes on; `says` names another one."""
        self.changes += 1
        data: dict[str, Any] = {"purpose": purpose, "removed_by": COLLECTOR, "witness": WITNESS}
        before = self.hanging.pop(purpose, None)
        if before is not None:
            data["box_out"] = says or before
        if goes_on:
            # The same boxes come again, days later.
            name = f"{purpose[0].upper()}-{self.setting.table}-{self.changes % _BOXES}"
            self.hanging[purpose] = data["box_in"] = name
            self.told.boxes.setdefault(purpose, []).append(0)
        self.tell("box.changed", data)

    def tell(self, kind: str, data: dict[str, Any], *, number: int | None = None) -> None:
        """One event by itself."""
        self.table.stream.write(kind, data, number=number)
        self.send(self.table.stream.take())

    def play(self, rounds: int) -> None:
        """Some rounds, with a mistake in every third."""
        for _ in range(rounds):
            played = self.table.play_round()
            if not played.voided and (self.rounds + 1) % _EVERY == 0:
                self._err(played.number, played.events)
            self._end(played, played.events)
            if not played.voided and self.rounds % 5 == 0:
                self._jackpot(played.number)

    def _end(self, played: Played, truth: Sequence[Event]) -> None:
        """Send a round; `truth` is what really went into the boxes."""
        self.rounds += 1
        if played.voided:
            self._is_wrong(played.number, without_a_card(played.events))
        self._drop(truth)
        self.send(played.events)
        if played.voided and self.gives_back and _is_dealt(played.events):
            self.give_back(played.number, played.events)

    def play_until(self, mistake: Mistake) -> "Slip":
        """Rounds, until in one of them a mistake can be made that is found later."""
        while True:
            played = self.table.play_round()
            right = deepcopy(played.events)
            wrong = None if played.voided else mistake(played.events)
            self._end(played, right if mistake is too_high else played.events)
            if wrong is not None:
                self.told.noted += [(played.number, one) for one in wrong]
                return Slip(played.number, right, wrong, self._present)

    @property
    def _present(self) -> int:
        """The collection box that hangs there: which one of the week it is."""
        return len(self.told.boxes[_COLLECTION]) - 1

    @property
    def gives_back(self) -> bool:
        """Whether the house gives fees back for a void round."""
        return ('void_fee = "kept"', 'void_fee = "refunded"') in self.house.changes

    def _err(self, number: int, events: list[Event]) -> None:
        """The next mistake that can happen here; then it's the others' turn."""
        for mistake in self.mistakes:
            wrong = mistake(events)
            if wrong is not None:
                self.told.seen.add(mistake.__name__)
                self.mistakes.remove(mistake)
                self.mistakes.append(mistake)
                if self.house.any_time:
                    wrong = [one for one in wrong if one.code != "late_fee"]
                self._is_wrong(number, wrong)
                return

    def _is_wrong(self, number: int, wrong: Sequence[Wrong]) -> None:
        self.told.standing += [(number, one) for one in wrong]
        self.told.noted += [(number, one) for one in wrong]

    def _drop(self, events: Sequence[Event], sign: int = 1) -> None:
        """Money goes into the boxes that hang there."""
        for event in events:
            if event["type"] == "fee.collected":
                purpose = event["data"].get("purpose", _COLLECTION)
                if purpose in self.hanging:
                    self.told.boxes[purpose][-1] += sign * event["data"]["amount_cents"]

    def give_back(self, number: int, events: Sequence[Event]) -> None:
        """Every fee of a void round goes back."""
        for event in events:
            if event["type"] == "fee.collected":
                data = event["data"] | {"reason": "the round is void", "authorised_by": FLOOR}
                self.tell("fee.refunded", data, number=number)
        self._drop(events, -1)

    def _jackpot(self, number: int) -> None:
        """Somebody pays into the jackpot, which is no collection fee."""
        data = {"seat": 1, "player": "P-JACKPOT", "role": "player", "amount_cents": 500}
        data["purpose"] = _JACKPOT
        self.tell("fee.collected", data, number=number)
        self._drop([{"type": "fee.collected", "data": data}])

    def correct(self, slip: "Slip", *, counted: bool) -> None:
        """The supervisor corrects a round in which the right fee was taken, a wrong one recorded.

        If its box is counted by now, what was recorded too much is taken from the present box.
        """
        events = [
            {"type": event["type"], "occurred_at": event["occurred_at"], "data": event["data"]}
            for event in slip.right
            if "round" in event
        ]
        word = {"reason": "seen on camera", "authorised_by": SUPERVISOR}
        data = {"round": slip.number, "events": events, **word}
        self.table.stream.write("round.corrected", data)
        self.send(self.table.stream.take(), "cage")
        if counted:
            (wrong,) = slip.wrong
            self.told.variances[_COLLECTION, slip.box] -= wrong.difference_cents
            self.told.variances[_COLLECTION, self._present] += wrong.difference_cents
            self.told.flagged.add(slip.number)

    def pay_later(self, slip: "Slip", *, counted: bool) -> None:
        """Who wasn't asked for his fee pays it after all."""
        (wrong,) = slip.wrong
        data = {"seat": wrong.seat, "player": wrong.player, "role": wrong.role}
        cents = -wrong.difference_cents
        self.tell("fee.collected", data | {"amount_cents": cents}, number=slip.number)
        self.told.boxes[_COLLECTION][self._present if counted else slip.box] += cents
        self.told.flagged |= {slip.number} if counted else set()
        if not self.house.any_time:
            late = wrong._replace(code="late_fee", difference_cents=0)
            self._is_wrong(slip.number, [late])

    def forget(self) -> "Forgotten":
        """A round is played, and what the table tells of it is lost."""
        while True:
            seats = self._seats()
            played = self.table.play_round()
            if not played.voided and self._seats() == seats:
                mine = [event for event in played.events if "round" in event]
                self.send([event for event in played.events if "round" not in event])
                return Forgotten(played.number, mine, seats)
            self._end(played, played.events)

    def report_late(self, forgotten: "Forgotten") -> None:
        """It is reported after all; its fees are in the box that hung there then."""
        names = ("type", "occurred_at", "data")
        events = [{name: event[name] for name in names} for event in forgotten.events]
        data = {"round": forgotten.number, "seats": forgotten.seats, "events": events}
        self.tell("round.reported_late", data)
        self._drop(forgotten.events)

    def _seats(self) -> list[dict[str, Any]]:
        """Who sits where."""
        return [person.taking(seat) for seat, person in sorted(self.table.people.seated.items())]

    def void_later(self) -> None:
        """A settled round is voided by the supervisor; the floor gives fees back if that is due."""
        played = self.table.play_round()
        self._end(played, played.events)
        if not played.voided:
            word = {"reason": "a stake was disputed", "authorised_by": SUPERVISOR}
            self.table.stream.write("round.voided", word, number=played.number)
            self.send(self.table.stream.take(), "cage")
            if self.gives_back:
                self.give_back(played.number, played.events)

    def pay_wrong(self) -> None:
        """A dealer pays another amount than the settlement says, in the round just played."""
        self.table.stream.wait(5)
        self.sent.append(Sent(self.table.stream.at, self.setting.table, [], "slip"))


@dataclass(frozen=True)
class Slip:
    """A round with a mistake, its events as they should have been, and the box it belongs to."""

    number: int
    right: list[Event]
    wrong: list[Wrong]
    box: int


@dataclass(frozen=True)
class Forgotten:
    """A round of which nothing was told, and who sat there."""

    number: int
    events: list[Event]
    seats: list[dict[str, Any]]


def _is_dealt(events: Sequence[Event]) -> bool:
    return any(event["type"] == "card.dealt" for event in events)


def never_made(told: Iterable[Told]) -> set[str]:
    """The kinds of mistakes that nobody made."""
    return {mistake.__name__ for mistake in MISTAKES} - set[str]().union(
        *(one.seen for one in told)
    )
