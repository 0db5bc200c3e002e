"""The command `odds`: figures on stdout, a mistake as one line on stderr."""

import json

import pytest

from cardroom.management.entry import run


def test_json_holds_the_published_figures_of_each_side_bet(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert run(["manage.py", "odds", "pure-21.5", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert list(found) == ["red_flex", "buster"]
    assert round(found["red_flex"]["house_edge"], 5) == 0.04703
    assert round(found["buster"]["hit_frequency"], 5) == 0.28576
    assert round(found["buster"]["standard_deviation"], 3) == 2.724
    lost, *paid = found["red_flex"]["distribution"]
    assert (lost["count"], lost["odds"], round(lost["probability"], 4)) == (None, None, 0.7508)
    assert [row["odds"] for row in paid] == [2, 3, 8, 50, 100, 250]


def test_a_table_for_people_shows_the_same_in_percent(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["manage.py", "odds", "no-bust-buster-4.0", "--buster", "2-2-4-12-50-250"]) == 0
    page = " ".join(capsys.readouterr().out.split())
    assert "6 decks, player-dealer hits soft 17" in page
    assert "Buster, pay table 2-2-4-12-50-250" in page
    assert "28.576%" in page
    assert "8 or more 250 to 1 0.001195%" in page


def test_one_deck_and_a_player_dealer_who_stands_on_soft_17_are_said_so(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert run(["manage.py", "odds", "pure-21.5", "--decks", "1", "--soft-17", "stand"]) == 0
    assert "1 deck, player-dealer stands on soft 17" in capsys.readouterr().out


def test_a_game_without_side_bets_says_so(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["manage.py", "odds", "no-bust-21.5"]) == 0
    assert "This game has no side bets." in capsys.readouterr().out
    assert run(["manage.py", "odds", "no-bust-21.5", "--json"]) == 0
    assert json.loads(capsys.readouterr().out) == {}


def test_rows_of_ones_own_are_worked_out_as_a_named_table_is(
    capsys: pytest.CaptureFixture[str],
) -> None:
    own, named = "3=1,4=3,5=6,6=30,7=100,8=200", "1-3-6-30-100-200"
    edges = []
    for table in (own, named):
        assert run(["manage.py", "odds", "pure-21.5", "--buster", table, "--json"]) == 0
        edges.append(json.loads(capsys.readouterr().out)["buster"]["house_edge"])
    assert edges[0] == edges[1]


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        ("blackjack", "unknown game 'blackjack'; there are pure-21.5,"),
        ("pure-21.5 --decks 9", "--decks: a shoe holds 1 to 8 decks, not 9"),
        ("pure-21.5 --decks six", "argument --decks: invalid int value: 'six'"),
        ("pure-21.5 --buster 9-9", "unknown buster pay table '9-9'; there are 1-3-6-30-100-200,"),
        ("pure-21.5 --buster 3=1,5=2", "buster rows '3=1,5=2': buster rows are numbered 3, 4,"),
        ("no-bust-21.5 --buster 2-2-4-15-50-300", "no-bust-21.5 has no buster wager"),
    ],
)
def test_a_mistake_is_one_line_on_stderr_and_exit_code_2(
    arguments: str, complaint: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["manage.py", "odds", *arguments.split()]) == 2
    said = capsys.readouterr()
    assert said.out == ""
    assert said.err.startswith(complaint)
    assert said.err.count("\n") == 1
