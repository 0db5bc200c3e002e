"""A table on a real log against a plain one: whatever is sent, and put right, all three agree.

After each step the live state, the read model and a replay of the whole stream are what the plain
table says; what a refusal leaves is what was there before; in the end every round reads at every
position as it was known there, and the stream verifies.
"""

import json
from copy import deepcopy
from datetime import UTC, datetime, timedelta
from itertools import count
from random import Random
from typing import Any, Final
from uuid import UUID, uuid5

import msgspec
import pytest
from hypothesis import HealthCheck, event, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)

from cardroom.errors import (
    CardroomError,
    Forbidden,
    IdReused,
    PositionConflict,
    ProcedureViolation,
    RuleViolation,
)
from cardroom.log import store
from tables import history, queries, rebuild
from tables.models import RoundRow
from tables.verify import Counts, verify
from tables.views import Answer, RoundView
from tests.played import HOUSE, all_rows, load_the_house, post
from tests.properties.plain_table import Impossible, PlainTable
from tests.properties.scripts import Event, a_script
from tests.properties.scripts import event as told

TABLES: Final = 400  # one for each example, those that Hypothesis shrinks to included
_IDS: Final = UUID("6ba7b811-9dad-11d1-80b4-00c04fd430c8")
_numbers = count(1)

OPENS: Final = datetime(2026, 11, 28, 20, tzinfo=UTC)
FLOOR: Final = {"authorised_by": "floor-7", "reason": "misdeal"}
SUPERVISOR: Final = {"authorised_by": "sup-1", "reason": "seen on camera"}
OFFERINGS: Final = ("NB40-A", "NB40-N")
chance = st.randoms(use_true_random=False)


class RecordedTable(RuleBasedStateMachine):
    """One table, what was sent to it, and the plain table that says how it must be."""

    def __init__(self) -> None:
        super().__init__()
        self.code = f"H{next(_numbers):03d}"
        self.plain = PlainTable()
        self.ids = count(1)
        self.batches: list[tuple[list[Event], dict[str, Any]]] = []
        self.players = count(1)
        self.known: list[tuple[int, int, dict[str, Any]]] = []
        self.left: list[Event] = []  # what is still to come of the open round

    # What is sent

    def fresh(self, script: Event, number: int | None = None) -> Event:
        """An event with an id, of a round or none."""
        made = next(self.ids)
        sent = {"id": str(uuid5(_IDS, f"{self.code} {made}")), **deepcopy(script)}
        sent["occurred_at"] = (OPENS + timedelta(seconds=made)).isoformat()
        return sent | ({"round": number} if number else {})

    def send(self, *events: Event, scope: str = "tables", **batch: Any) -> Answer:
        """Record a batch, at the position that the plain table knows of."""
        position = self.plain.position
        answer = post(*events, table=self.code, scope=scope, expected_position=position, **batch)
        self.batches.append((list(events), {"scope": scope, **batch}))
        assert answer.last_position == self.plain.position + len(events) + len(answer.appended)
        self.plain.position = answer.last_position
        return answer

    def at_table(self, what: str, /, **data: Any) -> Event:
        """A table event that is recorded."""
        sent = self.fresh(told(what, **data))
        self.send(sent)
        self.plain.happened(sent)
        return sent

    def refused(self, error: type[CardroomError], *events: Event, **more: Any) -> None:
        """A batch that leaves nothing."""
        before = all_rows()
        with pytest.raises(error):
            post(*events, table=self.code, **more)
        assert all_rows() == before
        head = store.head(HOUSE, f"table:{self.code}")
        assert (head.position if head else 0) == self.plain.position

    # What happens at a table

    @initialize(rng=chance)
    def open(self, rng: Random) -> None:
        """The table opens with three people at it."""
        self.at_table("table.opened", offering=rng.choice(OFFERINGS), gaming_day="2026-11-28")
        self.at_table("shoe.loaded", decks=6, continuous=True)
        for seat in rng.sample(range(1, 9), 3):
            self.sit(seat)

    def sit(self, seat: int) -> None:
        """Somebody new takes a seat."""
        player = f"P-{next(self.players)}"
        self.at_table("seat.taken", seat=seat, player=player, kind="patron")

    def between(self) -> bool:
        """Whether no round is on."""
        return self.plain.open_round is None

    @rule(rng=chance)
    def people_come_and_go(self, rng: Random) -> None:
        """A seat is taken or left, so that three stay; also while a round is on."""
        seats = self.plain.seated()
        if len(seats) > 3 and rng.random() < 0.5:
            self.at_table("seat.left", seat=rng.choice([*seats]))
        elif len(seats) < 8:
            self.sit(rng.choice([seat for seat in range(1, 9) if seat not in seats]))

    @rule(rng=chance, purpose=st.sampled_from(("collection", "jackpot")))
    def change_box_and_dealer(self, rng: Random, purpose: str) -> None:
        """Another box, or another dealer."""
        if rng.random() < 0.5:
            self.at_table("dealer.changed", dealer=f"D-{next(self.players)}")
        else:
            box = f"BX-{next(self.players)}"
            self.at_table("box.changed", purpose=purpose, box_in=box, removed_by="drop-1")

    @precondition(between)
    @rule(rng=chance)
    def close_and_open(self, rng: Random) -> None:
        """The table closes, and opens for others."""
        self.at_table("table.closed", reason="late")
        self.open(rng)

    def people(self) -> dict[int, str]:
        """Who sits there: two at least, or others sit down."""
        while len(seats := self.plain.seated()) < 2:
            self.sit(min({*range(1, 9)} - {*seats}))
        return seats

    def script(self, rng: Random, seats: dict[int, str]) -> list[Event]:
        """A round among these."""
        pd_seat, *others = rng.sample([*seats], len(seats))
        return a_script(rng, pd_seat, others[: rng.randint(1, len(others))])

    @precondition(between)
    @rule(rng=chance, skipped=st.sampled_from((0, 0, 0, 1, 2)), cut=st.floats(0, 2))
    def play(self, rng: Random, skipped: int, cut: float) -> None:
        """A round, in one batch or up to a point; numbers before it may be skipped."""
        number = self.plain.last_round + 1 + skipped
        script = self.script(rng, self.people())
        size = min(len(script), max(1, int(len(script) * cut)))
        self.send(*(self.fresh(one, number) for one in script[:size]))
        self.plain.opened(number, script[:size])
        self.left = script[size:]

    @precondition(lambda self: not self.between())
    @rule(cut=st.floats(0, 2))
    def play_on(self, cut: float) -> None:
        """More of the open round, or all of it; where somebody left before, another wagers."""
        number = self.plain.open_round
        assert number is not None
        to_wager = {one["data"]["seat"] for one in self.left if one["type"] == "wager.placed"}
        for seat in sorted(to_wager - {*self.plain.seated()}):
            self.sit(seat)
        size = max(1, int(len(self.left) * cut))
        now, self.left = self.left[:size], self.left[size:]
        self.send(*(self.fresh(one, number) for one in now))
        self.plain.went_on(number, now)

    @precondition(between)
    @rule(rng=chance)
    def play_above_the_limit(self, rng: Random) -> None:
        """A wager above the limit is refused, and stands with an override."""
        number = self.plain.last_round + 1
        script = self.script(rng, self.people())
        raised = 60_000 + next(one for one in script if is_stake(one))["data"]["amount_cents"] % 20
        seat = next(one for one in script if is_stake(one))["data"]["seat"]
        for one in script:
            if is_stake(one) and one["data"]["seat"] == seat:
                one["data"]["amount_cents"] = raised
        events = [self.fresh(one, number) for one in script]
        self.refused(ProcedureViolation, *events)
        answer = self.send(*events, override=FLOOR)
        assert "limit" in {note.code for note in answer.irregularities}
        self.plain.opened(number, script)

    @precondition(lambda self: self.plain.rounds)
    @rule(rng=chance, cents=st.integers(1, 500))
    def collect_later(self, rng: Random, cents: int) -> None:
        """Fee money of any round, also a past or void one."""
        number = rng.choice([*self.plain.rounds])
        seat = self.plain.laid(number)["pd_seat"]
        fee = told("fee.collected", seat=seat, role="player_dealer", amount_cents=cents)
        self.send(self.fresh(fee, number))
        self.plain.rounds[number]["later_fees"].append(cents)

    # What is sent again, too late, or wrong

    @precondition(lambda self: self.batches)
    @rule(rng=chance)
    def send_again(self, rng: Random) -> None:
        """A retry records nothing, whatever position it expects."""
        events, batch = rng.choice(self.batches)
        answer = post(*events, table=self.code, expected_position=0, **batch)
        assert (answer.recorded, answer.duplicates) == (0, len(events))
        assert answer.last_position == self.plain.position

    @precondition(lambda self: self.batches)
    @rule(rng=chance)
    def send_again_as_another(self, rng: Random) -> None:
        """The same id with another instant is refused."""
        events, batch = rng.choice(self.batches)
        other = {**rng.choice(events), "occurred_at": "2026-11-28T19:00:00Z"}
        self.refused(IdReused, other, **batch)

    @rule(rng=chance)
    def expect_another_position(self, rng: Random) -> None:
        """A writer that doesn't know the head is refused."""
        note = self.fresh(told("incident.noted", text="spilled"))
        elsewhere = self.plain.position + rng.choice((-1, 1, 7))
        self.refused(PositionConflict, note, expected_position=elsewhere)

    @rule(rng=chance)
    def send_a_batch_that_fails_at_its_end(self, rng: Random) -> None:
        """Nothing of it remains, and its ids are free."""
        good = [self.fresh(told("incident.noted", text="spilled")) for _ in range(2)]
        bad = self.fresh(told("seat.left", seat=rng.choice((0, 9))))
        self.refused(RuleViolation, *good, bad)
        self.send(*good)

    # What is put right

    @precondition(lambda self: self.plain.rounds)
    @rule(rng=chance, void=st.booleans())
    def correct_a_round(self, rng: Random, *, void: bool) -> None:
        """A whole round as it should have been, in the seating of its time."""
        number = rng.choice([*self.plain.rounds])
        script = self.script(rng, self.plain.seats_of(number))
        if void:
            script[-1] = told("round.voided", **FLOOR)
        at = self.opened_at(number)
        whole = [{**one, "occurred_at": at} for one in script]
        content = {"round": number, "events": whole, **SUPERVISOR}
        self.refused(Forbidden, self.fresh(told("round.corrected", **content)))
        was_open = self.plain.open_round == number
        answer = self.send(self.fresh(told("round.corrected", **content)), scope="cage")
        self.plain.corrected(number, script)
        assert [entry.round for entry in answer.rounds] == [number]
        self.left = [] if was_open else self.left

    @precondition(lambda self: self.plain.rounds)
    @rule(rng=chance)
    def void(self, rng: Random) -> None:
        """The open round by the floor, a settled one by a supervisor, a void one never again."""
        number = rng.choice([*self.plain.rounds])
        phase = self.plain.phase(number)
        word = FLOOR if phase is None else SUPERVISOR
        sent = self.fresh(told("round.voided", **word), number)
        if phase == "voided":
            self.refused(RuleViolation, sent, scope="supervisor")
            return
        self.send(sent, scope="tables" if phase is None else "cage")
        if phase is None:
            self.plain.went_on(number, [told("round.voided", **word)])
            self.left = []
        else:
            self.plain.voided(number)

    @precondition(lambda self: self.plain.missing)
    @rule(rng=chance)
    def report_late(self, rng: Random) -> None:
        """A round that is missing, in a seating of its own."""
        number = rng.choice(self.plain.missing)
        seats = {seat: f"L-{seat}" for seat in rng.sample(range(1, 9), 4)}
        script = self.script(rng, seats)
        seated = [{"seat": s, "player": p, "kind": "patron"} for s, p in seats.items()]
        late = told("round.reported_late", round=number, seats=seated, events=script)
        answer = self.send(self.fresh(late))
        self.plain.reported_late(number, seats, script)
        assert [entry.round for entry in answer.rounds] == [number]
        self.refused(RuleViolation, self.fresh(late))

    @rule(rng=chance, withdraw=st.sampled_from((False, False, True)))
    def correct_a_seat(self, rng: Random, *, withdraw: bool) -> None:
        """Somebody else sat there, or nobody; refused where that can't have been."""
        taken = [i for i, one in enumerate(self.plain.timeline) if one["type"] == "seat.taken"]
        index = rng.choice(taken)
        data = self.plain.timeline[index]["said"]
        others = [f"P-{next(self.players)}", rng.choice([*self.plain.seated().values(), "P-1"])]
        self.put_right(index, None if withdraw else {**data, "player": rng.choice(others)})

    @rule(rng=chance, withdraw=st.booleans())
    def correct_a_box_or_a_dealer(self, rng: Random, *, withdraw: bool) -> None:
        """Another one came, or none."""
        kinds = {"box.changed": "box_in", "dealer.changed": "dealer"}
        changed = [i for i, one in enumerate(self.plain.timeline) if one["type"] in kinds]
        if changed:
            index = rng.choice(changed)
            happened = self.plain.timeline[index]
            other = {kinds[happened["type"]]: f"X-{next(self.players)}"}
            self.put_right(index, None if withdraw else {**happened["said"], **other})

    @rule(rng=chance)
    def correct_an_opening(self, rng: Random) -> None:
        """The table had opened with another offering."""
        opened = [i for i, one in enumerate(self.plain.timeline) if one["type"] == "table.opened"]
        index = rng.choice(opened)
        data = self.plain.timeline[index]["data"]
        self.put_right(index, {**data, "offering": rng.choice(OFFERINGS)})

    def opened_at(self, number: int) -> str:
        """When a round opened, as it reads."""
        return queries.round_at(HOUSE, self.code, number).opened_at.isoformat()

    def put_right(self, index: int, data: dict[str, Any] | None) -> None:
        """Correct an event of the timeline, or be refused as the plain table is."""
        content = {"event": self.plain.timeline[index]["id"], "data": data, **SUPERVISOR}
        sent = self.fresh(told("event.corrected", **content))
        try:
            differing = self.plain.corrected_event(index, data)
        except Impossible:
            event("a correction that can't be")
            self.refused(RuleViolation, sent, scope="cage")
            return
        answer = self.send(sent, scope="cage")
        assert differing <= {entry.round for entry in answer.rounds}

    @rule()
    def rebuild(self) -> None:
        """The same rows again."""
        head = store.head(HOUSE, f"table:{self.code}")
        assert head is not None
        before = all_rows()
        rebuild.rebuild_table(head)
        assert all_rows() == before

    # What must be true

    @invariant()
    def live_is_plain(self) -> None:
        """The live state is what the plain table says."""
        if not self.plain.timeline:
            return
        live = queries.table(HOUSE, self.code)
        assert {seat.seat: seat.player for seat in live.seats} == self.plain.seated()
        assert live.last_round == self.plain.last_round
        assert (live.dealer, live.boxes) == (self.plain.dealer, self.plain.boxes)
        assert (live.round.round if live.round else None) == self.plain.open_round
        opened = [one["data"] for one in self.plain.timeline if one["type"] == "table.opened"]
        assert live.offering == opened[-1]["offering"]

    @invariant()
    def rounds_are_plain(self) -> None:
        """Every round reads as the plain table tells it, and what was new of one is remembered."""
        for number in self.plain.rounds:
            told = self.plain.told(number)
            assert read(self.code, number) == told
            last = next((one for _, n, one in reversed(self.known) if n == number), None)
            if told != last:
                self.known.append((self.plain.position, number, told))

    @invariant()
    def rows_are_plain(self) -> None:
        """The read model says the same in short."""
        rows = {row.number: row for row in RoundRow.objects.of(HOUSE, self.code)}
        assert rows.keys() == self.plain.rounds.keys()
        for number, row in rows.items():
            told = self.plain.told(number)
            assert row.player_dealer == told["player_dealer"]
            assert (row.assessed_cents, row.collected_cents) == (
                told["assessed"],
                told["collected"],
            )
            assert row.offering == self.plain.offering_of(number)
            assert row.settlement_revision == told["revision"]
            settled = told["settlement"]
            if settled is not None:
                assert row.player_dealer_net_cents == settled["player_dealer_net_cents"]
                assert row.stake_cents == sum(line["stake_cents"] for line in settled["lines"])

    @invariant()
    def replay_is_live(self) -> None:
        """Folded from its first event, the table is what the head's snapshot leads to."""
        head = store.head(HOUSE, f"table:{self.code}")
        if head is not None:
            whole = msgspec.structs.replace(head, snapshot=None)
            assert history.table_at(whole) == history.table_at(head)

    def teardown(self) -> None:
        """Every round was, at every position, what was known then; and all verifies."""
        for position, number, known in self.known:
            assert read(self.code, number, at=position) == known
        assert list(verify(Counts())) == []
        event(f"{len(self.plain.rounds) // 5 * 5} rounds or more")


def is_stake(one: Event) -> bool:
    """Whether an event is a seated player's game wager, or what he doubles it by."""
    data = one["data"]
    if one["type"] == "wager.placed":
        return data["kind"] == "game" and "backline" not in data
    return "action" in data and data["action"] == "double"


def read(code: str, number: int, *, at: int | None = None) -> dict[str, Any]:
    """A round as it reads, in the plain table's words."""
    view: RoundView = queries.round_at(HOUSE, code, number, at=at)
    settled, fees = view.settlement, view.fees
    assert fees is not None
    assert view.player_dealer is not None
    phase = view.phase if view.phase in {"settled", "voided"} else None
    return {
        "phase": phase,
        "player_dealer": view.player_dealer.player,
        "wagers": sorted((w.seat, w.player, w.kind, w.amount_cents) for w in view.wagers),
        "assessed": fees.assessed_cents,
        "collected": fees.collected_cents,
        "revision": None if settled is None else settled.revision,
        "settlement": None if settled is None else plain(settled),
    }


def plain(settled: Any) -> dict[str, Any]:  # noqa: ANN401 - any struct
    """A settlement as the judge has it."""
    found: dict[str, Any] = json.loads(msgspec.json.encode(settled))
    for name in ("revision", "ruleset_version"):
        del found[name]
    for line in found["lines"]:
        del line["rule"]
        line.setdefault("odds", None)
    return found


@pytest.mark.slow
@pytest.mark.django_db(transaction=True)
def test_whatever_is_sent_and_put_right_a_table_is_what_the_plain_one_says() -> None:
    load_the_house(*(f"H{number:03d}" for number in range(1, TABLES + 1)))
    run_state_machine_as_test(
        RecordedTable,
        settings=settings(
            max_examples=12,
            stateful_step_count=25,
            suppress_health_check=list(HealthCheck),
        ),
    )
