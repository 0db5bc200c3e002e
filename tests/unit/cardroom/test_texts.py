"""Texts that people write: what nobody sees in them is named."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cardroom.templatetags import numbers
from cardroom.texts import counted, seen, spellings, unseen_in

CONTROLS = ["\u202e", "\u200b", "\u2066", "\ufeff", "\u200f", "\u00ad", "\x07", "\x7f", "\x85"]


@pytest.mark.parametrize("control", CONTROLS)
def test_what_turns_the_writing_or_has_no_width_is_named(control: str) -> None:
    for text in (control, f"dealt{control} twice"):
        said = f"an invisible character stands in it, U+{ord(control):04X}: type it anew"
        assert unseen_in(text) == said


@pytest.mark.parametrize("text", ["", "dealt twice", "Señor Müller, 10 €", "two\r\n\tlines", "牌"])
def test_what_people_see_may_stand(text: str) -> None:
    assert unseen_in(text) is None


@given(st.text(st.characters(categories=["L", "N", "P", "S", "M", "Zs"])))
def test_no_letter_digit_or_sign_is_refused(text: str) -> None:
    assert unseen_in(text) is None


@pytest.mark.parametrize(
    ("number", "said", "address"),
    [
        (0, "0 rounds", "0 addresses"),
        (1, "1 round", "1 address"),
        (1200, "1,200 rounds", "1,200 addresses"),
    ],
)
def test_a_number_is_said_with_what_it_counts(number: int, said: str, address: str) -> None:
    assert counted(number, "round") == numbers.counted(number, "round") == said
    assert counted(number, "address", "addresses") == address
    assert numbers.counted(number, "address,addresses") == address


def test_a_code_may_be_typed_in_other_letters_and_is_looked_for_once_in_each() -> None:
    assert spellings("b-061") == ("b-061", "B-061")
    assert spellings("17") == ("17",)
    assert spellings("Box-7")[:3] == ("Box-7", "BOX-7", "box-7")
    for typed in ("box-7", "BOX-7", "bOx-7"):
        assert "BoX-7" in spellings(typed)
        assert len(spellings(typed)) == 8
    assert len(spellings("Cashier-7")) == 128
    assert spellings("BlackjackBox") == (
        "BlackjackBox", "BLACKJACKBOX", "blackjackbox", "Blackjackbox",
    )  # fmt: skip


def test_what_is_looked_for_is_read_without_what_nobody_sees() -> None:
    assert seen(" \u202eB-061\u200b\x00 ") == "B-061"
    assert seen("T05\t22:17") == "T05\t22:17"
