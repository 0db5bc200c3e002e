"""A house switches a profile on for the days to come; contracts go by its clocks in any night."""

from dataclasses import replace
from datetime import UTC, date, datetime, time

import pytest
from msgspec import structs

from tables import queries, rotation
from tables.rotation.references import References
from tables.rules.rotation.licence import r7
from tests import simulated
from tests.builders import BUSTER
from tests.database.test_rotation import DAY, NEXT, day_of, shadowed, simulate
from tests.played import HOUSE, TABLE, load_the_house, post
from tests.rotation import SETTINGS, a_deal, company

pytestmark = pytest.mark.django_db(transaction=True)

OFFERING = "NB40-N"


def test_a_profile_that_is_switched_on_judges_what_opens_from_then_on_in_shadow() -> None:
    load_the_house()
    simulate(11, 8, offering=OFFERING)
    load_the_house(change=shadowed(OFFERING))
    assert queries.table(HOUSE, TABLE).rotation is not None
    simulate(12, 8, offering=OFFERING, after=8, starts_at=datetime(2026, 11, 29, 20, tzinfo=UTC))
    before, after = day_of(DAY), day_of(NEXT)
    assert (set(before.profiles), before.findings) == ({"two_hands"}, ())
    assert after.profiles == {"ca_2076"}
    assert {(found.profile, found.shadow) for found in after.findings} == {("ca_2076 1", True)}
    assert not any(found.counts for found in after.findings)
    assert (before.verdict, after.verdict) == ("no_violation_found", "no_violation_found")
    assert rotation.of_house(HOUSE, NEXT).verdict == "no_violation_found"


@pytest.mark.parametrize("offering", ["NB40-A", OFFERING])
def test_minutes_to_the_deadline_are_shown_where_it_is_on(offering: str) -> None:
    load_the_house(change=shadowed(OFFERING))
    evening = simulated.Evening(simulated.rule_set(BUSTER), 12)
    evening.setting = replace(evening.setting, offering=offering, table=TABLE)
    post(*evening.open())
    answer = post(*evening.play_round().events)
    shown = queries.table(HOUSE, TABLE).rotation
    assert shown is not None
    assert shown == answer.state.rotation
    assert len(shown.deadlines) == (4 if offering == OFFERING else 0)


@pytest.mark.parametrize(
    ("hour", "local", "is_within"),
    [
        (8, time(1, 30), True),
        (9, time(1, 30), True),
        (10, time(2, 30), False),
        (14, time(6, 30), True),
    ],
)
def test_hours_of_a_contract_in_the_night_in_which_clocks_go_back(
    hour: int, local: time, *, is_within: bool
) -> None:
    load_the_house()
    at = datetime(2026, 11, 1, hour, 30, tzinfo=UTC)
    reference = References(HOUSE).at(at)
    assert reference.local_time == local
    deal = a_deal(company(3), reference=reference, at=at, gaming_day=date(2026, 10, 31))
    deal = structs.replace(deal, turn=structs.replace(deal.turn, game="pure-21.5"))
    assert (r7(deal, SETTINGS) is None) is is_within


def test_a_day_of_twenty_five_hours_has_all_its_half_hours() -> None:
    load_the_house()
    simulate(3, 30, starts_at=datetime(2026, 11, 1, 8, 40, tzinfo=UTC))
    found = day_of(date(2026, 10, 31))
    assert (found.verdict, found.evidence.reasons) == ("no_violation_found", ())
    instants = [each.at for each in found.half_hours]
    assert instants == sorted(set(instants))
    assert {at.hour for at in instants} >= {8, 9}
    assert sum(sum(each.hands.values()) for each in found.half_hours) == found.hands
