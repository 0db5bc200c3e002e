"""The command `simulate`: a sandbox is played in, in process and over HTTP, and nothing else is."""

import json
from collections.abc import Iterator
from contextlib import closing
from http.server import BaseHTTPRequestHandler, HTTPServer
from io import StringIO
from threading import Thread
from typing import Any, ClassVar

import pytest
from django.core.management import call_command
from pytest_django.live_server_helper import LiveServer

from cardroom import clock
from cardroom.house import loading
from cardroom.house_games import GAMES
from cardroom.management.entry import run
from cardroom.playing.over_http import OverHttp
from cardroom.playing.recorder import NotRecordedError
from tables import queries
from tables.simulation.feature_names import FEATURES
from tests.api import club
from tests.cases import HOUSE_FILE

Capture = pytest.CaptureFixture[str]

pytestmark = pytest.mark.django_db(transaction=True)


class Terminal(StringIO):
    """Somebody watches."""

    def isatty(self) -> bool:
        """It is one."""
        return True


def _simulate(*arguments: str) -> int:
    return run(["manage.py", "simulate", *arguments])


def _features(page: str) -> dict[str, int]:
    """The counts that a page lists."""
    rows = [line.split() for line in page.splitlines() if line.startswith("  ")]
    return {row[0]: int(row[1].replace(",", "")) for row in rows}


def test_tables_are_played_in_this_process_and_left_closed(capsys: Capture) -> None:
    first, second = club.load_house(2)
    assert _simulate("--tables", "2", "--rounds", "12", "--seed", "1") == 0
    page = capsys.readouterr().out
    assert "2 tables, 24 rounds," in page
    assert list(_features(page))[: len(FEATURES)] == list(FEATURES)
    assert _features(page)["act-stand"] > 0
    for code in (first, second):
        view = queries.table(club.HOUSE, code)
        assert (view.open, view.last_round) == (False, 12)
    rounds = queries.rounds(club.HOUSE, first, after=0, limit=20)
    assert {one.phase for one in rounds} <= {"settled", "voided"}


def test_the_same_seed_plays_the_same_rounds(capsys: Capture) -> None:
    club.load_house(2)
    assert _simulate("--tables", "1", "--rounds", "10", "--seed", "again") == 0
    once = _features(capsys.readouterr().out)
    assert _simulate("--tables", "1", "--rounds", "10", "--seed", "again") == 0
    assert _features(capsys.readouterr().out) == once


def test_a_table_is_played_again_at_once_and_no_clock_runs_backwards(capsys: Capture) -> None:
    club.load_house(1)
    for _ in range(2):
        assert _simulate("--tables", "1", "--rounds", "10") == 0
        assert "clock_backwards" not in capsys.readouterr().out
    assert queries.table(club.HOUSE, "T001").last_round == 20


def test_a_terminal_gets_a_progress_bar_and_the_same_counts(capsys: Capture) -> None:
    club.load_house(1)
    told = Terminal()
    call_command("simulate", tables=1, rounds=2, seed="bar", stdout=told)
    assert "1 table, 2 rounds" in told.getvalue()
    assert "1 round," not in told.getvalue()
    assert "2/2" in capsys.readouterr().out


def test_play_goes_on_where_a_table_was_left_open_in_the_middle_of_a_round(
    capsys: Capture,
) -> None:
    (code,) = club.load_house(1)
    caller = club.Caller(club.issue("tables", code))
    at: dict[str, Any] = {"version": 1, "occurred_at": "2026-11-28T20:00:00Z"}
    opening = {"offering": "P215-A", "gaming_day": "2026-11-28"}
    events: list[dict[str, Any]] = [
        {"type": "table.opened", "data": opening},
        {"type": "seat.taken", "data": {"seat": 1, "player": "P-9", "kind": "patron"}},
        {
            "type": "round.opened",
            "data": {"player_dealer_seat": 1, "wager_cents": 5000},
            "round": 1,
        },
    ]
    ids = [f"0190f0c2-0000-7000-8000-00000000000{number}" for number in range(3)]
    caller.record(code, [{**at, **one, "id": id_} for one, id_ in zip(events, ids, strict=True)])
    assert _simulate("--tables", "1", "--rounds", "10") == 0
    assert "1 table, 10 rounds" in capsys.readouterr().out
    assert queries.round_at(club.HOUSE, code, 1).phase == "voided"
    assert queries.table(club.HOUSE, code).last_round == 11


def test_a_server_is_played_against_with_a_key_of_its_tables(
    live_server: LiveServer, capsys: Capture
) -> None:
    codes = club.load_house(3)
    key = club.issue("tables", *codes[1:])
    assert _simulate("--tables", "2", "--rounds", "3", "--url", live_server.url, "--key", key) == 0
    assert "2 tables, 6 rounds" in capsys.readouterr().out
    assert [queries.table(club.HOUSE, code).last_round for code in codes] == [0, 3, 3]


def test_a_key_that_may_only_read_records_nothing(live_server: LiveServer, capsys: Capture) -> None:
    club.load_house(1)
    key = club.issue("audit")
    with pytest.raises(SystemExit) as ended:
        _simulate("--tables", "1", "--rounds", "3", "--url", live_server.url, "--key", key)
    assert ended.value.code == 1
    said = capsys.readouterr().err
    assert said.startswith("table T001, round 0: forbidden at the request:")
    assert said.count("\n") == 1


def test_a_house_that_is_no_sandbox_is_refused(capsys: Capture) -> None:
    text = HOUSE_FILE.read_text(encoding="utf-8").replace("sandbox = true", "sandbox = false")
    loading.load(text, path="house.toml", games=GAMES, now=clock.now())
    assert _simulate("--tables", "1", "--rounds", "1") == 2
    said = capsys.readouterr()
    assert said.err == "house CASES is no sandbox; its file has to say so\n"
    assert queries.table("CASES", "T01").last_position == 0


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        ("--tables 9 --rounds 1", "there is room at 2 tables, not at 9"),
        ("--tables 0 --rounds 1", "--tables and --rounds are at least 1"),
        ("--tables 1 --rounds 1 --url http://127.0.0.1:1", "--url and --key go together"),
        ("--tables 1 --rounds 1 --house NONE", "there is no house NONE"),
        ("--tables 1 --rounds 1 --url ftp://x --key k", "--url: 'ftp://x' is no http or https URL"),
        ("--tables 1", "the following arguments are required: --rounds"),
    ],
)
def test_a_mistake_is_one_line(arguments: str, complaint: str, capsys: Capture) -> None:
    club.load_house(2)
    assert _simulate(*arguments.split()) == 2
    said = capsys.readouterr().err
    assert said.startswith(complaint)
    assert said.count("\n") == 1


class _Moody(BaseHTTPRequestHandler):
    """Hangs up at first, is unavailable then, and answers at last; keeps what it was sent."""

    heard: ClassVar[list[bytes]] = []

    def do_POST(self) -> None:
        """Take a batch."""
        self.heard.append(self.rfile.read(int(self.headers["Content-Length"])))
        if len(self.heard) == 1:
            self.close_connection = True
            return
        self.send_response(503 if len(self.heard) == 2 else 201)
        self.end_headers()
        self.wfile.write(b'{"recorded": 1}')

    def log_message(self, *_: object) -> None:
        """Say nothing."""


@pytest.fixture
def moody() -> Iterator[str]:
    """The URL of a server that isn't always there."""
    _Moody.heard = []
    with HTTPServer(("127.0.0.1", 0), _Moody) as server:
        thread = Thread(target=server.serve_forever)
        thread.start()
        yield f"http://127.0.0.1:{server.server_port}"
        server.shutdown()
        thread.join()


def test_a_batch_is_sent_again_as_it_was_until_it_is_answered(moody: str) -> None:
    with closing(OverHttp(moody, "key")) as recorder:
        answer = recorder.record("T01", [{"id": "one"}])
    assert answer == {"recorded": 1}
    assert _Moody.heard == [json.dumps({"events": [{"id": "one"}]}).encode()] * 3


def test_a_server_that_never_answers_is_given_up() -> None:
    recorder = OverHttp("http://127.0.0.1:9", "key", patience=(0, 0))
    with pytest.raises(NotRecordedError, match=r"doesn't answer: .*refused"):
        recorder.house()
