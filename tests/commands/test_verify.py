"""`verify` and `rebuild` as people type them."""

import json

import pytest

from cardroom.management.entry import run
from tests.played import an_evening, as_owner
from tests.recorded import tamper

# A command closes its connections when it ends, so what it did must be committed.
pytestmark = pytest.mark.django_db(transaction=True, databases=["default", "owner"])
Captured = pytest.CaptureFixture[str]


def typed(capsys: Captured, *words: str) -> tuple[int, str, str]:
    """Exit code, stdout and stderr of one command line."""
    capsys.readouterr()
    try:
        code = run(["manage.py", *words])
    except SystemExit as ended:
        code = int(str(ended.code))
    out, err = capsys.readouterr()
    return code, out, err


def test_verify_says_what_it_went_through_and_what_it_did_not_check(capsys: Captured) -> None:
    an_evening(2)
    code, out, err = typed(capsys, "verify")
    assert (code, err) == (0, "")
    first, *rest, last = out.splitlines()
    assert first == (
        "2 streams, 103 events, 2 rounds, 2 settlements and 2 fee assessments recomputed,"
        " 22 journals and 32 rows compared"
    )
    assert last == "findings: none"
    assert all(line.startswith("not checked: ") for line in rest)
    assert any("--checkpoint" in line for line in rest)
    assert typed(capsys, "verify", "--full") == (code, out, err)


def test_verify_goes_on_from_what_it_found_sound(capsys: Captured) -> None:
    evening = an_evening(2)
    assert typed(capsys, "verify")[0] == 0
    evening.play()
    code, out, err = typed(capsys, "verify", "--since-checkpoint")
    assert (code, err) == (0, "")
    first, second, *rest, last = out.splitlines()
    assert first.startswith("2 streams, 37 events, 1 round, 1 settlement and")
    assert second == "range: what came after the last verification that found nothing wrong"
    assert any("103 events, of which only the last of each stream" in line for line in rest)
    assert last == "findings: none"


def test_verify_of_a_day_says_in_json_what_it_read(capsys: Captured) -> None:
    an_evening(2)
    code, out, _ = typed(capsys, "verify", "--day", "2026-11-28", "--json")
    checked = json.loads(out)["checked"]
    assert (code, checked["events"], checked["notes"]) == (0, 103, [])
    assert checked["range"] == {
        "scope": "day",
        "day": "2026-11-28",
        "goes_on_from": None,
        "streams": [
            {"house": "CASES", "stream": "house:CASES", "after": 0, "until": 21},
            {"house": "CASES", "stream": "table:T01", "after": 0, "until": 82},
        ],
    }
    assert any("the feed" in what for what in checked["not_checked"])


def test_verify_prints_each_finding_and_exits_with_1(capsys: Captured) -> None:
    an_evening(2)
    as_owner("UPDATE tables_roundrow SET used_cents = 1")
    code, out, err = typed(capsys, "verify")
    assert (code, err) == (1, "")
    assert out.splitlines()[:2] == [
        f"CASES table:T01, tables_roundrow, round {number}, used_cents:"
        " cell; stored 1; replayed 39000"
        for number in (1, 2)
    ]
    assert out.splitlines()[-1] == "findings: 2"


def test_verify_writes_one_json_document(capsys: Captured) -> None:
    an_evening(2)
    code, out, _ = typed(capsys, "verify", "--json")
    sound = json.loads(out)
    assert (code, sound["ok"], sound["findings"]) == (0, True, [])
    assert sound["checked"]["events"] == 103
    assert sound["checked"]["not_checked"]
    tamper("UPDATE log_event SET recorded_by = 'x' WHERE position = 45")
    as_owner("UPDATE tables_seatrow SET badge = 'x' WHERE seat = 4")
    code, out, _ = typed(capsys, "verify", "--json")
    unsound = json.loads(out)
    assert (code, unsound["ok"], unsound["checked"]["findings"]) == (1, False, 2)
    altered, cell = unsound["findings"]
    assert (altered["kind"], altered["position"]) == ("hash", 45)
    assert cell == {
        "kind": "cell",
        "house": "CASES",
        "stream": "table:T01",
        "table": "tables_seatrow",
        "row": "seat 4",
        "column": "badge",
        "stored": "x",
        "replayed": None,
    }


@pytest.mark.parametrize(
    "words",
    [
        ["--day=28.11.2026"],
        ["--day"],
        ["--day=2026-11-28", "--full"],
        ["--since-checkpoint", "--full"],
        ["--checkpoint=x"],
        ["--everything"],
    ],
)
def test_verify_refuses_what_it_does_not_understand(words: list[str], capsys: Captured) -> None:
    code, out, err = typed(capsys, "verify", *words)
    assert (code, out) == (2, "")
    assert err.count("\n") == 1


def test_rebuild_prints_a_line_for_each_table(capsys: Captured) -> None:
    an_evening(2)
    assert typed(capsys, "rebuild") == (0, "CASES T01: 2 rounds from 82 events\n", "")


def test_rebuild_of_an_empty_log_has_nothing_to_say(capsys: Captured) -> None:
    assert typed(capsys, "rebuild") == (0, "", "")
