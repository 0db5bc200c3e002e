"""The demo's evening, recorded over HTTP: what a newcomer finds, and that it is played once."""

import io
import json
import shlex
import subprocess
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import closing
from datetime import timedelta
from pathlib import Path
from typing import Any, get_args

import msgspec
import pytest
from pytest_django import Settings
from pytest_django.live_server_helper import LiveServer
from rich.console import Console

from cardroom import clock, demo
from cardroom.demo import counting, house
from cardroom.demo.evening import PLANS, Evening, evenings
from cardroom.demo.money import TOO_MUCH_CENTS
from cardroom.errors import Forbidden
from cardroom.house import houses, keys
from cardroom.house.document import PersonRole
from cardroom.house.view import house_view
from cardroom.playing.in_process import InProcess
from cardroom.playing.over_http import OverHttp
from cardroom.playing.recorder import NotRecordedError
from ledger.rules.exceptions import FeeException
from tables import queries
from tables.rounds.events import Irregularity, Noted
from tables.rules.games import RULE_SETS
from tables.simulation.features import features_of
from tables.views import TableView
from tests.api import club

pytestmark = pytest.mark.django_db(transaction=True)

ROUNDS = sum(plan.rounds for plan in PLANS.values())
BATCHES = len(PLANS) + ROUNDS + 1  # six openings, the rounds, one closing


class Played:
    """What a play said while it went on, and the lines it gave."""

    def __init__(self, url: str, *, show_keys: bool = True, terminal: bool = False) -> None:
        said = io.StringIO()
        console = Console(file=said, force_terminal=terminal, width=80)
        self.lines = demo.play(console, url=url, show_keys=show_keys)
        self.said = said.getvalue()

    def answer(self, title: str) -> dict[str, Any]:
        """What the request under this title is answered when its line is run in a shell."""
        (line,) = [
            following
            for heading, following in zip(self.lines, self.lines[1:], strict=False)
            if heading.startswith(title)
        ]
        done = subprocess.run(shlex.split(line), capture_output=True, check=True)
        answer: dict[str, Any] = json.loads(done.stdout)
        return answer


@pytest.fixture
def here(settings: Settings, tmp_path: Path) -> Path:
    """A place of this test's own for what the demo writes."""
    settings.CARDROOM_DATA = tmp_path
    return tmp_path


@pytest.fixture
def recorded() -> list[Evening]:
    """The evening, recorded in this process, which is faster than over HTTP."""
    house.loaded(clock.now())
    nights = _nights()
    recorder = InProcess(house.CODE)
    for night in nights:
        for batch in night.batches:
            recorder.record(night.table, batch)
    return nights


def _tables() -> dict[str, TableView]:
    return {view.table: view for view in queries.tables_of(house.CODE)}


def _nights() -> list[Evening]:
    return list(evenings(house_view(house.CODE), house.loaded(clock.now())))


def test_the_house_has_every_role_game_and_coverage_policy_and_is_a_sandbox() -> None:
    house.loaded(clock.now())
    facts = houses.facts(house.CODE)
    assert facts.sandbox
    assert "invented" in facts.name
    assert set().union(*facts.people.values()) == set(get_args(PersonRole))
    bound = [facts.offerings[plan.offering].data for plan in PLANS.values()]
    pairs = {(one.game, one.coverage_policy) for one in bound}
    policies = ("matched_gross", "net_absorbing")
    assert pairs == {(game, policy) for game in RULE_SETS for policy in policies}
    assert facts.tables == PLANS.keys()
    assert facts.tppps


@pytest.mark.usefixtures("recorded")
def test_the_first_event_of_every_table_says_that_all_of_it_is_invented() -> None:
    for code in PLANS:
        (first,) = queries.events(house.CODE, code, after=0, limit=1)
        assert first.type == "incident.noted"
        assert b"invented" in bytes(first.data)


def test_the_evening_shows_what_a_newcomer_should_see(recorded: list[Evening]) -> None:
    found: Counter[str] = Counter()
    phases: Counter[str] = Counter()
    for night in recorded:
        for batch in night.batches[1:]:
            number = batch[-1].get("round")
            if number is None:
                continue
            view = queries.round_at(house.CODE, night.table, number)
            phases[view.phase] += 1
            if view.settlement is not None:
                settlement = json.loads(msgspec.json.encode(view.settlement))
                found += features_of(settlement, [one for one in batch if "round" in one])
    assert phases["playing"] == 1
    assert phases["voided"] >= 1
    assert 20 <= phases.total() <= 40
    wanted = ("act-split", "act-surrender", "act-double", "exhausted", "covers-all")
    assert {name for name in wanted if not found[name]} == set()


@pytest.mark.usefixtures("recorded")
def test_nothing_of_it_is_out_of_order_or_late() -> None:
    noted = Counter(note.code for note in _notes())
    assert noted.keys() <= {"voided", "authorisation_claimed", "fee"}


@pytest.mark.usefixtures("recorded")
def test_one_fee_is_wrong_and_is_noted_once() -> None:
    exceptions = {
        (code, summary.round): exception
        for code in PLANS
        for summary in queries.rounds(house.CODE, code, after=0, limit=500)
        for exception in _exceptions(code, summary.round)
    }
    ((place, exception),) = exceptions.items()
    assert place == next((code, plan.wrong_fee) for code, plan in PLANS.items() if plan.wrong_fee)
    assert (exception.code, exception.difference_cents) == ("wrong_fee", TOO_MUCH_CENTS)
    (note,) = (note for note in _notes() if note.code == "fee")
    assert note.detail == str(exception)


def _notes() -> Iterator[Irregularity]:
    """What was noted in the whole evening."""
    for code in PLANS:
        for event in queries.events(house.CODE, code, after=0, limit=1000):
            assert isinstance(event.noted, Noted)
            yield from event.noted.irregularities


def _exceptions(table: str, number: int) -> Sequence[FeeException]:
    fees = queries.round_at(house.CODE, table, number).fees
    assert fees is not None
    return fees.exceptions


@pytest.mark.usefixtures("here", "recorded")
def test_drop_boxes_come_off_and_one_of_those_that_are_counted_is_short(
    live_server: LiveServer,
) -> None:
    drops = Played(live_server.url).answer("the drop boxes")["items"]
    assert Counter(drop["status"] for drop in drops) == {"counted": 2, "removed": 1, "on_table": 5}
    over_short = {drop["table"]: drop["over_short_cents"] for drop in drops if drop["count"]}
    assert over_short == {code: -plan.short_cents for code, plan in PLANS.items() if plan.box_off}
    assert [drop["flags"] for drop in drops] == [[]] * len(drops)
    (uncounted,) = (drop for drop in drops if drop["status"] == "removed")
    assert (uncounted["withheld"], uncounted["collected_cents"]) == (True, None)
    assert Played(live_server.url).answer("the drop boxes")["items"] == drops


@pytest.mark.slow
@pytest.mark.usefixtures("here", "recorded")
def test_a_count_that_was_interrupted_goes_on(
    live_server: LiveServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    say, said = counting._say, Counter[str]()

    def until_the_power_fails(*what: Any) -> dict[str, Any]:
        if said.total() == 4:
            raise NotRecordedError("no answer")
        said.update(what[1:2])
        return say(*what)

    monkeypatch.setattr(counting, "_say", until_the_power_fails)
    assert "it can't go on: no answer" in Played(live_server.url).said
    monkeypatch.setattr(counting, "_say", say)
    drops = Played(live_server.url).answer("the drop boxes")["items"]
    assert Counter(drop["status"] for drop in drops)["counted"] == 2


@pytest.mark.usefixtures("recorded")
def test_one_table_is_left_in_the_middle_of_a_round_and_one_is_closed() -> None:
    tables = _tables()
    in_play = {code for code, view in tables.items() if view.round is not None}
    closed = {code for code, view in tables.items() if not view.open}
    assert in_play == {code for code, plan in PLANS.items() if plan.left == "in_play"}
    assert closed == {code for code, plan in PLANS.items() if plan.left == "closed"}
    assert {code: view.last_round for code, view in tables.items()} == {
        code: plan.rounds for code, plan in PLANS.items()
    }


@pytest.mark.usefixtures("here")
def test_it_is_played_once_and_by_a_key(live_server: LiveServer) -> None:
    first = Played(live_server.url)
    assert f"{BATCHES} of {BATCHES} batches" in first.said
    before = _tables()
    again = Played(live_server.url)
    assert again.said == ""
    assert _tables() == before
    assert first.answer("a table") == again.answer("a table")
    (event,) = queries.events(house.CODE, "T01", after=0, limit=1)
    assert event.recorded_by.startswith("key:")


@pytest.mark.usefixtures("here")
def test_an_interrupted_evening_goes_on_with_a_bar_on_a_terminal(
    live_server: LiveServer,
) -> None:
    now = clock.now()
    house.loaded(now)
    nights = _nights()
    with closing(OverHttp(live_server.url, house.issue_keys(now).tables)) as recorder:
        for batch in nights[0].batches[:3]:
            recorder.record(nights[0].table, batch)
        for batch in nights[-1].batches[:-1]:
            recorder.record(nights[-1].table, batch)
    left = BATCHES - 3 - len(nights[-1].batches[:-1])
    assert f"{left}/{left}" in Played(live_server.url, terminal=True).said
    assert {code: view.last_round for code, view in _tables().items()} == {
        code: plan.rounds for code, plan in PLANS.items()
    }


@pytest.mark.usefixtures("here", "recorded")
def test_the_lines_to_copy_work(live_server: LiveServer) -> None:
    played = Played(live_server.url)
    assert played.answer("a table")["table"] == "T01"
    assert played.answer("a settled round")["phase"] == "settled"
    assert played.answer("an event")["recorded"] == 1
    assert played.answer("an event")["duplicates"] == 1
    assert len(played.answer("the feed")["items"]) == 5
    assert played.answer("a round with a wrong")["fees"]["exceptions"]
    rest = played.answer("the rest of the round")
    assert rest["rounds"][-1]["phase"] == "settled"
    again = Played(live_server.url).lines
    assert not any(line.startswith("the rest of the round") for line in again)


@pytest.mark.usefixtures("here", "recorded")
def test_keys_are_not_shown_where_others_could_read_them(live_server: LiveServer) -> None:
    lines = Played(live_server.url, show_keys=False).lines
    assert "crk_" not in "".join(lines)
    assert "loopback" in lines[-1]


def test_its_keys_run_out() -> None:
    now = clock.now()
    house.loaded(now)
    key = house.issue_keys(now).tables
    later = now + house.KEYS_LAST + timedelta(seconds=1)
    assert keys.authenticate(key, now=now) is not None
    assert keys.authenticate(key, now=later) is None


@pytest.mark.usefixtures("here")
def test_tables_that_somebody_changed_end_the_evening_with_a_word(live_server: LiveServer) -> None:
    now = clock.now()
    house.loaded(now)
    closed = {
        "id": "0190f0c2-0000-7000-8000-000000000001",
        "type": "table.closed",
        "occurred_at": now.isoformat(),
        "data": {"reason": "nobody came"},
    }
    with closing(OverHttp(live_server.url, house.issue_keys(now).tables)) as recorder:
        recorder.record("T01", [*_nights()[0].batches[0], closed])
    played = Played(live_server.url)
    assert "demo evening: it can't go on: rule at /events/0" in played.said
    assert played.lines[0].startswith("demo  ")


def test_a_database_of_other_houses_is_refused() -> None:
    club.load_house(1)
    with pytest.raises(Forbidden, match="wants one of its own"):
        house.loaded(clock.now())
