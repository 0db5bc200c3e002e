"""Fees are flat, few, and rate every amount within the limits once; else the line is named."""

import pytest

from tests.house_file import changed, refused

FORMULA = "percentages and formulas cannot be expressed"
FS = "fee_schedules[FS-1]"
RATE = f"{FS}.rates"
LAST = "fee_cents = 200 },\n]"


def check(old: str, new: str, line: int, place: str, message: str) -> None:
    found = refused(changed(old, new))
    assert (found.line, found.place) == (line, place)
    assert message in found.message


@pytest.mark.parametrize(
    ("old", "new", "line", "place"),
    [
        ("fee_cents = 100 }", 'fee_cents = "5%" }', 70, f"{RATE}[1].fee_cents"),
        ("fee_cents = 200 }", "fee_cents = 0.5 }", 71, f"{RATE}[2].fee_cents"),
        ("fee_cents = 200 }", "fee_cents = 100.0 }", 71, f"{RATE}[2].fee_cents"),
        ("fee_cents = 200 }", "fee_cents = { percent = 5 } }", 71, f"{RATE}[2].fee_cents"),
        ("fee_cents = 300 }", "fee_percent = 5 }", 72, f"{RATE}[3].fee_percent"),
        ("fee_cents = 300 }", 'fee_cents = 1, formula = "x" }', 72, f"{RATE}[3].formula"),
        ('basis = "flat"', 'basis = "percentage"', 73, f"{RATE}[4].basis"),
        ('basis = "flat"', 'basis = "own_wager * 0.05"', 73, f"{RATE}[4].basis"),
        ("to_cents = 10000", 'to_cents = "2 * W"', 70, f"{RATE}[1].to_cents"),
        ('option = "1"', 'option = "1"\npercent = 5', 66, f"{FS}.percent"),
    ],
)
def test_percentages_and_formulas_cannot_be_expressed(
    old: str, new: str, line: int, place: str
) -> None:
    check(old, new, line, place, FORMULA)


@pytest.mark.parametrize(
    ("old", "new", "line", "message"),
    [
        ("from_cents = 10001", "from_cents = 10000", 71, "overlaps rates[1]: both rate $100.00"),
        ("to_cents = 20000, ", "", 72, "overlaps rates[2]: both rate $200.01"),
        (
            LAST,
            f'{LAST[:-1]}{{ role = "player_dealer", basis = "flat", fee_cents = 1 }}]',
            74,
            "overlaps rates[4]: both rate $0.00",
        ),
    ],
)
def test_an_amount_that_is_rated_twice_is_refused(
    old: str, new: str, line: int, message: str
) -> None:
    found = refused(changed(old, new))
    assert (found.line, found.message) == (line, message)


@pytest.mark.parametrize(
    ("old", "new", "line", "gap"),
    [
        ("from_cents = 20001", "from_cents = 20002", 72, "$200.01, a player fee by own_wager"),
        ("to_cents = 10000", "to_cents = 9999", 71, "$100.00, a player fee by own_wager"),
        ("from_cents = 0,", "from_cents = 501,", 70, "$5.00, a player fee by own_wager"),
        ("from_cents = 20001,", "from_cents = 20001, to_cents = 49999,", 72, "$500.00"),
        (
            'basis = "flat"',
            'basis = "total_action", from_cents = 501',
            73,
            "$5.00, a player_dealer",
        ),
        ('basis = "flat"', 'basis = "total_action", to_cents = 900', 73, "$9.01, a player_dealer"),
        (
            LAST,
            LAST[:-1] + '{ role = "player", basis = "own_wager", kinds = ["buster"],'
            " to_cents = 9999, fee_cents = 100 } ]",
            74,
            "$100.00, a player fee by own_wager that the limits of buster in offering P215-A",
        ),
        (
            LAST,
            LAST[:-1] + '{ role = "player", basis = "total_action", to_cents = 9,'
            " fee_cents = 100 } ]",
            74,
            "$5.00, a player fee by total_action",
        ),
    ],
)
def test_a_gap_inside_the_limits_of_an_offering_is_refused(
    old: str, new: str, line: int, gap: str
) -> None:
    found = refused(changed(old, new))
    assert found.line == line
    assert found.message.startswith(f"no tier holds {gap}")


def test_a_gap_is_refused_also_when_only_the_limits_make_it() -> None:
    tiers = changed("from_cents = 20001,", "from_cents = 20001, to_cents = 50000,")
    wider = changed("[500, 50000]", "[500, 50002]", of=tiers)
    assert refused(wider).line == 72
    assert "$500.01" in refused(wider).message


@pytest.mark.parametrize(
    ("old", "new", "line", "place", "message"),
    [
        (
            "max_rates = 5",
            "max_rates = 2",
            72,
            f"{RATE}[3]",
            "$3.00 is one fee amount more than max_rates allows, which is 2",
        ),
        ("max_rates = 5", "max_rates = 6", 68, f"{FS}.max_rates", "a whole number <= 5"),
        ("max_rates = 5", "max_rates = 0", 68, f"{FS}.max_rates", "a whole number >= 1"),
    ],
)
def test_more_fee_amounts_than_max_rates_are_refused(
    old: str, new: str, line: int, place: str, message: str
) -> None:
    check(old, new, line, place, message)


@pytest.mark.parametrize(
    ("old", "new", "line", "place", "message"),
    [
        ("fee_cents = 300", "fee_cents = -1", 72, f"{RATE}[3].fee_cents", "whole number >= 0"),
        (", fee_cents = 300", "", 72, f"{RATE}[3]", "fee_cents is missing"),
        ('"flat"', '"flat", from_cents = 0', 73, f"{RATE}[4].from_cents", "no tiers"),
        ('"flat"', '"flat", to_cents = 9', 73, f"{RATE}[4].to_cents", "no tiers"),
        ('"flat"', '"own_wager"', 73, f"{RATE}[4].basis", "owes by flat or total_action"),
        ('"flat"', '"flat", kinds = ["game"]', 73, f"{RATE}[4].kinds", "kinds belong to a player"),
        ('kinds = ["game"]', "kinds = []", 70, f"{RATE}[1].kinds", "at least one kind"),
        (
            'kinds = ["game"]',
            'kinds = ["gam"]',
            70,
            f"{RATE}[1].kinds[1]",
            "unknown kind of wager 'gam'; there are: game, red_flex, buster",
        ),
        ("to_cents = 20000", "to_cents = 9", 71, f"{RATE}[2].to_cents", "ends below"),
        (
            'role = "player_dealer"',
            'role = "banker"',
            73,
            f"{RATE}[4].role",
            "unknown role 'banker'; there are: player, player_dealer",
        ),
        (
            'from = "2026-01-01"',
            'from = "2026-01-02"\neffective_to = "2026-01-01"',
            67,
            f"{FS}.effective_to",
            "ends before it begins",
        ),
        ('"before_deal"', '"later"', 67, f"{FS}.timing", "unknown timing 'later'"),
    ],
)
def test_a_rate_that_makes_no_sense_is_refused(
    old: str, new: str, line: int, place: str, message: str
) -> None:
    check(old, new, line, place, message)


def test_a_schedule_without_rates_is_refused() -> None:
    begin = changed("", "").index("  { role")
    text = changed("", "")
    empty = text[:begin] + text[text.index("]\n\n[[offerings]]") :]
    assert refused(empty)[:2] == (69, f"{FS}.rates")
