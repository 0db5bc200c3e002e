"""The week as it is run: each batch when it has happened, counts in the mornings, over HTTP."""

import json
from collections import Counter
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime, time, timedelta
from itertools import chain
from typing import Any, Final
from uuid import UUID, uuid5
from zoneinfo import ZoneInfo

from cardroom.house import keys
from cardroom.house.view import house_view
from cardroom.playing.tables import settings
from tests.api.club import JSON, Caller, body
from tests.phones import Phone, a_phone
from tests.week import houses
from tests.week.houses import CASHIER, COUNTERS, SUPERVISOR, TABLES, House
from tests.week.nights import nights
from tests.week.tables import DAYS, Sent, Told, WeekTable

# The boxes of a gaming day are counted on the next morning; those of the last day are not, yet.
_COUNTED_AT: Final = time(10)
_OFFERINGS: Final = ("P215-A", "NB40-N", "NB215-A", "P215-N", "NB40-A", "NB215-N")
# The rotation, because the company plays on beyond the hours of its contract.
NOTED: Final = frozenset(
    (
        "fee",
        "rotation",
        "voided",
        "corrected",
        "round_gap",
        "reported_late",
        "authorisation_claimed",
    )
)
_IDS: Final = UUID("6ba7b810-9dad-11d1-80b4-00c04fd430c8")


class Clock:
    """The clock of the whole week; each reading is a little later."""

    def __init__(self) -> None:
        self.at = datetime.combine(DAYS[0], time(0), UTC) - timedelta(days=1)

    def now(self) -> datetime:
        """The present instant."""
        self.at += timedelta(milliseconds=1)
        return self.at

    def until(self, instant: datetime) -> None:
        """Let time pass."""
        self.at = max(self.at, instant)


class Errors:
    """What goes wrong in the count room: by how much a count errs, by its number in its house."""

    short: Final = {("BAY", 3): -500, ("MESA", 4): 100}
    entered_wrong: Final = frozenset({("SOUTH", 5), ("BAY", 9)})
    adjusted: Final = {("SOUTH", 7): -200}


class Cardroom:
    """One house with the week of its tables and its count room."""

    def __init__(self, house: House, clock: Clock, number: int) -> None:
        houses.load(house)
        self.house, self.clock = house, clock
        self.keys = {scope: self._key(scope) for scope in ("tables", "cage", "count", "audit")}
        self.callers = {scope: Caller(key) for scope, key in self.keys.items()}
        self.phones: dict[str, Phone] = {
            who: a_phone(who, house=house.code) for who in (*COUNTERS, CASHIER, SUPERVISOR)
        }
        view = house_view(house.code)
        self.tables: dict[str, WeekTable] = {}
        for at, code in enumerate(TABLES):
            offering = _OFFERINGS[(2 * number + at) % len(_OFFERINGS)]
            (setting,) = (one for one in settings(view, code) if one.offering == offering)
            self.tables[code] = WeekTable(house, setting, 3 * number + at)
        self.counts = 0
        self.last: dict[str, JSON] = {}
        self.variances: dict[tuple[str, str, int], int] = {}

    def _key(self, scope: str) -> str:
        tables = TABLES if scope == "tables" else ()
        now = self.clock.now()
        return keys.issue(name=scope, scope=scope, house=self.house.code, tables=tables, now=now)

    def agenda(self) -> Iterator[tuple[datetime, "Cardroom", Sent | None]]:
        """What is to be sent, and when; None is the count of a morning."""
        for table, night in zip(self.tables.values(), nights(), strict=True):
            for sent in table.week(night):
                yield sent.at, self, sent
        for day in DAYS[1:]:
            there = datetime.combine(day, _COUNTED_AT, ZoneInfo(self.house.zone))
            yield there.astimezone(UTC), self, None

    def send(self, sent: Sent) -> None:
        """Send a batch when it has happened."""
        if sent.scope == "slip":
            self._pay_wrong(sent)
            return
        answer = self.callers[sent.scope].record(sent.table, [*map(self._confirmed, sent.events)])
        codes = {note["code"] for note in answer["irregularities"]}
        assert codes <= NOTED, answer["irregularities"]
        self.last[sent.table] = answer

    def _confirmed(self, event: JSON) -> JSON:
        """A correction comes with its supervisor's code: it may take from boxes."""
        if event["type"] != "round.corrected":
            return event
        code = self.phones[event["data"]["authorised_by"]].shows()
        return {**event, "data": {**event["data"], "code": code}}

    def _pay_wrong(self, sent: Sent) -> None:
        """The first line of the last settlement was paid by $5 too much."""
        (entry,) = self.last[sent.table]["rounds"]
        line = entry["settlement"]["lines"][0]
        names = ("seat", "hand", "kind", "player", "paid_cents", "collected_cents")
        data = {name: line[name] for name in names}
        data["paid_cents"] += 500
        event = {
            "id": str(uuid5(_IDS, f"{self.house.code} {sent.table} {entry['round']}")),
            "type": "wager.paid",
            "occurred_at": sent.at.isoformat(),
            "round": entry["round"],
            "data": data,
        }
        answer = self.callers["tables"].record(sent.table, [event])
        codes = [note["code"] for note in answer["irregularities"]]
        assert codes in (["paid_differs"], ["paid_differs", "rotation"]), codes  # more than W (R6)

    def pages(self, path: str, wanted: str = "") -> Iterator[JSON]:
        """Every item of a list, as the auditor sees it."""
        after: str | None = ""
        while after is not None:
            page = self.callers["audit"].read(f"{path}?limit=500{wanted}{after}")
            yield from page["items"]
            cursor = page["next_cursor"] if page["items"] else None
            after = None if cursor is None else f"&after={cursor}"

    def drops(self) -> Iterator[JSON]:
        """Every box period."""
        return self.pages("drops")

    def feed(self) -> Iterator[JSON]:
        """Every event."""
        return self.pages("events")

    def round(self, name: str) -> JSON:
        """A round by its table and number, as it is read."""
        table, number = name.split("/")
        return self.callers["audit"].read(f"tables/{table}/rounds/{number}")

    def accounts(self, day: str = "") -> dict[str, int]:
        """The balance of each account, in cents, now or at the end of a gaming day."""
        until = f"&gaming_day={day}" if day else ""
        items = self.pages("ledger/accounts", until)
        return {one["account"]: one["balance_cents"] for one in items if one["balance_cents"]}

    def statement(self, day: str, player: str) -> JSON:
        """What was posted to a person on a gaming day."""
        return self.callers["audit"].read(f"ledger/statements/{day}/{player}")

    def journals(self) -> dict[str, int]:
        """What moved by each kind of journal, in cents."""
        found: Counter[str] = Counter()
        for journal in self.pages("ledger/journals"):
            amounts = (entry["amount_cents"] for entry in journal["entries"])
            found[journal["kind"]] += sum(cents for cents in amounts if cents > 0)
        return dict(found)

    def expected_variances(self) -> dict[tuple[str, str, int], int]:
        """By table, purpose and box of the week: what was counted beyond what was recorded."""
        found = Counter(self.variances)
        for code, table in self.tables.items():
            for (purpose, index), cents in table.told.variances.items():
                found[code, purpose, index] += cents
        return {place: cents for place, cents in found.items() if cents}

    def count(self) -> None:
        """The count room counts what came off since the last morning."""
        places: dict[tuple[str, str], int] = {}
        for drop in sorted(self.drops(), key=lambda drop: drop["put_on_position"]):
            of = (drop["table"], drop["purpose"])
            index = places[of] = places.get(of, -1) + 1
            if drop["removed_position"] is not None and drop["count"] is None:
                self._count(drop, self.tables[drop["table"]].told, index)

    def _count(self, drop: JSON, told: Told, index: int) -> None:
        self.counts += 1
        of = (self.house.code, self.counts)
        cents = told.boxes[drop["purpose"]][index] + Errors.short.get(of, 0)
        count = self._said(
            "",
            table=drop["table"],
            removed_position=drop["removed_position"],
            box=drop["came_off"],
            started_at=self.clock.now().isoformat(),
            counters=COUNTERS,
        )["id"]
        if of in Errors.entered_wrong:
            self._said(f"/{count}/amounts", denominations=_chips(cents + 1_000), by=COUNTERS[0])
            self._said(
                f"/{count}/corrections",
                denominations=_chips(cents),
                by=COUNTERS[1],
                reason="a stack was counted twice",
            )
        else:
            self._said(f"/{count}/amounts", denominations=_chips(cents), by=COUNTERS[0])
        for who in (*COUNTERS, CASHIER):
            self._said(f"/{count}/signatures", by=who, code=self.phones[who].shows())
        self.clock.until(self.clock.at + timedelta(seconds=31))  # for the next one-time codes
        if of in Errors.adjusted:
            cents += Errors.adjusted[of]
            self._said(
                f"/{count}/adjustments",
                denominations=_chips(cents),
                by=CASHIER,
                reason="two chips were of another house",
                authorised_by=SUPERVISOR,
                code=self.phones[SUPERVISOR].shows(),
            )
        by = Errors.short.get(of, 0) + Errors.adjusted.get(of, 0)
        if by:
            self.variances[drop["table"], drop["purpose"], index] = by

    def _said(self, path: str, **content: Any) -> JSON:
        """Something is said of a count."""
        sent = {"id": str(uuid5(_IDS, f"{self.house.code} {self.clock.now()}")), **content}
        response = self.callers["count"].send(f"counts{path}", json.dumps(sent).encode())
        assert response.status_code == 201, response.content
        return body(response)


def _chips(cents: int) -> dict[str, int]:
    """Chips of a dollar and of five."""
    fives, rest = divmod(cents, 500)
    chips = {"500": fives, "100": rest // 100}
    assert rest % 100 == 0
    return {worth: pieces for worth, pieces in chips.items() if pieces}


def run(clock: Clock, cardrooms: Sequence[House]) -> list[Cardroom]:
    """The whole week, everything in the order in which it happens."""
    rooms = [Cardroom(house, clock, number) for number, house in enumerate(cardrooms)]
    agenda = sorted(chain.from_iterable(room.agenda() for room in rooms), key=lambda one: one[0])
    for at, room, sent in agenda:
        clock.until(at + timedelta(seconds=2))
        if sent is None:
            room.count()
        else:
            room.send(sent)
    return rooms
