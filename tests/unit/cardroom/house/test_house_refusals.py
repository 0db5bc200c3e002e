"""A house file is refused at its first fault, with the line where a person finds it."""

import pytest

from tests.house_file import TEXT, changed, refused


@pytest.mark.parametrize(
    ("old", "new", "line", "place", "message"),
    [
        ("America/Los_Angeles", "America/Los_Angles", 5, "house.timezone", "unknown timezone"),
        ('"06:00"', '"6:00"', 6, "house.gaming_day_starts", 'expected a time as "HH:MM"'),
        (
            '"06:00"',
            "06:00:00",
            6,
            "house.gaming_day_starts",
            "expected a text in quotes, got a time",
        ),
        (
            '"kept"',
            '"half"',
            8,
            "house.void_fee",
            "unknown void fee 'half'; there are: kept, refunded",
        ),
        (
            "sandbox = true",
            "sandbox = 1",
            7,
            "house.sandbox",
            "expected true or false, got a whole",
        ),
        ("counters = 2", "counters = 0", 12, "house.box_policy.counters", "a whole number >= 1"),
        ('name = "Case', 'name = "\\nCase', 4, "house.name", "expected a line of 1 to 200"),
        ('name = "Case', 'name = "\\u0000Case', 4, "house.name", "invisible character"),
        ('name = "Case', 'name = "\\u202eCase', 4, "house.name", "stands in it, U+202E"),
        ('name = "Case', '"\\u200bname" = "Case', 4, "house.'\\u200bname'", "U+200B"),
        ('"supervisor"', '"super\\u200bvisor"', 33, "people[sup-1].roles[2]", "U+200B"),
        ('code = "CASES"', 'code = "THE CASES"', 3, "house.code", "expected a code of letters"),
        ('code = "CASES"\n', "", 2, "house", "code is missing"),
        ("[house]", "[hause]", 2, "hause", "unknown key 'hause'"),
        ("void_fee", "void_fees", 8, "house.void_fees", "unknown key 'void_fees'"),
        (
            "[house.box_policy]",
            "[house.tolerances]\ncount_basis_points = 10001\n\n[house.box_policy]",
            11,
            "house.tolerances.count_basis_points",
            "a whole number <= 10000",
        ),
        ("[house.box_policy]", "[house.policy]", 10, "house.policy", "unknown key 'policy'"),
        ('"swing"', '"day"', 20, "shifts[day].code", "the code 'day' is given twice"),
        ('"14:00"', '"06:00"', 21, "shifts[swing].starts", "the start '06:00' is given twice"),
        ('"14:00"', '"24:00"', 21, "shifts[swing].starts", 'expected a time as "HH:MM"'),
        ('"sup-1"', '"floor-7"', 32, "people[floor-7].code", "the code 'floor-7' is given twice"),
        (
            '"supervisor"',
            '"boss"',
            33,
            "people[sup-1].roles[2]",
            "unknown role 'boss'; there are: floor",
        ),
        (
            '"supervisor"',
            '"floor"',
            33,
            "people[sup-1].roles[2]",
            "the role 'floor' is given twice",
        ),
        (
            'roles = ["cage"]',
            'roles = "cage"',
            37,
            "people[drop-1].roles",
            "expected a list, got a text",
        ),
        ('"count-2"', '"count-2"\nlogin = "count1"', 46, "people[count-2].login", "given twice"),
        ('code = "T02"', 'code = "T01"', 146, "tables[T01].code", "the code 'T01' is given twice"),
        ('code = "T02"', 'code = "T/2"', 146, "tables[T/2].code", "expected a code of letters"),
        ('code = "T02"', 'code = "T02"\nshift = "day"', 147, "tables[T02].shift", "unknown key"),
        (
            'code = "T02"',
            'code = "T02"\n"a\\nb" = 1',
            147,
            "tables[T02].'a\\nb'",
            "unknown key 'a\\nb'",
        ),
        ('code = "T02"\n', "", 145, "tables[2]", "code is missing"),
        ("[[tables]]", "[[floor]]", 142, "floor", "unknown key 'floor'"),
    ],
)
def test_houses_shifts_people_and_tables(
    old: str, new: str, line: int, place: str, message: str
) -> None:
    found = refused(changed(old, new))
    assert (found.line, found.place) == (line, place)
    assert message in found.message


@pytest.mark.parametrize(
    ("old", "new", "line", "place", "message"),
    [
        ("2027-01-31", "2026-01-30", 56, "contract_to", "the contract ends before it begins"),
        ('"2027-01-31"', '"31.1.2027"', 56, "contract_to", "expected a date as YYYY-MM-DD"),
        ("2026-01-31", "2026-02-30", 55, "contract_from", "expected a date as YYYY-MM-DD"),
        ('"2026-01-31"', "2026-01-31T06:00:00Z", 55, "contract_from", "got a date with a time"),
        ('"no-bust-buster-4.0"', '"pontoon"', 57, "games[2]", "unknown game 'pontoon'; there are:"),
        ("06:00-02:00", "06:00-26:00", 58, "hours[1]", 'expected hours as "HH:MM-HH:MM"'),
        ("06:00-02:00", "06:00-06:00", 58, "hours[1]", "no time at all"),
        ("max_tables = 10", "max_tables = 0", 59, "max_tables", "a whole number >= 1"),
        ('"KN-12"', '"KN-11"', 60, "badges[2]", "the badge 'KN-11' is given twice"),
    ],
)
def test_tppps_contracts(old: str, new: str, line: int, place: str, message: str) -> None:
    found = refused(changed(old, new))
    assert (found.line, found.place) == (line, f"tppps[KN].{place}")
    assert message in found.message


@pytest.mark.parametrize(
    ("text", "line", "message"),
    [
        (changed("sandbox = true", "sandbox = yes"), 7, "Invalid value"),
        (
            changed("[[people]]", "[[people]"),
            27,
            "Expected ']]' at the end of an array declaration",
        ),
        (changed("sandbox = true", 'name = "Twice"'), 7, "Cannot overwrite a value"),
        (TEXT + "[last", 150, "Expected ']' at the end of a table declaration"),
        (f"x = {'[' * 5000}", 1, "nested too deeply"),
    ],
)
def test_a_text_that_is_no_toml_is_refused_with_its_line(
    text: str, line: int, message: str
) -> None:
    assert refused(text) == (line, "", f"not TOML: {message}")


def test_an_empty_file_lacks_its_house() -> None:
    assert refused("") == (1, "", "house is missing")
