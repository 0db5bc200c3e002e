"""Cash: what a count may consist of, and what it comes to."""

from typing import Any

import pytest

from cardroom.errors import Malformed, RuleViolation
from ledger.rules import cash


def test_it_comes_to_pieces_times_cents() -> None:
    assert cash.total_cents({"10000": 3, "500": 41, "100": 212, "25": 2}) == 71_750
    assert cash.total_cents({}) == 0


@pytest.mark.parametrize(
    ("denominations", "place"),
    [
        ({"500": 0}, "500"),
        ({"500": -1}, "500"),
        ({"500": 1.5}, "500"),
        ({"500": True}, "500"),
        ({"500": "1"}, "500"),
        ({"500": None}, "500"),
        ({"500": 1_000_001}, "500"),
        ({"05": 1}, "05"),
        ({"-5": 1}, "-5"),
        ({"five": 1}, "five"),
        ({"": 1}, ""),
        ({"a/b~c": 1}, "a~1b~0c"),
        ({"100": 1, "500": 0}, "500"),
    ],
)
def test_what_cannot_be_counted_is_malformed_at_its_place(
    denominations: dict[str, Any], place: str
) -> None:
    with pytest.raises(Malformed) as refusal:
        cash.check_form(denominations)
    assert refusal.value.pointer == f"/denominations/{place}"


def test_other_forms_are_left_to_the_decoder() -> None:
    cash.check_form([])
    cash.check_form(None)
    cash.check_form({"100": 1})


def test_a_chip_that_there_is_not_is_refused() -> None:
    cash.check_known({str(cents): 1 for cents in cash.KNOWN_CENTS})
    with pytest.raises(RuleViolation) as refusal:
        cash.check_known({"100": 1, "700": 1})
    assert (refusal.value.pointer, refusal.value.rule) == ("/denominations/700", "denomination")
