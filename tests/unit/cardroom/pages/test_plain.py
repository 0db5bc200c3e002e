"""What cannot be read is said in plain words, whatever the decoder or the language calls it."""

import shlex
from collections.abc import Callable
from datetime import datetime

import msgspec
import pytest

from cardroom.pages.plain import UNREADABLE, in_words, plainly, refused
from cardroom.pages.words import cents_of, event_word, spoken
from tables.rounds import events as e


def convert(kind: type, **given: object) -> Callable[[], object]:
    """Reading an event's facts."""
    return lambda: msgspec.convert(given, kind, strict=False)


@pytest.mark.parametrize(
    ("reading", "said"),
    [
        (convert(e.SeatLeft), "seat: something has to stand here"),
        (convert(e.SeatLeft, seat="x"), "seat: a whole number is needed"),
        (convert(e.SeatLeft, seat=1, x=2), "x: this event has no such fact"),
        (convert(e.ShoeLoaded, decks=0), "decks: this is too small: at least 1"),
        (convert(e.ShoeLoaded, decks=2**40), "decks: this is too large: at most 2,147,483,647"),
        (convert(e.CardBurned, card="XX"), "card: a card is rank and suit: TD, AS, 9H"),
        (convert(e.GameEnded, reason=" "), "reason: a text that isn't blank is needed"),
        (convert(e.DealerChanged, dealer=""), "dealer: something has to stand here"),
        (convert(e.DealerChanged, dealer="x" * 65), "dealer: this is too long: at most 64"),
        (convert(e.PlayerDealerOffered, seat=1, accepted="x"), "accepted: yes or no is needed"),
        (convert(e.TableOpened, offering="x", gaming_day="x"), "gaming_day: a day is needed"),
        (
            convert(e.RoundSettledByFloor, lines=[], reason="x", authorised_by="y"),
            "lines: at least",
        ),
        (lambda: shlex.split("'"), "a quotation mark is open at the end"),
        (lambda: msgspec.json.decode("[1"), "the list in it can't be read"),
        (lambda: datetime.fromisoformat("noon"), "its instant can't be read"),
        (lambda: int("x"), UNREADABLE),
    ],
)
def test_a_fault_names_its_field_and_what_is_needed(
    reading: Callable[[], object], said: str
) -> None:
    with pytest.raises((ValueError, msgspec.MsgspecError)) as raised:
        reading()
    assert str(plainly(raised.value)).startswith(said)


def test_a_refusal_keeps_the_services_own_words() -> None:
    assert refused("seat 4 is taken") == "Nothing was recorded: seat 4 is taken."
    long = "Expected `str` of length <= 2000"
    assert refused(long) == "Nothing was recorded: this is too long: at most 2,000 characters."


@pytest.mark.parametrize(
    ("said", "field", "words"),
    [
        ("expected a whole number <= 10000", "max_tables", "this is too large: at most 10,000"),
        ("expected a whole number <= 10000", "count_basis_points",
         "this is too large: at most 100 %"),
        ("Expected `int` >= 1", "assess_cents", "this is too small: at least $0.01"),
        ("expected a whole number, got a text in quotes", "seats", "a whole number is needed"),
        ("expected a list of length >= 1", "rates", "at least one has to stand here"),
        ("expected a line of 1 to 200 characters", "name",
         "a line of 1 to 200 characters is needed"),
        ('expected a time as "HH:MM"', "starts", "a time of day is needed, as 14:00"),
        ('expected hours as "HH:MM-HH:MM"', "0", "hours of the day are needed, as 10:00 to 04:00"),
        ("overlaps rates[2]: both rate $1", "1", "overlaps tier 2: both rate $1"),
        ("$6 is one fee amount more than max_rates allows, which is 5", "6",
         "$6 is one different amount more than the schedule allows, which is 5"),
        ("no tier holds $9, a player_dealer fee by total_action that", "0",
         "no tier holds $9, a player-dealer fee by total action that"),
        ("the contract ends before it begins", "contract_to", "the contract ends before it begins"),
    ],
)  # fmt: skip
def test_a_fault_of_the_house_is_said_as_its_form_says_things(
    said: str, field: str, words: str
) -> None:
    assert in_words(said, field) == words


def test_amounts_are_read_as_people_type_them() -> None:
    for text, cents in (("25", 2_500), ("12.50", 1_250), ("$1,250", 125_000), (" 0 ", 0)):
        assert cents_of(text) == cents, text
    for text in ("", "-5", "1.5", "1,25", "1e3", "\N{SUPERSCRIPT TWO}", "9" * 12):
        assert cents_of(text) is None, text


def test_a_type_of_event_is_said_in_words() -> None:
    assert event_word("player_dealer.offered") == "player-dealer offered"
    assert event_word("round.settled_by_floor") == "round settled by floor"


def test_the_code_that_leads_a_note_is_said_in_words_and_nothing_else_of_it() -> None:
    assert spoken("authorisation_claimed") == "authorisation claimed"
    assert spoken("wrong_fee: seat 7, B_7") == "wrong fee: seat 7, B_7"
    assert spoken("round 5: missing_fee: seat 1") == "round 5: missing fee: seat 1"
    assert spoken("a card of no_one: it fell") == "a card of no_one: it fell"
    assert spoken("voided") == "voided"
