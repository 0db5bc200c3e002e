"""Reads give what holds now, and for a bound offering what held then."""

from datetime import time

import pytest

from cardroom.errors import Missing
from cardroom.house import houses
from cardroom.house.models import Version
from tests.database.house.conftest import load
from tests.house_file import TEXT, changed

pytestmark = pytest.mark.usefixtures("loaded")


def test_the_facts_of_a_house() -> None:
    facts = houses.facts("CASES")
    assert (facts.code, facts.name, facts.zone) == (
        "CASES",
        "Case Study Card Club",
        "America/Los_Angeles",
    )
    assert (facts.gaming_day_starts, facts.sandbox, facts.void_fee) == (time(6), True, "kept")
    assert facts.shifts == {"day": time(6), "swing": time(14), "grave": time(22)}
    assert facts.people["sup-1"] == {"floor", "supervisor"}
    assert facts.tables == {"T01", "T02", "T03"}
    assert set(facts.offerings) == {"P215-A", "NB40-A", "NB215-A", "P215-N", "NB40-N", "NB215-N"}


def test_an_offering_is_read_with_all_that_binds() -> None:
    offering = houses.offering("CASES", "P215-A")
    assert (offering.code, offering.version, offering.data.game) == ("P215-A", 1, "pure-21.5")
    assert offering.data.limits["game"] == (500, 50_000)
    assert list(offering.data.paytables["buster"].rows) == [3, 4, 5, 6, 7, 8]
    assert [rate.fee_cents for rate in offering.data.fee_schedule.rates] == [100, 200, 300, 200]


def test_facts_are_kept_until_a_version_is_added() -> None:
    first = houses.facts("CASES")
    assert houses.facts("CASES") is first
    load(changed('["cage"]', '["drop"]'))
    assert houses.facts("CASES").people["drop-1"] == {"drop"}
    assert first.people["drop-1"] == {"cage"}


def test_a_bound_offering_stays_as_it_was() -> None:
    bound = houses.offering("CASES", "P215-A")
    load(changed("fee_cents = 300", "fee_cents = 400"))
    newest = houses.offering("CASES", "P215-A")
    assert (newest.version, newest.data.fee_schedule.version) == (2, 2)
    assert houses.offering_version(bound.id) == bound
    assert houses.offering_version(newest.id) == newest


def test_what_is_retired_is_left_out_but_stays_bound() -> None:
    bound = houses.offering("CASES", "NB215-N")
    begin, end = TEXT.index('[[offerings]]\ncode = "NB215-N"'), TEXT.index("[[tables]]")
    shorter = (TEXT[:begin] + TEXT[end:]).replace('[[tables]]\ncode = "T02"\n', "")
    load(shorter.replace('[[people]]\ncode = "floor-7"\nroles = ["floor"]\n', ""))
    facts = houses.facts("CASES")
    assert facts.tables == {"T01", "T03"}
    assert "floor-7" not in facts.people
    with pytest.raises(Missing, match="house CASES has no offering NB215-N"):
        houses.offering("CASES", "NB215-N")
    assert houses.offering_version(bound.id).data == bound.data


def test_what_does_not_exist_is_missing() -> None:
    with pytest.raises(Missing, match="no house NOWHERE"):
        houses.facts("NOWHERE")
    person = Version.objects.filter(kind="person").latest("id")
    for number in (0, person.pk):
        with pytest.raises(Missing, match=f"no offering version {number}"):
            houses.offering_version(number)


def test_the_only_house_is_found_while_it_is_the_only_one() -> None:
    assert houses.only_house() == "CASES"
    load(changed('"CASES"', '"OTHER"'))
    with pytest.raises(Missing, match="there are: CASES, OTHER"):
        houses.only_house()
