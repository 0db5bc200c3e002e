"""The books of a house, computed anew from the API's feed alone; imports nothing of the project.

    python tests/independent/books.py URL KEY [any_time]

KEY has scope `audit`. Prints, as JSON and in cents: the balance of every account, what moved by
kind of journal, each round's fees with what is wrong with them, and each box period with its count.
`any_time` is for a house whose schedules let fees be paid after the first card. An event of a type
that isn't reckoned with here ends it, for the figures would be wrong.
"""

import json
import sys
import urllib.request
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any

JSON = dict[str, Any]
Payer = tuple[int, str, str]
Line = tuple[int, int | None, str, str]

SIGNS = {"fee.collected": 1, "fee.refunded": -1, "fee.waived": 0}
NO_MONEY = {
    "table.refolded",  # how a table stands behind a late round; its boxes stay
    "table.opened",
    "table.closed",
    "day.attested",
    "game.started",
    "game.ended",
    "play.paused",
    "play.resumed",
    "dealer.changed",
    "seat.taken",
    "seat.left",
    "notice.checked",
    "shoe.loaded",
    "card.burned",
    "player_dealer.offered",
    "player_dealer.wagered",
    "wager.placed",
    "wager.withdrawn",
    "wager.added",
    "card.revealed",
    "hole_card.checked",
    "decision.made",
    "action_button.placed",
    "incident.noted",
    "count.signed",
    "reconciliation.explained",
    "reconciliation.signed",
    "day.closed",
}


def feed(url: str, key: str) -> Iterator[JSON]:
    """Every event of the key's house, in the feed's order."""
    after = "0"
    while True:
        address = f"{url}/api/v1/events?limit=500&after={after}"
        headers = {"Authorization": f"Bearer {key}"}
        request = urllib.request.Request(address, headers=headers)  # noqa: S310 - as the caller says
        with urllib.request.urlopen(request) as response:  # noqa: S310
            page = json.load(response)
        yield from page["items"]
        if not page["items"] or page["next_cursor"] is None:
            return
        after = page["next_cursor"]


@dataclass(eq=False)
class Period:
    """A drop box at a table, from the event that put it on to the one that took it off."""

    table: str
    purpose: str
    box: str
    put_on: int
    removed: int | None = None
    removed_on: str = ""
    recorded: int = 0
    at_count: int | None = None
    counted: int | None = None
    assessed: int = 0
    corrections: int = 0
    waived: int = 0
    wrong: list[JSON] = field(default_factory=list)


@dataclass
class Fee:
    """Fee money of a round as it was reported; `dealt` when the first card lay by then."""

    what: str
    payer: Payer
    purpose: str
    cents: int
    dealt: bool


@dataclass
class Round:
    """A round's money. `laid` is what each payer has in which box; None is no box at all."""

    boxes: dict[str, Period]
    player_dealer: str
    dealt: bool = False
    fees: list[Fee] = field(default_factory=list)
    assessed: dict[Payer, int | None] = field(default_factory=dict)
    assessed_first: int | None = None
    lines: list[JSON] = field(default_factory=list)
    paid: dict[Line, JSON] = field(default_factory=dict)
    laid: "Counter[tuple[Period | None, str, Payer]]" = field(default_factory=Counter)


@dataclass
class Table:
    """A table: the boxes that hang there, and its rounds."""

    code: str
    boxes: dict[str, Period] = field(default_factory=dict)
    rounds: dict[int, Round] = field(default_factory=dict)


class Books:
    """A house's books while its events come."""

    def __init__(self, *, any_time: bool) -> None:
        self.any_time = any_time
        self.tables: dict[str, Table] = {}
        self.periods: list[Period] = []
        self.counts: dict[str, Period] = {}
        self.figures: dict[str, int] = {}
        self.unboxed: Counter[str] = Counter()
        self.journals: Counter[str] = Counter()
        self.daily: Counter[tuple[str, str]] = Counter()
        self.day = ""

    def take(self, item: JSON) -> None:
        """Reckon with one event."""
        self.day = item["gaming_day"]
        kind, name = item["stream"].split(":", 1)
        if kind == "cage":
            self._counted(item)
        elif kind == "table":
            self._at_table(self.tables.setdefault(name, Table(name)), item)

    def _move(self, cents: int, giver: str, receiver: str) -> None:
        """Money goes from one account to another on this gaming day."""
        self.daily[self.day, giver] -= cents
        self.daily[self.day, receiver] += cents

    def _at_table(self, table: Table, item: JSON) -> None:
        kind, data = item["type"], item["data"]
        if kind == "box.changed":
            self._change_box(table, item["position"], data)
        elif kind == "round.corrected":
            self._correct(table, item)
        elif kind == "round.reported_late":
            self._report(table, item)
        elif item["round"] is not None and kind not in NO_MONEY:
            self._in_round(table, item)
        elif kind not in NO_MONEY:
            raise SystemExit(f"{kind} isn't reckoned with")

    def _change_box(self, table: Table, position: int, data: JSON) -> None:
        before = table.boxes.pop(data["purpose"], None)
        if before is not None:
            before.removed, before.removed_on = position, self.day
            self._remove(before, before.recorded)
        if data.get("box_in"):
            period = Period(table.code, data["purpose"], data["box_in"], position)
            table.boxes[data["purpose"]] = period
            self.periods.append(period)

    def _in_round(self, table: Table, item: JSON) -> None:
        kind, data, number = item["type"], item["data"], item["round"]
        if kind == "round.opened":
            player = item["noted"]["player"]
            table.rounds[number] = Round(boxes=dict(table.boxes), player_dealer=player)
            return
        now = table.rounds[number]
        if kind == "card.dealt":
            now.dealt = True
        elif kind in SIGNS:
            fee = _fee(kind, data, item["noted"], dealt=now.dealt)
            now.fees.append(fee)
            if kind != "fee.waived":
                self.journals[kind.replace(".", "_")] += fee.cents
            self._pass_on(self._lay(table, now, {(fee.purpose, fee.payer): _signed(fee)}))
        elif kind == "fees.assessed":
            now.assessed = {_payer(line): line["fee_cents"] for line in data["lines"]}
            if now.assessed_first is None:
                now.assessed_first = _assessed(now)
        elif kind in {"round.settled", "round.reversed"}:
            self._settle(now, data.get("lines", []))
        elif kind == "wager.paid":
            before = _differences(now)
            now.paid[_line(data)] = data
            self._pay(now, before, _differences(now))
        elif kind not in {"round.completed", "round.voided"}:
            raise SystemExit(f"{kind} isn't reckoned with")

    def _settle(self, now: Round, lines: list[JSON]) -> None:
        """Another settlement takes the place of the former one, or none does."""
        taken_back = "settlement_superseded" if lines else "settlement_voided"
        before, former, now.lines = _differences(now), now.lines, lines
        for line in former:
            self.journals[taken_back] += abs(_gained(line))
            self._move(-_gained(line), f"person:{now.player_dealer}", f"person:{line['player']}")
        for line in lines:
            self.journals["settlement"] += abs(_gained(line))
            self._move(_gained(line), f"person:{now.player_dealer}", f"person:{line['player']}")
        self._pay(now, before, _differences(now))

    def _pay(self, now: Round, before: "Counter[Line]", after: "Counter[Line]") -> None:
        """What was really paid differs from the settlement by something else than before."""
        for line in {*before, *after}:
            by = after[line] - before[line]
            self.journals["paid_differs"] += abs(by)
            self._move(by, f"person:{now.player_dealer}", f"person:{line[-1]}")

    def _lay(
        self, table: Table, now: Round, money: dict[tuple[str, Payer], int]
    ) -> "Counter[Period]":
        """Money goes into its round's box; if that is counted, into the one that hangs there."""
        received: Counter[Period] = Counter()
        for (purpose, payer), cents in money.items():
            period = now.boxes.get(purpose)
            if period is not None and period.at_count is not None:
                period = table.boxes.get(purpose)
            now.laid[period, purpose, payer] += cents
            person = f"person:{payer[1]}"
            if period is None:
                self.unboxed[f"unboxed:{table.code}:{purpose}"] += cents
                self._move(cents, person, f"unboxed:{table.code}:{purpose}")
            else:
                period.recorded += cents
                received[period] += cents
                self._move(cents, person, f"box:{period.box}:{purpose}")
        return received

    def _pass_on(self, received: "Counter[Period]") -> None:
        """What a box receives that came off goes to the count room at once."""
        for period, cents in received.items():
            if period.removed is not None:
                self._remove(period, cents)

    def _remove(self, period: Period, cents: int) -> None:
        self.journals["box_removed"] += abs(cents)
        of = period.purpose
        self._move(cents, f"box:{period.box}:{of}", f"count_room:{of}")

    def _report(self, table: Table, item: JSON) -> None:
        """A missing round comes late; its money goes where that of the round below it went."""
        number, (opened, *_) = item["data"]["round"], item["noted"]["events"]
        below = max(one for one in table.rounds if one < number)
        now = Round(dict(table.rounds[below].boxes), opened["player"])
        table.rounds[number] = now
        now.fees, now.dealt = _given(item)
        due: Counter[tuple[str, Payer]] = Counter()
        for fee in now.fees:
            due[fee.purpose, fee.payer] += _signed(fee)
            if _signed(fee):
                self.journals[fee.what.replace(".", "_")] += fee.cents
        self._pass_on(self._lay(table, now, due))

    def _correct(self, table: Table, item: JSON) -> None:
        """The round's fees are those of the correction; the difference moves."""
        now = table.rounds[item["data"]["round"]]
        now.fees, now.dealt = _given(item)
        due: Counter[tuple[str, Payer]] = Counter()
        for fee in now.fees:
            due[fee.purpose, fee.payer] += _signed(fee)
        for (_, purpose, payer), cents in now.laid.items():
            due[purpose, payer] -= cents
        self.journals["fee_corrected"] += sum(abs(cents) for cents in due.values())
        self._pass_on(self._lay(table, now, {of: cents for of, cents in due.items() if cents}))

    def _counted(self, item: JSON) -> None:
        kind, data = item["type"], item["data"]
        if kind == "count.started":
            (period,) = (
                one
                for one in self.periods
                if (one.table, one.removed) == (data["table"], data["removed_position"])
            )
            self.counts[item["id"]] = period
            return
        if kind not in {*NO_MONEY, "count.amounts_entered", "count.corrected"} | {
            "count.accepted",
            "count.adjusted",
        }:
            raise SystemExit(f"{kind} isn't reckoned with")
        count = item["noted"]["count"]
        period = self.counts[count]
        self.day = period.removed_on  # a count is of the day on which its box came off
        if "denominations" in data:
            coins = data["denominations"].items()
            self.figures[count] = sum(int(cents) * pieces for cents, pieces in coins)
        if kind == "count.accepted":
            period.at_count, period.counted = period.recorded, self.figures[count]
            self.journals["count"] += max(period.at_count, period.counted)
            over = period.counted - period.at_count
            self._move(period.at_count, f"count_room:{period.purpose}", f"vault:{period.purpose}")
            self._move(over, f"over_short:{period.purpose}", f"vault:{period.purpose}")
        elif kind == "count.adjusted":
            by = self.figures[count] - (period.counted or 0)
            self.journals["count_adjusted"] += abs(by)
            self._move(by, f"over_short:{period.purpose}", f"vault:{period.purpose}")
            period.counted = self.figures[count]

    def by_day(self) -> dict[str, dict[str, int]]:
        """By gaming day, what each account received on it less what it gave."""
        found: defaultdict[str, dict[str, int]] = defaultdict(dict)
        for (day, account), cents in sorted(self.daily.items()):
            found[day][account] = cents
        return found

    def accounts(self) -> dict[str, int]:
        """What each account has received less what it has given, by how everything is in the end.

        The gaming days must come to the same.
        """
        found: Counter[str] = Counter(self.unboxed)
        for period in self.periods:
            self._of_period(period, found)
        for now in self.rounds().values():
            for (_, _, payer), cents in now.laid.items():
                found[f"person:{payer[1]}"] -= cents
            for line in now.lines:
                gained = _gained(now.paid.get(_line(line), line))
                found[f"person:{line['player']}"] += gained
                found[f"person:{now.player_dealer}"] -= gained
        summed: Counter[str] = Counter()
        for (_, account), cents in self.daily.items():
            summed[account] += cents
        if any(summed[account] != found[account] for account in {*summed, *found}):
            raise SystemExit("the days don't come to the balances")
        return dict(sorted(found.items()))

    @staticmethod
    def _of_period(period: Period, found: "Counter[str]") -> None:
        if period.removed is None:
            found[f"box:{period.box}:{period.purpose}"] += period.recorded
        elif period.at_count is None or period.counted is None:
            found[f"count_room:{period.purpose}"] += period.recorded
        else:
            found[f"vault:{period.purpose}"] += period.counted
            found[f"over_short:{period.purpose}"] += period.at_count - period.counted

    def rounds(self) -> dict[str, Round]:
        """All rounds by table and number."""
        return {
            f"{table.code}/{number}": now
            for table in self.tables.values()
            for number, now in table.rounds.items()
        }

    def exceptions(self, now: Round) -> Iterator[JSON]:
        """What is wrong with a round's collection fees, wager by wager."""
        money: defaultdict[Payer, list[Fee]] = defaultdict(list)
        for fee in _of_collection(now):
            money[fee.payer].append(fee)
        for payer in {**now.assessed, **money}:
            assessed = now.assessed.get(payer, 0)
            waived = sum(fee.cents for fee in money[payer] if fee.what == "fee.waived")
            owed = max((assessed or 0) - waived, 0)
            collected = sum(map(_signed, money[payer]))
            codes = [_amount_code(now, assessed, owed, collected)]
            if not self.any_time and collected and _came_late(money[payer], owed):
                codes.append("late_fee")
            for code in filter(None, codes):
                difference = 0 if code == "late_fee" else collected - owed
                whose = dict(zip(("seat", "player", "role"), payer, strict=True))
                yield {"code": code, **whose, "difference_cents": difference}

    def reconcile(self) -> None:
        """Of each box what was assessed for its rounds, and what of the variance is where."""
        for name, now in self.rounds().items():
            own = now.boxes.get("collection")
            number = int(name.split("/")[1])
            if own is not None:
                first = now.assessed_first or 0
                own.assessed += first
                own.corrections += _assessed(now) - first
                own.waived += sum(_waived(now).values())
            for period, code, payer, cents in self._found(now, own):
                if period is not None:
                    whose = dict(zip(("seat", "player", "role"), payer, strict=True))
                    item = {"round": number, "code": code, **whose, "difference_cents": cents}
                    period.wrong.append(item)

    def _found(
        self, now: Round, own: Period | None
    ) -> Iterator[tuple[Period | None, str, Payer, int]]:
        """What is wrong with each wager in each box: that of the round, and where money lies."""
        said: defaultdict[Payer, list[str]] = defaultdict(list)
        for one in self.exceptions(now):
            said[one["seat"], one["player"], one["role"]].append(one["code"])
        laid = {key: cents for key, cents in now.laid.items() if key[1] == "collection" and cents}
        for payer in {**now.assessed, **dict.fromkeys(payer for _, _, payer in laid)}:
            waived = sum(
                fee.cents for fee in _of_collection(now, "fee.waived") if fee.payer == payer
            )
            owed = max((now.assessed.get(payer) or 0) - waived, 0)
            lasting = next((code for code in said[payer] if code.startswith("no_")), None)
            off = laid.get((own, "collection", payer), 0) - owed
            away = [(period, cents) for (period, _, whose), cents in laid.items() if whose == payer]
            for period, cents in sorted(away, key=lambda one: one[0].put_on if one[0] else 0):
                if period is own:
                    continue
                instead = max(min(cents, -off), 0) if cents > 0 else min(max(cents, -off), 0)
                off += instead
                if instead:
                    yield own, "other_box", payer, -instead
                    yield period, "other_box", payer, instead
                if cents != instead:
                    yield (
                        period,
                        lasting or _off_code(owed, cents - instead),
                        payer,
                        cents - instead,
                    )
            if off or lasting == "no_tier":
                yield own, lasting or _off_code(owed, off), payer, off
            if "late_fee" in said[payer]:
                yield own, "late_fee", payer, 0


def _assessed(now: Round) -> int:
    return sum(cents or 0 for cents in now.assessed.values())


def _waived(now: Round) -> "Counter[Payer]":
    """What was waived of each fee, no more than it."""
    found: Counter[Payer] = Counter()
    for fee in _of_collection(now, "fee.waived"):
        found[fee.payer] += fee.cents
    return Counter({who: min(cents, now.assessed.get(who) or 0) for who, cents in found.items()})


def _off_code(owed: int, off: int) -> str:
    """How an amount is wrong that is off by so much."""
    if not owed:
        return "unexpected_fee"
    return "wrong_fee" if owed + off else "missing_fee"


def _amount_code(now: Round, assessed: int | None, owed: int, collected: int) -> str | None:
    if not now.dealt:
        return "no_first_card" if collected else None
    if assessed is None:
        return "no_tier"
    if collected == owed:
        return None
    if not owed:
        return "unexpected_fee"
    return "wrong_fee" if collected else "missing_fee"


def _came_late(fees: Iterable[Fee], owed: int) -> bool:
    """Whether money came after the first card while some of the fee was still owed."""
    so_far, late = 0, False
    for fee in fees:
        if fee.what == "fee.collected" and fee.dealt and max(so_far, 0) < owed:
            late = True
        so_far += _signed(fee)
    return late


def _payer(data: JSON) -> Payer:
    return data["seat"], data["player"], data["role"]


def _fee(kind: str, data: JSON, noted: JSON, *, dealt: bool) -> Fee:
    player = data.get("player") or noted["player"]
    payer = (data["seat"], player, data["role"])
    return Fee(kind, payer, data.get("purpose", "collection"), data["amount_cents"], dealt)


def _given(item: JSON) -> tuple[list[Fee], bool]:
    """The fees of a whole round given at once, and whether a card was dealt."""
    fees, dealt = [], False
    for given, noted in zip(item["data"]["events"], item["noted"]["events"], strict=True):
        dealt = dealt or given["type"] == "card.dealt"
        if given["type"] in SIGNS:
            fees.append(_fee(given["type"], given["data"], noted, dealt=dealt))
    return fees, dealt


def _signed(fee: Fee) -> int:
    return SIGNS[fee.what] * fee.cents


def _line(data: JSON) -> Line:
    return data["seat"], data.get("hand"), data["kind"], data["player"]


def _gained(moved: JSON) -> int:
    """What a bettor won on a line."""
    gained: int = moved["paid_cents"] - moved["collected_cents"]
    return gained


def _differences(now: Round) -> "Counter[Line]":
    """By line of the settlement in force, what was paid beyond it."""
    lines = {_line(line): _gained(line) for line in now.lines}
    paid = {line: _gained(data) for line, data in now.paid.items()}
    return Counter({line: paid[line] - lines[line] for line in lines if line in paid})


def books(items: Iterable[JSON], *, any_time: bool = False) -> JSON:
    """The figures of a house, from its feed."""
    found = Books(any_time=any_time)
    for item in items:
        found.take(item)
    found.reconcile()
    return {
        "accounts": found.accounts(),
        "days": found.by_day(),
        "journals": {kind: cents for kind, cents in found.journals.items() if cents},
        "rounds": {
            name: {
                "assessed_cents": sum(cents or 0 for cents in now.assessed.values()),
                "waived_cents": sum(fee.cents for fee in _of_collection(now, "fee.waived")),
                "collected_cents": sum(map(_signed, _of_collection(now))),
                "exceptions": list(found.exceptions(now)),
            }
            for name, now in found.rounds().items()
        },
        "periods": [vars(period) for period in found.periods],
    }


def _of_collection(now: Round, *kinds: str) -> Iterator[Fee]:
    """A round's collection fees, of some kinds or all."""
    fees = (fee for fee in now.fees if fee.purpose == "collection")
    return (fee for fee in fees if not kinds or fee.what in kinds)


if __name__ == "__main__":
    _, where, token, *how = sys.argv
    sys.stdout.write(json.dumps(books(feed(where, token), any_time="any_time" in how)))
