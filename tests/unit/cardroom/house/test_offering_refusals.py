"""An offering names what exists, for the game it is of; else its line is named."""

import msgspec
import pytest

from cardroom.errors import Malformed
from cardroom.house.reading import read
from cardroom.house_games import GAMES
from tests.house_file import TEXT, changed, refused

OFFER = "offerings[P215-A]"
OWN = '[[paytables]]\ncode = "OURS"\nbet = "buster"\nrows = { "3" = 1, "4" = 3, "5" = 300 }\n'


@pytest.mark.parametrize(
    ("old", "new", "line", "place", "message"),
    [
        ('"P215-A"', '"NB40-A"', 88, "offerings[NB40-A].code", "is given twice"),
        (
            'game = "pure-21.5"',
            'game = "pure"',
            78,
            f"{OFFER}.game",
            "unknown game 'pure'; there are: pure-21.5, no-bust-buster-4.0, no-bust-21.5",
        ),
        ("decks = 6", "decks = 0", 79, f"{OFFER}.decks", "a whole number >= 1"),
        ("decks = 6", "decks = 9", 79, f"{OFFER}.decks", "a whole number <= 8"),
        ("seats = 8", "seats = 1", 80, f"{OFFER}.seats", "a whole number >= 2"),
        ("seats = 8", "seats = 9", 80, f"{OFFER}.seats", "a whole number <= 8"),
        (
            'fee_schedule = "FS-1"',
            'fee_schedule = "FS-2"',
            81,
            f"{OFFER}.fee_schedule",
            "unknown fee schedule 'FS-2'; there are: FS-1",
        ),
        (
            "matched_gross",
            "matched",
            82,
            f"{OFFER}.coverage_policy",
            "unknown coverage policy 'matched'; there are: matched_gross, net_absorbing",
        ),
        (
            "two_hands",
            "three_hands",
            83,
            f"{OFFER}.rotation_profile",
            "unknown rotation profile 'three_hands'; there are: two_hands, ca_2076",
        ),
        (
            "2-3-8-50-100-250",
            "2-3-8",
            84,
            f"{OFFER}.paytables.red_flex",
            "unknown red_flex pay table '2-3-8'; there are: 2-3-8-50-100-250, 1-5-10-50-100-200",
        ),
        (
            "2-3-8-50-100-250",
            "1-3-6-30-100-200",
            84,
            f"{OFFER}.paytables.red_flex",
            "unknown red_flex",
        ),
        (
            ', buster = "1-3-6-30-100-200"',
            "",
            84,
            f"{OFFER}.paytables",
            "buster is missing from the pay tables",
        ),
        (
            "paytables = { red",
            "# { red",
            76,
            f"{OFFER}.paytables",
            "red_flex is missing from the pay tables",
        ),
        (
            'buster = "2-2-4-15-50-300"',
            'buster = "2-2-4-15-50-300", red_flex = "x"',
            95,
            "offerings[NB40-A].paytables.red_flex",
            "unknown kind of wager in this game 'red_flex'; there are: buster",
        ),
        (
            "paytables = {}",
            'paytables = { buster = "2-2-4-15-50-300" }',
            106,
            "offerings[NB215-A].paytables.buster",
            "there are: none",
        ),
        (
            'red_flex = "2-3-8-50-100-250"',
            "red_flex = 2",
            84,
            f"{OFFER}.paytables.red_flex",
            "expected a text in quotes",
        ),
        ("game = [500, 50000], ", "", 85, f"{OFFER}.limits", "game is missing from the limits"),
        (
            "red_flex = [100, 10000], ",
            "",
            85,
            f"{OFFER}.limits",
            "red_flex is missing from the limits",
        ),
        (
            ", player_dealer = [1000, 1000000]",
            "",
            85,
            f"{OFFER}.limits",
            "player_dealer is missing",
        ),
        (
            "red_flex = [100, 10000]",
            "blue_flex = [1, 2]",
            85,
            f"{OFFER}.limits.blue_flex",
            "unknown kind of wager",
        ),
        (
            "[500, 50000]",
            "[50000, 500]",
            85,
            f"{OFFER}.limits.game",
            "limits are [least, most]: $500.00 is above $5.00",
        ),
        ("[500, 50000]", "[0, 500]", 85, f"{OFFER}.limits.game", "at least one cent"),
        ("[500, 50000]", "[500]", 85, f"{OFFER}.limits.game", "expected a list of length 2, got 1"),
        ("[500, 50000]", "[500, 500.5]", 85, f"{OFFER}.limits.game[2]", "got a decimal number"),
        ("[500, 50000]", '"5-500"', 85, f"{OFFER}.limits.game", "expected a list, got a text"),
    ],
)
def test_offerings(old: str, new: str, line: int, place: str, message: str) -> None:
    found = refused(changed(old, new))
    assert (found.line, found.place) == (line, place)
    assert message in found.message


@pytest.mark.parametrize(
    ("old", "new", "line", "place", "message"),
    [
        ('"buster"', '"lucky"', 3, "paytables[OURS].bet", "unknown side bet 'lucky'"),
        (
            '"OURS"',
            '"2-2-4-15-50-300"',
            2,
            "paytables[2-2-4-15-50-300].code",
            "is the name of a published",
        ),
        (
            '"3" = 1',
            '"2" = 1',
            4,
            "paytables[OURS].rows.2",
            "expected the row 3: buster rows are numbered",
        ),
        ('"4" = 3, ', "", 4, "paytables[OURS].rows.5", "expected the row 4"),
        ('"4" = 3', '"four" = 3', 4, "paytables[OURS].rows.four", "expected the row 4"),
        ('"3" = 1', '"3" = 0', 4, "paytables[OURS].rows.3", "expected odds from 1"),
        ('"5" = 300', '"5" = 2', 4, "paytables[OURS].rows.5", "expected odds from 3"),
        ('"5" = 300', '"5" = 10001', 4, "paytables[OURS].rows.5", "to 10000"),
        ('"5" = 300', '"5" = "300:1"', 4, "paytables[OURS].rows.5", "expected a whole number"),
        ('{ "3" = 1, "4" = 3, "5" = 300 }', "{}", 4, "paytables[OURS].rows", "at least one row"),
    ],
)
def test_pay_tables_of_the_house(old: str, new: str, line: int, place: str, message: str) -> None:
    found = refused(changed(old, new, of=OWN) + TEXT)
    assert (found.line, found.place) == (line, place)
    assert message in found.message


def test_no_more_seats_than_the_game_has() -> None:
    small = {slug: msgspec.structs.replace(game, max_seats=7) for slug, game in GAMES.items()}
    with pytest.raises(Malformed) as refusal:
        read(TEXT, path="f.toml", games=small)
    assert refusal.value.detail == f"f.toml:80: {OFFER}.seats: pure-21.5 has at most 7 seats"
