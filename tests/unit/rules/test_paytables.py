"""Pay tables: what they pay, and which ones a house cannot enter."""

import msgspec
import pytest

from tables.rules.paytables import PAY_TABLES, PayTable, pay_table, pays


def test_a_table_pays_nothing_below_its_first_row_and_its_last_row_ever_after() -> None:
    table = PAY_TABLES["red_flex"]["2-3-8-50-100-250"]
    paid = [pays(table, count) for count in range(10)]
    assert paid == [None, None, 2, 3, 8, 50, 100, 250, 250, 250]


def test_every_known_table_is_named_by_its_odds() -> None:
    names = {bet: list(tables) for bet, tables in PAY_TABLES.items()}
    assert names == {
        "red_flex": ["2-3-8-50-100-250", "1-5-10-50-100-200"],
        "buster": [
            "1-3-6-30-100-200",
            "2-2-4-15-50-300",
            "2-2-4-12-50-250",
            "2-2-4-18-50-250",
            "1-2-8-20-50-250",
        ],
    }
    for bet, tables in PAY_TABLES.items():
        for name, table in tables.items():
            assert (table.bet, table.name) == (bet, name)
            assert "-".join(map(str, table.rows.values())) == name


def test_a_house_enters_rows_of_its_own_under_its_own_name() -> None:
    table = pay_table("red_flex", [2, 3, 8, 50, 100, 200, 500], name="lunar-new-year")
    assert (table.name, table.rows[8], table.open_from) == ("lunar-new-year", 500, 8)


def test_a_table_survives_being_stored_as_json() -> None:
    table = PAY_TABLES["buster"]["2-2-4-15-50-300"]
    assert msgspec.json.decode(msgspec.json.encode(table), type=PayTable) == table


@pytest.mark.parametrize(
    ("bet", "rows", "open_from", "complaint"),
    [
        ("lucky_ladies", {2: 1}, 2, "no side bet; there are red_flex, buster"),
        ("buster", {}, 3, "buster rows are numbered 3, 4, … without a gap"),
        ("buster", {2: 1, 3: 2}, 3, "buster rows are numbered 3"),
        ("red_flex", {2: 1, 4: 2}, 4, "red_flex rows are numbered 2"),
        ("red_flex", {3: 2, 2: 1}, 3, "without a gap"),
        ("buster", {3: 1, 4: 2}, 3, "the last row, 4, is the open one, not 3"),
        ("buster", {3: 0, 4: 2}, 4, "odds are at least 1 to 1"),
        ("buster", {3: 3, 4: 2}, 4, "never fall as the count rises"),
    ],
)
def test_rows_that_no_table_can_have_are_refused(
    bet: str, rows: dict[int, int], open_from: int, complaint: str
) -> None:
    with pytest.raises(ValueError, match=complaint):
        PayTable(name="own", bet=bet, rows=rows, open_from=open_from)


def test_a_stored_table_with_a_gap_is_refused_when_it_is_read() -> None:
    stored = b'{"name": "own", "bet": "buster", "rows": {"3": 1, "5": 2}, "open_from": 5}'
    with pytest.raises(msgspec.ValidationError, match="without a gap"):
        msgspec.json.decode(stored, type=PayTable)
