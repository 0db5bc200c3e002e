"""A sound house file becomes items in which every name is looked up."""

from cardroom.house.records import NamedPaytable, OfferingRecord, PaytableRecord
from ledger.rules.fees import Schedule
from tests.house_file import TEXT, Refused, changed, read_items, refused

OWN = '[[paytables]]\ncode = "OURS"\nbet = "buster"\nrows = { "3" = 1, "4" = 3, "5" = 300 }\n'


def test_the_house_of_the_cases_is_sound() -> None:
    items = read_items(TEXT)
    assert len(items) == 21
    offering = items["offering", "P215-A"].record
    assert isinstance(offering, OfferingRecord)
    assert offering.limits == {
        "game": (500, 50_000),
        "red_flex": (100, 10_000),
        "buster": (100, 10_000),
        "player_dealer": (1_000, 1_000_000),
    }
    assert offering.paytables["red_flex"] == NamedPaytable(
        name="2-3-8-50-100-250", rows={2: 2, 3: 3, 4: 8, 5: 50, 6: 100, 7: 250}
    )
    assert offering.fee_schedule == items["fee_schedule", "FS-1"].record


def test_dates_may_be_written_with_or_without_quotes() -> None:
    bare = changed('"2026-01-31"', "2026-01-31")
    assert read_items(bare) == read_items(TEXT)


def test_an_offering_may_use_a_pay_table_of_the_house() -> None:
    items = read_items(OWN + changed('"1-3-6-30-100-200"', '"OURS"'))
    rows = {3: 1, 4: 3, 5: 300}
    assert items["paytable", "OURS"].record == PaytableRecord(bet="buster", rows=rows)
    offering = items["offering", "P215-A"].record
    assert isinstance(offering, OfferingRecord)
    assert offering.paytables["buster"] == NamedPaytable(name="OURS", rows=rows)


def test_what_a_file_may_leave_out_is_strict_or_usual() -> None:
    begin, end = TEXT.index("sandbox = true"), TEXT.index("[[shifts]]")
    assert "void_fee" in TEXT[begin:end]
    assert "box_policy" in TEXT[begin:end]
    short = TEXT[:begin] + TEXT[end:].replace('rotation_profile = "two_hands"\n', "")
    assert read_items(short.replace("max_rates = 5\n", "")) == read_items(
        changed("sandbox = true", "sandbox = false")
    )


def test_a_tier_that_begins_nowhere_begins_at_zero() -> None:
    assert read_items(changed("from_cents = 0, ", "")) == read_items(TEXT)


def test_rates_may_be_written_as_sections_and_are_found_there() -> None:
    begin, end = TEXT.index("rates = ["), TEXT.index("]\n\n[[offerings]]")
    rates = (
        '[[fee_schedules.rates]]\nrole = "player"\nbasis = "own_wager"\nfee_cents = 100\n'
        '[[fee_schedules.rates]]\nrole = "player_dealer"\nbasis = "flat"\nfee_cents = 200\n'
    )
    sections = TEXT[:begin] + rates + TEXT[end + 1 :]
    schedule = read_items(sections)["fee_schedule", "FS-1"].record
    assert isinstance(schedule, Schedule)
    assert [rate.fee_cents for rate in schedule.rates] == [100, 200]
    assert refused(changed("fee_cents = 200", "fee_cents = 2.5", of=sections)) == Refused(
        76,
        "fee_schedules[FS-1].rates[2].fee_cents",
        "expected a whole number, got a decimal number: percentages and formulas cannot be"
        " expressed, a fee is flat whole cents",
    )
