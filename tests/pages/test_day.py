"""The day as a browser gets it: what is missing, what it came to, and its closing."""

import re
from datetime import UTC, date, datetime

import pytest
import time_machine

from cardroom import clock
from cardroom.due import rows
from cardroom.pages.reconcile.figures import amount
from cardroom.reports.schedule import DAILY
from tests.counting import closing_body
from tests.pages.money import (
    ON_THE_DAY,
    a_counted_room,
    at_the_door,
    fields,
    figures,
    of_box,
    page,
    signed_off,
    text,
)
from tests.pages.people import Person
from tests.phones import a_phone
from tests.played import HOUSE, TABLE
from tests.reconciling import DAY, post

pytestmark = pytest.mark.django_db
PATH = f"/admin/day/{ON_THE_DAY}"


def closing_form(person: Person) -> dict[str, str]:
    """What the page's form sends, with a reason."""
    return fields(page(person, PATH), "record") | {"reason": "all of it is signed"}


def test_what_is_missing_is_listed_with_a_link_to_each() -> None:
    room = a_counted_room()
    supervisor = at_the_door("sup-1")
    told = page(supervisor, PATH)
    missing = room.cage.read(f"gaming-days/{DAY}")["missing"]
    assert "Not yet: 3 things missing." in told
    assert "2 of 5" in told
    links = re.findall(r'<li><a id="n\d" data-needs [^>]*href="([^"]+)"', told)
    by_the_api = {f"/admin/reconcile/{one['reconciliation']}/" for one in missing}
    assert set(links) == by_the_api
    assert len(links) == len(missing) == 3
    for link in links:
        assert supervisor.get(link).status_code == 200
    assert "1 of 2." in told
    assert "Close the day: waits for 3 things" in told
    assert 'name="reason"' not in told


def test_a_table_that_is_open_is_told_and_holds_nothing() -> None:
    room = a_counted_room()
    signed_off(room)
    told = page(at_the_door("sup-1"), PATH)
    assert f'data-move href="/admin/rounds/{TABLE}/">{TABLE}</a> is open, and may run on' in told
    assert "Nothing is missing: it can be closed." in told


def test_a_round_in_play_is_missing_too() -> None:
    room = a_counted_room()
    opening, *_ = room.evening.next_round()
    room.evening.post(opening)
    told = page(at_the_door("sup-1"), PATH)
    assert f'href="/admin/rounds/{TABLE}/"' in told
    assert "in play" in told


def test_it_came_to_what_the_api_says_by_purpose_shift_and_table() -> None:
    room = a_counted_room()
    told = page(at_the_door("aud-1"), PATH)
    day = room.auditor.read(f"gaming-days/{DAY}")
    for title, sums in (("purpose", "totals"), ("shift", "shifts"), ("table", "tables")):
        part = told.partition(f"<h2>By {title}</h2>")[2].partition("</section>")[0]
        assert part.count("<tr>") == len(day[sums]) + 1
        for one in day[sums]:
            for figure in figures(one):
                assert f">{figure}</td>" in part, (title, figure)


def test_a_day_is_closed_with_a_reason_and_a_code_as_one_event() -> None:
    room = a_counted_room()
    signed_off(room)
    supervisor, phone = at_the_door("sup-2"), a_phone("sup-2")
    form = closing_form(supervisor)
    for lacking, said in (
        ({"reason": " "}, "Say why"),
        ({}, "Type the one-time code"),
        ({"code": phone.wrong()[0]}, "a valid one-time code of `sup-2` is needed"),
    ):
        refused = supervisor.client.post(PATH, form | lacking)
        assert refused.status_code == 422
        assert said in text(refused), said
        assert room.cage.read(f"gaming-days/{DAY}")["closed"] is None
    sent = form | {"code": phone.shows()}
    for _ in range(2):
        done = supervisor.client.post(PATH, sent)
        assert (done.status_code, done["Location"]) == (302, PATH)
    closed = room.cage.read(f"gaming-days/{DAY}")["closed"]
    assert (closed["authorised_by"], closed["reason"]) == ("sup-2", "all of it is signed")
    items = room.auditor.read("events?limit=500")["items"]
    (event,) = [one for one in items if one["type"] == "day.closed"]
    assert event["recorded_by"] == "person:sup-2"
    told = page(at_the_door("aud-1"), PATH)
    assert "By sup-2 at" in told
    assert "all of it is signed" in told
    assert "Nothing came late." in told
    assert 'value="record"' not in told


def test_who_is_no_supervisor_closes_nothing_and_sees_who_does() -> None:
    room = a_counted_room()
    signed_off(room)
    cashier = at_the_door("cage-1")
    assert "Close the day: a supervisor does" in page(cashier, PATH)
    sent = {"do": "record", "reason": "done", "code": a_phone("cage-1").shows()}
    refused = cashier.client.post(PATH, sent)
    assert refused.status_code == 422
    assert "cage-1 is no supervisor" in text(refused)


def test_a_day_with_open_items_or_that_isnt_over_stays_open() -> None:
    room = a_counted_room()
    supervisor, phone = at_the_door("sup-1"), a_phone("sup-1")
    sent = {"do": "record", "reason": "done", "code": phone.shows()}
    refused = supervisor.client.post(PATH, sent)
    assert "3 items open" in text(refused)
    signed_off(room)
    with time_machine.travel(datetime(2026, 11, 29, 8, tzinfo=UTC), tick=False):
        early = at_the_door("sup-2")
        told = page(early, PATH)
        assert "Not yet: it isn\N{RIGHT SINGLE QUOTATION MARK}t over." in told
        assert "Close the day: waits for its end" in told
        sent["code"] = a_phone("sup-2").shows()
        assert "isn&#x27;t over" in text(early.client.post(PATH, sent))


def test_what_comes_late_for_a_closed_day_is_shown() -> None:
    room = a_counted_room()
    signed_off(room)
    assert post(room, f"gaming-days/{DAY}/closing", closing_body()).status_code == 201
    room.evening.post(room.evening.fee(1, 50))
    told = page(at_the_door("aud-1"), PATH)
    late = told.partition("Posted late")[2].partition("</section>")[0]
    assert f'href="/admin/rounds/{TABLE}/1/"' in late
    assert "+0.50" in late
    assert "29 Nov, late" in late
    blind = page(at_the_door("cage-1"), PATH)
    assert "what tells of uncounted boxes is left out" in blind
    assert "0.50" not in blind


def test_who_may_count_sees_no_sum_that_an_uncounted_box_is_part_of() -> None:
    room = a_counted_room()
    cashier, inspector = at_the_door("cage-1"), at_the_door("aud-1")
    room.evening.play()
    day = room.auditor.read(f"gaming-days/{DAY}")
    total = f">{amount(day['totals'][0]['collected_cents'])}</td>"
    assert total in page(inspector, PATH)
    told = page(cashier, PATH)
    assert total not in told
    assert "withheld until all of them are counted" in told
    assert ">17.00</td>" in told, "the shift whose boxes are counted"
    assert of_box(room) in told


def test_the_reports_of_the_day_say_how_they_are() -> None:
    a_counted_room()
    supervisor = at_the_door("sup-1")
    assert "None is due" in page(supervisor, PATH)
    for kind in DAILY:
        rows.plan(kind, HOUSE, date.fromisoformat(DAY), now=clock.now())
    told = page(supervisor, PATH)
    assert "4 pending" in told
    for kind in DAILY.values():
        assert f"{kind.capitalize()}</td>" in told
    assert "None is due" in page(supervisor, "/admin/day/?day=2026-11-27")


def test_a_finding_of_a_day_before_is_listed_with_its_day() -> None:
    room = a_counted_room()
    told = page(at_the_door("sup-1"), "/admin/day/?day=2026-11-29")
    assert "of 28 Nov" in row_of(told, of_box(room))


def row_of(told: str, link: str) -> str:
    """The first list entry with a link."""
    found: list[str] = re.findall(r"<li>.*?</li>", told)
    return next(one for one in found if f'"{link}"' in one)


def test_the_books_are_even() -> None:
    a_counted_room()
    told = page(at_the_door("aud-1"), PATH)
    (ledger,) = [one for one in re.findall(r"<tr>.*?</tr>", told) if ">Ledger" in one]
    assert "Trial balance 0.00." in ledger
