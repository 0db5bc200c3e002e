"""`GET /house`: what a table system needs to know of its house."""

import msgspec
import pytest

from cardroom.house.view import HouseView
from tests.api import club
from tests.api.club import Caller

pytestmark = pytest.mark.django_db(transaction=True)


def test_a_table_reads_the_offerings_with_limits_pay_tables_and_fees() -> None:
    first, *_ = club.load_house(2)
    house = Caller(club.issue("tables", first)).read("house")
    assert (house["house"], house["sandbox"]) == ("CASES", True)
    assert (house["timezone"], house["gaming_day_starts"]) == ("America/Los_Angeles", "06:00")
    assert house["authorisers"] == ["floor-7", "sup-1"]
    assert house["tppps"] == {"KN": ["KN-11", "KN-12"]}
    offering = house["offerings"]["P215-A"]
    assert offering["limits"]["game"] == [500, 50_000]
    assert offering["paytables"]["buster"]["rows"]["8"] == 200
    assert offering["fee_schedule"]["rates"][-1]["fee_cents"] == 200
    assert msgspec.convert(house, HouseView, str_keys=True).offerings.keys() == {
        "NB215-A", "NB215-N", "NB40-A", "NB40-N", "P215-A", "P215-N",
    }  # fmt: skip


def test_a_key_of_some_tables_sees_those_and_others_see_all() -> None:
    codes = club.load_house(3)
    assert Caller(club.issue("tables", codes[1])).read("house")["tables"] == [codes[1]]
    assert Caller(club.issue("audit")).read("house")["tables"] == codes


def test_a_key_that_only_counts_is_not_told() -> None:
    club.load_house(1)
    club.refused(Caller(club.issue("count")).get("house"), 403, "forbidden")
    club.refused(Caller().get("house"), 401, "unauthenticated")
