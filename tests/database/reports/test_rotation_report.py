"""The report `rotation`: verdicts on evidence, findings and what took their ground, months."""

import json
from collections import Counter
from dataclasses import replace
from datetime import date
from typing import Any, Final
from uuid import uuid4

import pytest

from cardroom import clock
from cardroom.errors import CardroomError
from cardroom.reports import periods, store
from cardroom.reports.dataset import stamped
from cardroom.reports.kinds import ROTATION
from cardroom.reports.rotation.dataset import Rotation
from cardroom.reports.store import Kept
from tables.rules.rotation.verdict import WITHOUT_BEARING
from tests import simulated
from tests.builders import BUSTER
from tests.corrected import from_the_cage, given, reported_late, round_corrected, voided
from tests.database.test_rotation import shadowed, simulate
from tests.played import HOUSE, Evening, Event, load_the_house, post

pytestmark = pytest.mark.django_db(transaction=True)

DAY: Final = periods.day("2026-11-28")
MONTH: Final = periods.month("2026-11")
FINDING: Final = {
    *("rule", "severity", "shadow", "superseded_by", "table", "round", "holder", "at"),
    *("positions", "detail"),
}
TABLE: Final = {"table", "verdict", "hands", "longest_run", "offers", "evidence"}


def made(period: periods.Period = DAY) -> Kept:
    """The report on what is recorded now."""
    return store.make(HOUSE, ROTATION, period, now=clock.now)


def read(kept: Kept) -> Rotation:
    """Its dataset."""
    found = ROTATION.read(store.content_of(kept))
    assert isinstance(found, Rotation)
    return found


def an_evening(rounds: int, table: str = "T01") -> Evening:
    """An evening in which P-1001 is always the player-dealer."""
    evening = Evening(table)
    evening.open()
    for _ in range(rounds):
        evening.play()
    return evening


def attested(evening: Evening, dealt: int) -> None:
    """The table's day is attested."""
    said = {"gaming_day": str(DAY), "last_round": evening.rounds, "rounds_dealt": dealt}
    evening.post(evening.event("day.attested", said))


def test_it_has_the_keys_that_checks_rely_on() -> None:
    load_the_house()
    an_evening(3)
    kept = made()
    said: dict[str, Any] = json.loads(stamped(store.content_of(kept), kept.stamp))
    head = {"kind", "house", "gaming_day", "from", "to", "generated_at", "revision", "digest"}
    assert head <= said.keys()
    assert (said["kind"], said["gaming_day"], said["verdict"]) == (
        "rotation",
        "2026-11-28",
        "violations",
    )
    assert all(found.keys() >= FINDING for found in said["findings"])
    (table,) = said["tables"]
    assert table.keys() >= TABLE
    assert set(table["evidence"]) == {"complete", "missing_rounds", "reasons"}
    (found,) = said["findings"]
    assert (found["rule"], found["severity"], found["shadow"]) == ("R1", "violation", False)
    assert (found["holder"], found["round"], found["superseded_by"]) == ("P-1001", 3, None)
    assert len(found["positions"]) == 3
    assert said["profiles"] == [{"name": "two_hands", "version": 1}]
    assert said["holders"] == [
        {"holder": "P-1001", "kind": "person", "hands": 3, "share_per_mille": 1000}
    ]
    assert [span["hands"] for span in table["timeline"]] == [{"P-1001": 3}]
    assert table["timeline"][0]["at"] == "2026-11-28T20:00:00Z"


def test_a_correction_and_a_late_round_make_revisions_and_keep_what_they_superseded() -> None:
    load_the_house()
    evening = an_evening(3)
    first = made()
    assert made() == first
    correction = round_corrected(evening, 2, voided(given(evening)))
    position = from_the_cage(evening, correction).positions[0]
    second = made()
    assert second.revision == 2
    (found,) = read(second).findings
    assert (found.rule, found.round, found.superseded_by) == ("R1", 3, position)
    assert read(second).counted == 0
    assert any(f"superseded by event {position:,}, was nothing" in said for said in second.changes)
    evening.rounds += 1
    evening.play()
    assert read(made()).tables[0].evidence.missing_rounds == (4,)
    evening.post(reported_late(evening, 4))
    last = read(made())
    assert last.tables[0].evidence.missing_rounds == ()
    assert [(f.rule, f.round, f.superseded_by) for f in last.findings if f.superseded_by is None]
    assert {f.superseded_by for f in last.findings} >= {None, position}


def test_each_table_has_its_verdict_and_the_house_the_worst() -> None:
    load_the_house()
    simulate(3, 6)
    assert read(made()).verdict == "no_violation_found"
    an_evening(1, "T02")
    report = read(made())
    assert [(table.table, table.verdict) for table in report.tables] == [
        ("T01", "no_violation_found"),
        ("T02", "indeterminate"),
    ]
    assert report.verdict == "indeterminate"
    assert report.tables[1].evidence.reasons == ("the day is not attested",)
    an_evening(3, "T03")
    assert read(made()).verdict == "violations"
    assert read(made()).counted == read(made()).tables[2].findings == 1


def test_a_day_on_which_no_table_was_open_is_no_clean_one() -> None:
    load_the_house()
    report = read(made())
    assert (report.verdict, report.tables, report.hands) == ("indeterminate", (), 0)


def test_a_profile_in_shadow_is_marked_and_counts_for_nothing() -> None:
    words = ("NB40-N", 'rotation_profile = "two_hands"', 'rotation_profile = "ca_2076"')
    load_the_house(change=shadowed(words[0]))
    simulate(11, 12, offering="NB40-N")
    report = read(made())
    assert report.findings
    assert {found.shadow for found in report.findings} == {True}
    assert (report.verdict, report.counted) == ("no_violation_found", 0)
    assert [one.name for one in report.profiles] == ["ca_2076", "two_hands"]


def test_a_month_sums_its_days_up_and_is_as_clean_as_the_worst() -> None:
    load_the_house()
    simulate(3, 6)
    simulate(4, 6, table="T02")
    day, month = read(made()), read(made(MONTH))
    assert (month.gaming_day, month.month) == (None, "2026-11")
    assert (month.verdict, month.hands, month.offers) == (day.verdict, day.hands, day.offers)
    assert [table.longest_run for table in month.tables] == [t.longest_run for t in day.tables]
    assert month.holders == day.holders
    assert [(one.gaming_day, one.tables) for one in month.by_day] == [(date(2026, 11, 28), 2)]
    assert [len(table.timeline) for table in month.tables] == [1, 1]
    evening = an_evening(1, "T03")
    evening.post(evening.event("table.closed", {"reason": "late"}))
    month = read(made(MONTH))
    assert month.verdict == "indeterminate"
    assert month.tables[2].evidence.reasons == ("2026-11-28: the day is not attested",)


def dropped(code: str, events: list[Event], left_out: int) -> None:
    """A table that reported all but one of these events, as far as they are taken."""
    own = [{**event, "id": str(uuid4())} for event in events]
    del own[left_out]
    try:
        post(*own, table=code)
    except CardroomError:
        for event in own:
            try:
                post(event, table=code)
            except CardroomError:
                return


def test_a_report_is_clean_without_no_event_that_bears_on_it() -> None:
    evening = simulated.Evening(simulated.rule_set(BUSTER), 7)
    evening.setting = replace(evening.setting, offering="NB40-A")
    events = evening.open()
    for _ in range(2):
        events += evening.play_round().events
    events += evening.close()
    codes = [f"X{number:03d}" for number in range(len(events) + 1)]
    load_the_house(*codes, change=("max_tables = 10", "max_tables = 1000"))
    for number, code in enumerate(codes[:-1]):
        dropped(code, events, number)
    post(*({**event, "id": str(uuid4())} for event in events), table=codes[-1])
    found = {table.table: table.verdict for table in read(made()).tables}
    assert found.pop(codes[-1]) == "no_violation_found"
    first_cards: dict[int, int] = {}
    for number, event in enumerate(events):
        if event["type"] == "card.dealt":
            first_cards.setdefault(event["round"], number)
    clean = Counter(
        "a round's first card" if number in first_cards.values() else event["type"]
        for number, event in enumerate(events)
        if found.get(codes[number]) == "no_violation_found"
    )
    assert set(clean) <= WITHOUT_BEARING.keys()
    assert len(found) > len(events) / 2
