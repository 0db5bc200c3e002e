"""What the words of the one box may mean."""

from datetime import UTC, datetime
from uuid import UUID

import pytest

from tables.search import Asked, read

NOW = datetime(2026, 11, 29, 6, 30, tzinfo=UTC)  # 22:30 of the 28th in Los Angeles
SUMMER = datetime(2026, 7, 5, 5, 17, tzinfo=UTC)
ID = "0b3f1f6e-8f3a-4c7e-9d55-3f1d2c9a7e10"


def asked(text: str) -> Asked:
    """What a house with three tables understands."""
    return read(text, tables={"T01", "T05", "HIGH"}, zone="America/Los_Angeles", now=NOW)


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        ("", Asked()),
        ("   ", Asked()),
        ("t05", Asked(tables=("T05",))),
        ("t05 high", Asked(tables=("T05", "HIGH"))),
        ("18,417", Asked(number=18_417, word="18,417")),
        ("#17", Asked(number=17, word="#17")),
        ("T05 round 18417", Asked(tables=("T05",), number=18_417, word="18417")),
        ("$1,250", Asked(amount_cents=125_000)),
        ("$ 1250.50", Asked(amount_cents=125_050)),
        ("37.50", Asked(amount_cents=3_750)),
        ("T01 $5", Asked(tables=("T01",), amount_cents=500)),
        ("$0", Asked(word="$0")),
        ("$99999999999999", Asked(word="$99999999999999")),
        ("P-1004", Asked(word="P-1004")),
        ("9999999999", Asked(word="9999999999")),
        (ID, Asked(event=UUID(ID))),
        (f"T05 {ID.upper()}", Asked(tables=("T05",), event=UUID(ID))),
        ("T05 22:17", Asked(tables=("T05",), at=datetime(2026, 11, 29, 6, 17, tzinfo=UTC))),
        ("T05 10:17 PM", Asked(tables=("T05",), at=datetime(2026, 11, 29, 6, 17, tzinfo=UTC))),
        ("10:17:09pm", Asked(at=datetime(2026, 11, 29, 6, 17, 9, tzinfo=UTC))),
        ("HIGH 2026-07-04 10:17 pm", Asked(tables=("HIGH",), at=SUMMER)),
        ("12am", Asked(at=datetime(2026, 11, 28, 8, tzinfo=UTC))),
        ("12 pm", Asked(at=datetime(2026, 11, 28, 20, tzinfo=UTC))),
        ("13 pm", Asked(word="13 pm")),
        ("0:10 am", Asked(word="0:10 am")),
        ("24:00", Asked(word="24:00")),
        ("pm", Asked(word="pm")),
        ("\u202eT05\u200b", Asked(tables=("T05",))),
        ("22:17:09", Asked(at=datetime(2026, 11, 29, 6, 17, 9, tzinfo=UTC))),
        ("T05 at 23:00", Asked(tables=("T05",), at=datetime(2026, 11, 28, 7, tzinfo=UTC))),
        ("HIGH 2026-07-04 22:17", Asked(tables=("HIGH",), at=SUMMER)),
        ("2026-02-31 22:17", Asked(word="2026-02-31 22:17")),
        ("yesterday 22:17", Asked(word="yesterday 22:17")),
        ("2026-07-04 2026-07-05 22:17", Asked(word="2026-07-04 2026-07-05 22:17")),
        ("29:99", Asked(word="29:99")),
    ],
)  # fmt: skip
def test_words_are_read_for_what_they_may_mean(text: str, meant: Asked) -> None:
    found = asked(text)
    assert found == meant
    assert found.is_nothing == (meant == Asked())


def test_a_very_long_text_is_looked_at_no_further() -> None:
    assert asked("x" * 100_000).word == "x" * 200
