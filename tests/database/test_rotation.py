"""Gaming days of the rotation, read from the log in pieces, against all of a table's events."""

from dataclasses import replace
from datetime import UTC, date, datetime, time

import pytest
from msgspec import structs

from cardroom import clock
from cardroom.errors import Missing
from cardroom.log import store
from cardroom.log.records import Head
from tables import history, offerings, rotation, sessions, targets
from tables.rotation import house_day, reading, spans
from tables.rotation.references import References
from tables.rounds.events import EventCorrected
from tables.rounds.rotation.course import Course
from tables.rounds.rotation.days import TableDay
from tables.rounds.rotation.story import Story
from tables.rounds.state import Round, Table
from tables.rules.rotation.findings import Finding
from tables.rules.rotation.profiles import PROFILES
from tests import simulated
from tests.builders import BUSTER
from tests.corrected import (
    event_corrected,
    from_the_cage,
    given,
    reported_late,
    round_corrected,
    seat_taken,
    voided,
)
from tests.played import HOUSE, TABLE, Evening, Event, load_the_house, post
from tests.table_days import of_table

pytestmark = pytest.mark.django_db(transaction=True)

DAY = date(2026, 11, 28)
NEXT = date(2026, 11, 29)


@pytest.fixture(autouse=True)
def _small_pieces(monkeypatch: pytest.MonkeyPatch) -> None:
    """Days are put together from pieces of a few rounds."""
    monkeypatch.setattr(spans, "_BEFORE", 6)
    monkeypatch.setattr(reading, "_AT_ONCE", 4)


def head_of(table: str = TABLE) -> Head:
    """The head of a table's stream."""
    head = store.head(HOUSE, f"table:{table}")
    assert head is not None
    return head


def whole(table: str = TABLE) -> Story:
    """The story of all of a table's events, every one of them taken."""
    head, references = head_of(table), References(HOUSE)
    course = Course(table, Table(), offerings.offering, references.at)

    def past_round(number: int, position: int) -> Round:
        return history.round_at(head, number, until=position)

    story = Story(course, past_round, shift=references.shift)
    for stored in store.load(HOUSE, head.stream):
        record, corrected = history.recorded(stored), None
        if isinstance(record.fact, EventCorrected):
            target = targets.find(head, record.fact.event)
            assert target is not None
            corrected = (
                target.position,
                sessions.entry_of(target, {target.id: record}).record,
            )
        story.take(record, corrected)
    return story


def day_of(day: date = DAY, table: str = TABLE) -> TableDay:
    """A day read in pieces, which is that of the whole story."""
    found = of_table(head_of(table), day, References(HOUSE))
    assert found is not None
    expected = whole(table).day(day)
    assert standing(found.findings) == standing(expected.findings)
    names = ("verdict", "evidence", "hands", "by_holder", "longest_run", "offers", "stops")
    for name in names:
        assert getattr(found, name) == getattr(expected, name), name
    return found


def standing(findings: tuple[Finding, ...]) -> set[tuple[str, int | None, int | None]]:
    """Which findings there are, and what superseded them."""
    return {(each.rule, each.round, each.superseded_by) for each in findings}


def simulate(
    seed: int,
    rounds: int,
    *,
    table: str = TABLE,
    offering: str = "NB40-A",
    starts_at: datetime = simulated.STARTS_AT,
    after: int = 0,
) -> None:
    """A simulated evening, from opening to closing."""
    evening = simulated.Evening(simulated.rule_set(BUSTER), seed, starts_at=starts_at)
    evening.table.last_round = after
    evening.setting = replace(evening.setting, offering=offering, table=table)
    post(*evening.open(), table=table)
    for _ in range(rounds):
        post(*evening.play_round().events, table=table)
    post(*evening.close(), table=table)


def an_evening(rounds: int) -> Evening:
    """An evening of rounds in which P-1001 is always the player-dealer."""
    load_the_house()
    evening = Evening()
    evening.open()
    for _ in range(rounds):
        evening.play()
    return evening


@pytest.mark.parametrize("offering", ["NB40-A", "NB40-N"])
def test_each_of_two_days_in_pieces_is_the_day_of_the_whole_story(offering: str) -> None:
    named = ("NB40-N", 'rotation_profile = "two_hands"', 'rotation_profile = "ca_2076"')
    load_the_house(change=("", "") if offering == "NB40-A" else shadowed(named[0]))
    simulate(11, 30, offering=offering, starts_at=datetime(2026, 11, 29, 13, 45, tzinfo=UTC))
    before, after = day_of(DAY), day_of(NEXT)
    assert before.hands > 10
    assert after.hands > 5
    assert (before.verdict, after.verdict) == ("no_violation_found", "no_violation_found")
    assert {finding.shadow for finding in before.findings + after.findings} <= {True}
    assert bool(before.findings) == (offering == "NB40-N")
    assert of_table(head_of(), date(2026, 11, 27), References(HOUSE)) is None
    assert of_table(head_of(), date(2026, 11, 30), References(HOUSE)) is None


def shadowed(offering: str) -> tuple[str, str]:
    """The words of the house by which an offering names the other profile."""
    head = f'code = "{offering}"\ngame = "no-bust-buster-4.0"\ndecks = 6\nseats = 8\n'
    head += 'fee_schedule = "FS-1"\ncoverage_policy = "net_absorbing"\n'
    line = 'rotation_profile = "{}"'
    return head + line.format("two_hands"), head + line.format("ca_2076")


def test_breaches_are_found_with_what_was_put_right_since() -> None:
    evening = an_evening(9)
    assert [(f.rule, f.round) for f in day_of().findings] == [("R1", n) for n in range(3, 10)]
    from_the_cage(evening, round_corrected(evening, 5, voided(given(evening))))
    found = day_of()
    assert {f.rule for f in found.findings if f.superseded_by is not None} == {"R1"}
    assert (found.verdict, found.longest_run, found.hands) == ("violations", 8, 8)
    evening.rounds += 1
    evening.play()
    assert day_of().evidence.missing_rounds == (10,)
    evening.post(reported_late(evening, 10))
    assert day_of().evidence.missing_rounds == ()


def test_a_corrected_seat_makes_another_holder_of_all_its_hands() -> None:
    evening = an_evening(3)
    seat = seat_taken(evening, 3)
    company = {"player": "P-31", "kind": "tppps", "tppps": "LM", "badge": "LM-1"}
    from_the_cage(evening, event_corrected(evening, seat, seat["data"] | company))
    found = day_of()
    assert {(f.rule, f.holder) for f in found.findings if f.superseded_by is None} == {
        ("R1", "LM"),
        ("R7", "LM"),
    }


def test_what_really_moved_is_held_against_w() -> None:
    evening = an_evening(1)
    moved = {"seat": 4, "hand": 1, "kind": "game", "player": "P-1002", "paid_cents": 0}
    paid = evening.event("wager.paid", moved | {"collected_cents": 10**7}, number=1)
    answer = evening.post(paid)
    assert [n.code for n in answer.irregularities] == ["paid_differs", "rotation"]
    evening.play()
    assert [(f.rule, f.round) for f in day_of().findings] == [("R6", 1)]


def test_a_day_is_attested_truly_or_nothing_is_said_of_it() -> None:
    evening = an_evening(1)
    assert day_of().verdict == "indeterminate"
    attested = {"gaming_day": "2026-11-28", "last_round": 1, "rounds_dealt": 2}
    evening.post(evening.event("day.attested", attested))
    assert "attested 2 hands to round 1, known 1" in day_of().evidence.reasons[0]
    evening.post(evening.event("day.attested", attested | {"rounds_dealt": 1}))
    assert day_of().verdict == "no_violation_found"
    opened, *_ = evening.next_round()
    evening.post(opened)
    assert "round 2 is still open: a batch is to come" in day_of().evidence.reasons


@pytest.mark.parametrize(
    "data",
    [
        None,
        {"gaming_day": "2026-11-28", "last_round": 2, "rounds_dealt": 1},
        {"gaming_day": "2026-11-28", "last_round": 1, "rounds_dealt": 0},
        {"gaming_day": "2026-11-29", "last_round": 1, "rounds_dealt": 1},
    ],
)
def test_an_attestation_that_was_taken_back_or_changed_attests_no_more(data: Event | None) -> None:
    evening = an_evening(1)
    attested = {"gaming_day": "2026-11-28", "last_round": 1, "rounds_dealt": 1}
    sent = evening.event("day.attested", attested)
    evening.post(sent)
    assert day_of().verdict == "no_violation_found"
    from_the_cage(evening, event_corrected(evening, sent, data))
    assert day_of().verdict == "indeterminate"
    assert rotation.of_house(HOUSE, DAY).verdict == "indeterminate"
    from_the_cage(evening, event_corrected(evening, sent, attested))
    assert day_of().verdict == "no_violation_found"


def test_offers_and_notices_that_were_taken_back_count_no_more() -> None:
    evening = an_evening(1)
    sent = [
        evening.event("player_dealer.offered", {"seat": 4, "accepted": False}),
        evening.event("notice.checked", {"present": True, "checked_by": "floor-7"}),
    ]
    evening.post(*sent)
    evening.play()
    assert (day_of().offers, day_of().declined) == (2, 1)
    for event in sent:
        from_the_cage(evening, event_corrected(evening, event, None))
    assert (day_of().offers, day_of().declined) == (1, 0)


def test_a_clock_that_ran_backwards_leaves_no_clean_verdict() -> None:
    evening = an_evening(1)
    attested = {"gaming_day": "2026-11-28", "last_round": 1, "rounds_dealt": 1}
    event = evening.event("day.attested", attested)
    evening.post(event | {"occurred_at": "2026-11-28T20:00:00Z"})
    assert "clocks ran backwards at 1 event" in day_of().evidence.reasons


def test_numbers_that_are_missing_between_two_days_leave_both_incomplete() -> None:
    load_the_house()
    simulate(3, 3)
    simulate(4, 3, after=30, starts_at=datetime(2026, 11, 29, 20, tzinfo=UTC))
    assert day_of(DAY).evidence.missing_rounds == tuple(range(4, 31))
    assert day_of(NEXT).evidence.missing_rounds == tuple(range(4, 31))
    simulate(5, 2, table="T02", after=2)
    assert day_of(DAY, "T02").evidence.missing_rounds == (1, 2)


def test_a_table_without_a_round_is_there_while_it_is_open() -> None:
    load_the_house()
    evening = Evening()
    evening.open()
    references = References(HOUSE)
    same, following = (of_table(head_of(), day, references) for day in (DAY, NEXT))
    assert same is not None
    assert following is not None
    assert (same.hands, same.verdict) == (0, "indeterminate")
    assert following.verdict == "indeterminate"
    evening.post(evening.event("table.closed", {"reason": "nobody came"}))
    assert of_table(head_of(), NEXT, references) is None


def test_a_house_is_as_clean_as_the_worst_of_its_tables() -> None:
    load_the_house()
    simulate(3, 6)
    simulate(4, 6, table="T02")
    found = rotation.of_house(HOUSE, DAY)
    assert [table.table for table in found.tables] == ["T01", "T02"]
    assert found.verdict == "no_violation_found"
    assert found.findings == ()
    evening = Evening(table="T03")
    evening.open()
    for _ in range(3):
        evening.play()
    found = rotation.of_house(HOUSE, DAY)
    assert (found.verdict, {f.table for f in found.findings}) == ("violations", {"T03"})
    assert rotation.of_house(HOUSE, date(2020, 1, 1)).verdict == "indeterminate"
    with pytest.raises(Missing):
        rotation.of_house("NOWHERE", DAY)


def test_a_patron_who_banks_much_is_an_alert(monkeypatch: pytest.MonkeyPatch) -> None:
    evening = an_evening(1)
    attested = {"gaming_day": "2026-11-28", "last_round": 1, "rounds_dealt": 1}
    evening.post(evening.event("day.attested", attested))
    assert rotation.of_house(HOUSE, DAY).findings == ()
    (profile,) = PROFILES["two_hands"]
    few = structs.replace(profile.settings, pattern_least_hands=1)
    monkeypatch.setitem(PROFILES, "two_hands", (structs.replace(profile, settings=few),))
    found = rotation.of_house(HOUSE, DAY)
    assert [(f.rule, f.severity, f.holder, f.table) for f in found.findings] == [
        ("R11", "alert", "P-1001", None)
    ]
    assert found.verdict == "no_violation_found"
    assert list(house_day._pattern(HOUSE, date(2030, 1, 1))) == []


def test_a_contract_is_judged_as_it_was_at_the_round() -> None:
    load_the_house()
    before = clock.now()
    load_the_house(change=('badges = ["KN-11", "KN-12"]', 'badges = ["KN-12"]'))
    references = References(HOUSE)
    assert references.at(before).companies["KN"].badges.keys() == {"KN-11", "KN-12"}  # type: ignore[index]
    assert references.at(clock.now()).companies["KN"].badges == {"KN-12": None}  # type: ignore[index]
    long_ago = references.at(datetime(2020, 1, 1, 20, tzinfo=UTC))
    assert long_ago.companies["KN"].badges.keys() == {"KN-11", "KN-12"}  # type: ignore[index]
    assert (long_ago.house_players, long_ago.local_time) == (frozenset({"house-1"}), time(12))
    assert [references.shift(datetime(2026, 11, 28, h, tzinfo=UTC)) for h in (13, 14, 23, 7)] == [
        "grave",
        "day",
        "swing",
        "grave",
    ]


def test_a_company_that_came_later_had_no_contract_before() -> None:
    load_the_house()
    before = clock.now()
    new = """[[tppps]]
code = "LM"
licence = "TPPPS-2"
contract_from = "2020-01-01"
contract_to = "2030-01-01"
games = ["pure-21.5"]
hours = []
max_tables = 1
badges = ["LM-1"]

[[tppps]]"""
    load_the_house(change=("[[tppps]]", new))
    references = References(HOUSE)
    assert references.at(before).companies.keys() == {"KN"}  # type: ignore[union-attr]
    assert references.at(clock.now()).companies.keys() == {"KN", "LM"}  # type: ignore[union-attr]


def test_a_notice_is_asked_for_by_the_shifts_of_that_time() -> None:
    """D7: shifts that the house has had since then make no old evening another."""
    load_the_house()
    before = clock.now()
    load_the_house(change=('code = "swing"\nstarts = "14:00"', 'code = "swing"\nstarts = "11:00"'))
    references = References(HOUSE)
    noon = datetime(2026, 11, 28, 20, tzinfo=UTC)
    assert noon < before
    assert references.shift(noon) == "day"
    later = datetime(2030, 11, 28, 20, tzinfo=UTC)
    assert references.shift(later) == "swing"


def crowd(tables: int) -> tuple[Evening, Event]:
    """A company sits down at so many tables between two rounds; the last table and sitting down."""
    for number in range(1, tables + 1):
        evening = Evening(table=f"T{number:02}")
        evening.open()
        evening.play()
        seat = {"seat": 5, "player": f"T-{number}", "kind": "tppps", "tppps": "KN"}
        taken = evening.event("seat.taken", seat | {"badge": "KN-11"})
        evening.post(taken)
        evening.play()
    return evening, taken


def test_a_company_at_more_tables_than_its_contract_allows_is_found_by_the_house() -> None:
    load_the_house(change=("max_tables = 10", "max_tables = 2"))
    evening, sent = crowd(3)
    found = rotation.of_house(HOUSE, DAY)
    (finding,) = found.findings
    assert (finding.rule, finding.severity, finding.table, finding.holder) == (
        "R7",
        "violation",
        "T03",
        "KN",
    )
    assert finding.detail == "KN is at 3 tables at once (T01, T02, T03), its contract allows 2"
    (taken,) = store.load_positions(head_of("T03"), finding.positions)
    assert (taken.type, taken.occurred_at) == ("seat.taken", finding.at)
    assert found.verdict == "violations"
    assert {t.table for t in found.tables if t.verdict == "violations"} == {finding.table}
    from_the_cage(evening, event_corrected(evening, sent, None))
    assert rotation.of_house(HOUSE, DAY).findings == ()


def test_as_many_tables_as_allowed_are_no_finding() -> None:
    load_the_house(change=("max_tables = 10", "max_tables = 3"))
    crowd(3)
    assert rotation.of_house(HOUSE, DAY).findings == ()
