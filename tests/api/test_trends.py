"""Trends over HTTP: figures and drawing, by whom, and blind for who may count."""

from typing import Any, Final
from xml.etree import ElementTree as ET

import pytest

from tests.api.club import JSON, Caller, body, refused
from tests.counting import CASH_CENTS, FEE_CENTS, CountRoom
from tests.played import TABLE, post
from tests.reconciling import DAY, MORE, OWED

pytestmark = pytest.mark.django_db

SPAN: Final = f"from=2026-11-22&to={DAY}"


def trend(caller: Caller, by: str, **more: str) -> JSON:
    """The trends of the week."""
    query = "&".join(f"{name}={said}" for name, said in {"by": by, **more}.items())
    found: JSON = caller.read(f"trends?{SPAN}&{query}")
    return found


def named(found: JSON) -> dict[str | None, tuple[Any, Any]]:
    """Both variances by name."""
    return {
        one["name"]: (one["assess_variance_cents"], one["count_variance_cents"])
        for one in found["points"]
    }


def a_dealer_with_a_wrong_fee(room: CountRoom) -> None:
    """A second round, by a dealer whose name was first recorded wrong."""
    arrives = room.evening.event("dealer.changed", {"dealer": "D-12"})
    room.evening.post(arrives)
    word = {"event": arrives["id"], "reason": "a twin", "authorised_by": "sup-1"}
    right = room.evening.event("event.corrected", word | {"data": {"dealer": "D-14"}})
    post(right, scope="cage")
    room.evening.play()
    room.evening.post(room.evening.fee(2, FEE_CENTS))


def test_a_variance_is_its_tables_its_shifts_its_counters_and_its_dealers() -> None:
    room = CountRoom()
    a_dealer_with_a_wrong_fee(room)
    room.drop()
    room.counted()
    short = CASH_CENTS - 2 * (OWED + MORE)
    (whole,) = trend(room.auditor, "table")["points"]
    assert (whole["gaming_day"], whole["name"], whole["boxes"], whole["uncounted"]) == (
        DAY,
        TABLE,
        2,
        1,
    )
    assert named(trend(room.auditor, "table")) == {TABLE: (2 * MORE, short)}
    assert named(trend(room.auditor, "counter")) == {
        "count-1": (None, short),
        "count-2": (None, short),
    }
    assert named(trend(room.auditor, "dealer")) == {None: (MORE, short), "D-14": (MORE, short)}
    assert sum(cents for cents, _ in named(trend(room.auditor, "shift")).values()) == 2 * MORE
    assert named(trend(room.auditor, "dealer", name="D-14")) == {"D-14": (MORE, short)}
    assert named(trend(room.auditor, "table", purpose="jackpot")) == {}


def test_who_may_count_is_told_of_counted_boxes_alone() -> None:
    room = CountRoom()
    room.drop()
    for by in ("table", "shift", "dealer", "counter"):
        found = trend(room.cage, by)
        assert (found["points"], found["withheld"]) == ([], 2)
        assert b"T01" not in room.cage.get(f"trends/chart?{SPAN}&by={by}").content
    assert trend(room.auditor, "table")["withheld"] == 0
    room.counted()
    told = trend(room.cage, "table")
    assert (told["points"][0]["boxes"], told["withheld"]) == (1, 1)
    assert named(told) == {TABLE: (MORE, CASH_CENTS - OWED - MORE)}
    assert named(trend(room.cage, "dealer")) == {None: (MORE, CASH_CENTS - OWED - MORE)}


def test_a_table_without_a_box_has_a_trend_too() -> None:
    room = CountRoom()
    room.change_box(box_out="B-1")
    room.evening.play()
    room.evening.post(room.evening.fee(2, FEE_CENTS))
    found = trend(room.auditor, "dealer")
    assert named(found) == {None: (2 * MORE, None)}
    assert found["points"][0]["uncounted"] == found["points"][0]["boxes"] == 2


def test_it_is_drawn_the_same_every_time() -> None:
    room = CountRoom()
    room.drop()
    room.counted()
    first, again = (room.cage.get(f"trends/chart?{SPAN}&by=counter") for _ in range(2))
    assert (first.status_code, first["Content-Type"]) == (200, "image/svg+xml")
    assert first.content == again.content
    words = " ".join(ET.fromstring(first.content).itertext())  # noqa: S314 - we wrote it
    assert "count-1 11-28" in words
    assert f"Variance by counter, collection, 2026-11-22 to {DAY}" in words


def test_it_is_of_the_last_week_unless_said_and_what_cannot_be_is_refused() -> None:
    room = CountRoom()
    week = body(room.auditor.get("trends"))
    assert (week["by"], week["purpose"]) == ("table", "collection")
    assert week["first"] < week["last"]
    for query in (
        "by=player",
        "purpose=tips",
        "from=2026-11-29&to=2026-11-28",
        "from=2026-10-01&to=2026-11-28",
        "from=yesterday",
        "to=1999-12-31",
    ):
        refused(room.auditor.get(f"trends?{query}"), 400, "malformed")
        refused(room.auditor.get(f"trends/chart?{query}"), 400, "malformed")
    refused(room.counter.get("trends"), 403, "forbidden")
