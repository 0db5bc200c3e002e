"""What reports tell of rounds in uncounted boxes, and of how far tables were, to who may count."""

from typing import Final

import pytest
from msgspec import structs

from cardroom import clock, clockwork
from cardroom.reports import hiding, periods
from cardroom.reports.integrity.dataset import ChainHead
from cardroom.reports.kinds import KINDS
from tests.api.club import Caller, issue
from tests.counting import CountRoom
from tests.inspected import a_finding, integrity
from tests.played import HOUSE, STREAM, TABLE

pytestmark = pytest.mark.django_db

DAY: Final = periods.day("2026-11-28")


def tells(kind: str, **changes: object) -> bool:
    """Whether the report as it is made now tells, with these of its fields otherwise."""
    report = KINDS[kind].make(HOUSE, DAY, clock.now())
    return hiding.tells(HOUSE, structs.replace(report, **changes))


def test_a_report_that_was_made_before_its_day_ended_says_how_far_tables_were() -> None:
    room = CountRoom()
    room.drop(box_in=None)
    assert tells("rotation", has_ended=False)
    assert not tells("rotation", has_ended=True)
    room.counted()
    assert not tells("rotation", has_ended=False)
    room.evening.open_round_and_void()
    assert tells("rotation", has_ended=False), "nobody counts what was played for without a box"


def test_irregularities_tell_of_the_rounds_that_they_name() -> None:
    room = CountRoom()
    room.drop()
    assert tells("irregularities", has_ended=True)
    assert not tells("irregularities", has_ended=True, items=(), authorised=())
    room.counted()
    assert not tells("irregularities", has_ended=True)


def test_rotation_tells_what_moved_where_it_was_more_than_w() -> None:
    room = CountRoom()
    room.drop()
    overdrawn = a_finding(TABLE, 1, rule="R6", positions=(46,), detail="$500.01 moved, W is $500")
    of_house = a_finding(None, 1, rule="R6")
    assert tells("rotation", has_ended=True, findings=(of_house, overdrawn))
    assert not tells("rotation", has_ended=True, findings=(of_house, a_finding(TABLE, 1)))
    room.counted()
    assert not tells("rotation", has_ended=True, findings=(overdrawn,))


def test_the_heads_of_streams_are_told_once_all_that_a_table_took_is_counted() -> None:
    room = CountRoom()
    room.drop(box_in=None)
    head = ChainHead(stream=STREAM, position=48, hash="00", verified=True)
    report = structs.replace(integrity(), heads=(head,))
    assert hiding.tells(HOUSE, report)
    room.counted()
    assert not hiding.tells(HOUSE, report)
    other = ChainHead(stream="table:T99", position=1, hash="00", verified=True)
    assert not hiding.tells(HOUSE, structs.replace(report, heads=(other,)))


def test_it_is_withheld_from_the_cage_and_not_from_an_auditor() -> None:
    room = CountRoom()
    body = b'{"kind": "rotation", "gaming_day": "2026-11-28"}'
    assert room.cage.send("reports", body).status_code == 202
    clockwork.run_due(house=HOUSE)
    (listed,) = room.cage.read("reports?kind=rotation")["items"]
    assert (listed["withheld"], listed["digest"]) == (True, None)
    path = f"reports/{listed['id']}"
    assert room.cage.get(path).status_code == 403
    assert Caller(issue("audit")).get(path).status_code == 200
