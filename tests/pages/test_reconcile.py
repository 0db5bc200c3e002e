"""Reconciliation as a browser gets it: figures, where a miss lies, explained, signed, withheld."""

import re
from datetime import UTC, date, datetime

import pytest
import time_machine

from cardroom.pages.reconcile.figures import signed
from ledger.queries import reconciliations
from tests.api.club import JSON
from tests.counting import CountRoom
from tests.pages.money import (
    ON_THE_DAY,
    a_counted_room,
    a_room,
    at_the_door,
    fields,
    figures,
    of_box,
    page,
    row,
    text,
)
from tests.pages.people import Person, Response
from tests.phones import a_phone
from tests.played import HOUSE, TABLE
from tests.reconciling import DAY, box, name, sign

pytestmark = pytest.mark.django_db
LIST = f"/admin/reconcile/{ON_THE_DAY}"


def said_of(room: CountRoom) -> list[JSON]:
    """What was said of the first box, as the API tells it."""
    found = box(room)
    return [*found["explanations"], *found["signatures"]]


def explained_by(person: Person, room: CountRoom, said: str = "a dealer was new") -> Response:
    """What answers an explanation from the page."""
    form = fields(page(person, of_box(room)), "explain")
    return person.client.post(of_box(room), form | {"reason": said})


def test_the_figures_are_those_of_the_api() -> None:
    room = a_counted_room()
    inspector = at_the_door("aud-1")
    told = page(inspector, LIST)
    for position in (room.since, room.removed):
        found = box(room, position)
        shown = row(told, of_box(room, position))
        for figure in figures(found):
            assert f">{figure}</td>" in shown, (figure, shown)
    day = room.auditor.read(f"gaming-days/{DAY}")
    foot = told.partition("<tfoot>")[2]
    for figure in figures(day["totals"][0]):
        assert f">{figure}</td>" in foot, figure
    assert "2 box periods" in foot
    assert "1 uncounted" in foot


def test_a_box_says_how_it_stands_and_can_be_chosen_by_it() -> None:
    room = a_counted_room()
    inspector = at_the_door("aud-1")
    told = page(inspector, LIST)
    assert "open</span>" in row(told, of_box(room))
    assert "on the table" in row(told, of_box(room, room.removed))
    assert re.search(r'aria-current="true">All <b>2</b>', told)
    opened = page(inspector, f"{LIST}&show=open")
    assert of_box(room) in opened
    assert of_box(room, room.removed) not in opened
    assert "No box period of this day is like that." in page(inspector, f"{LIST}&show=signed")
    assert of_box(room) in page(inspector, f"{LIST}&show=nonsense")


def test_the_days_beside_it_are_a_key_away() -> None:
    a_room()
    inspector = at_the_door("aud-1")
    told = page(inspector, LIST)
    assert re.search(r'data-key="\[" href="\?day=2026-11-27&amp;show=all"', told)
    assert re.search(r'data-key="\]" href="\?day=2026-11-29&amp;show=all"', told)
    empty = page(inspector, "/admin/reconcile/?day=2026-11-01")
    assert "No box hung at a table on this gaming day." in empty
    for nonsense in ("yesterday", "2026-13-01", "9999-12-31", "", "0"):
        assert inspector.get(f"/admin/reconcile/?day={nonsense}").status_code == 404, nonsense


def test_the_day_of_a_page_is_the_one_that_work_is_left_on() -> None:
    a_room()
    for instant, day in (
        (datetime(2026, 11, 29, 8, tzinfo=UTC), "Sat 28 Nov"),
        (datetime(2026, 11, 29, 16, tzinfo=UTC), "Sat 28 Nov"),
        (datetime(2026, 11, 30, 16, tzinfo=UTC), "Mon 30 Nov"),
    ):
        with time_machine.travel(instant, tick=False):
            assert f"Reconciliation · {day}" in page(at_the_door("aud-1"), "/admin/reconcile/")


def test_a_wrong_fee_is_located_to_its_wager_and_from_there_to_the_replay() -> None:
    room = a_counted_room()
    inspector = at_the_door("aud-1")
    told = page(inspector, of_box(room))
    (item,) = box(room)["exceptions"]
    shown = row(told, f"/admin/rounds/{TABLE}/{item['round']}/")
    for part in (f"seat {item['seat']}", item["player"], "+10.00", "wrong fee"):
        assert part in shown, part
    assert "In 1 of 1 round." in told
    assert inspector.get(f"/admin/rounds/{TABLE}/{item['round']}/").status_code == 200
    rounds = page(inspector, f"{of_box(room)}rounds/")
    (one,) = room.auditor.read(f"reconciliations/{name(room)}/rounds")["items"]
    shown = row(rounds, f"/admin/rounds/{TABLE}/1/")
    assert ">17.00</td>" in shown
    assert f">{signed(one['assess_variance_cents'])}</td>" in shown
    assert "No round lies behind 1" in page(inspector, f"{of_box(room)}rounds/?after=1")


def test_a_short_count_is_located_to_the_sheet_with_its_corrections() -> None:
    room = a_room()
    count = room.start()
    room.amounts(count)
    correction = {"500": 2, "100": 4}
    room.say(
        f"/{count}/corrections",
        {
            "id": "0190f0c2-7d60-7000-8000-00000000aa01",
            "denominations": correction,
            "by": "count-2",
            "reason": "miscounted",
        },
    )
    assert room.sign(count, "count-1", "count-2", "sup-1")["status"] == "accepted"
    told = page(at_the_door("aud-1"), of_box(room))
    assert "In no wager: the table took 17.00 and the count found 3.00 less." in told
    assert "Corrected by count-2: miscounted · 5.00: <del>1</del> 2, which is +5.00" in told
    assert "Counted by count-1 and count-2" in told


def test_findings_are_explained_and_then_signed_by_another_with_a_code() -> None:
    room = a_counted_room()
    cashier = at_the_door("cage-1")
    done = explained_by(cashier, room, "a dealer was new <b>")
    assert (done.status_code, done["Location"]) == (302, of_box(room))
    supervisor = at_the_door("sup-1")
    told = page(supervisor, of_box(room))
    assert "a dealer was new &lt;b&gt;" in told
    assert "explained by cage-1" in told
    form = fields(told, "sign")
    unsigned = supervisor.client.post(of_box(room), form)
    assert unsigned.status_code == 422
    assert "Type the one-time code" in text(unsigned)
    phone = a_phone("sup-1")
    wrong = supervisor.client.post(of_box(room), form | {"code": phone.wrong()[0]})
    assert "a valid one-time code of `sup-1` is needed" in text(wrong)
    done = supervisor.client.post(of_box(room), form | {"code": phone.shows()})
    assert done.status_code == 302
    found = box(room)
    assert (found["state"], found["signatures"][0]["by"]) == ("signed", "sup-1")
    told = page(supervisor, of_box(room))
    assert "signed</span>" in told
    assert '<form method="post" class="body' not in told
    items = room.auditor.read("events?limit=500")["items"]
    by = [one["recorded_by"] for one in items if one["type"].startswith("reconciliation.")]
    assert by == ["person:cage-1", "person:sup-1"]


def test_a_form_that_is_sent_again_is_the_same_event() -> None:
    room = a_counted_room()
    cashier, supervisor = at_the_door("cage-1"), at_the_door("sup-1")
    form = fields(page(cashier, of_box(room)), "explain") | {"reason": "a dealer was new"}
    for _ in range(2):
        assert cashier.client.post(of_box(room), form).status_code == 302
    form = fields(page(supervisor, of_box(room)), "sign") | {"code": a_phone("sup-1").shows()}
    for _ in range(2):
        assert supervisor.client.post(of_box(room), form).status_code == 302
    assert len(said_of(room)) == 2


def test_nobody_signs_what_he_explained() -> None:
    room = a_counted_room()
    supervisor = at_the_door("sup-1")
    form = fields(page(supervisor, of_box(room)), "explain")
    assert explained_by(supervisor, room).status_code == 302
    told = page(supervisor, of_box(room))
    assert "You have explained it: another signs." in told
    assert 'value="sign"' not in told
    sent = form | {"do": "sign", "id": "0190f0c2-7d60-7000-8000-00000000aa02"}
    phone = a_phone("sup-1")
    refused = supervisor.client.post(of_box(room), sent | {"code": phone.shows()})
    assert refused.status_code == 422
    assert "another signs" in text(refused)
    assert box(room)["state"] == "explained"


def test_a_cashier_signs_nothing_and_is_told_who_does() -> None:
    room = a_counted_room()
    cashier = at_the_door("cage-1")
    stale = fields(page(cashier, of_box(room)), "explain")
    assert explained_by(at_the_door("sup-2"), room).status_code == 302
    assert "A supervisor signs it." in page(cashier, of_box(room))
    (seen, *_) = re.findall(r'name="seen" value="([^"]*)"', page(cashier, of_box(room)))
    form = stale | {"seen": seen}
    sent = form | {"do": "sign", "code": a_phone("cage-1").shows()}
    refused = cashier.client.post(of_box(room), sent)
    assert "`cage-1` has no role" in text(refused)
    assert box(room)["state"] == "explained"


def test_nobody_signs_words_that_he_has_not_seen() -> None:
    room = a_counted_room()
    cashier, supervisor = at_the_door("cage-1"), at_the_door("sup-1")
    assert explained_by(cashier, room).status_code == 302
    form = fields(page(supervisor, of_box(room)), "sign") | {"code": a_phone("sup-1").shows()}
    assert explained_by(cashier, room, "something else").status_code == 302
    refused = supervisor.client.post(of_box(room), form)
    assert refused.status_code == 422
    assert "has changed since you opened this page" in text(refused)
    assert box(room)["state"] == "explained"


def test_a_refusal_comes_back_with_what_was_typed() -> None:
    room = a_counted_room()
    cashier = at_the_door("cage-1")
    nothing = explained_by(cashier, room, "   ")
    assert nothing.status_code == 422
    assert "Say what happened" in text(nothing)
    long = explained_by(cashier, room, "x" * 2_001)
    assert long.status_code == 422
    assert "x" * 2_001 in text(long)
    form = fields(page(cashier, of_box(room)), "explain") | {"reason": "a dealer was new"}
    room.evening.post(room.evening.fee(1, 100))
    room.adjust(str(box(room)["count"]), denominations={"500": 3})
    changed = cashier.client.post(of_box(room), form)
    assert "has changed since you opened this page" in text(changed)
    assert "a dealer was new</textarea>" in text(changed)
    assert said_of(room) == []


def test_who_may_count_is_told_nothing_of_an_uncounted_box_and_says_nothing_of_it() -> None:
    room = a_room()
    cashier, inspector = at_the_door("cage-1"), at_the_door("aud-1")
    seen, blind = page(inspector, LIST), page(cashier, LIST)
    assert ">17.00</td>" in seen
    for told in (blind, page(cashier, of_box(room)), page(cashier, f"{of_box(room)}rounds/")):
        assert "17.00" not in told
        assert "7.00" not in told
        assert "ithheld until the box is counted" in told
    assert "withheld until all of them are counted" in blind.partition("<tfoot>")[2]
    refused = cashier.client.post(of_box(room), {"do": "explain", "reason": "lost"})
    assert refused.status_code == 422
    assert "This box isn&#x27;t counted." in text(refused)
    room.counted()
    assert ">17.00</dd>" in page(cashier, of_box(room))
    assert ">17.00</td>" in page(cashier, LIST)
    assert "17.00" in page(cashier, f"{of_box(room)}rounds/")


def test_two_worlds_that_differ_in_uncounted_money_look_alike_to_a_cashier() -> None:
    room = a_counted_room()
    cashier = at_the_door("cage-1")
    position = room.removed
    room.evening.play()
    paths = (LIST, of_box(room), of_box(room, position), f"{of_box(room)}rounds/",
             f"/admin/day/{ON_THE_DAY}", f"/admin/reconcile/trends/{ON_THE_DAY}",
             f"/admin/statements/{ON_THE_DAY}", f"/admin/statements/round/{TABLE}/2/",
             f"/admin/statements/person/P-1002/{ON_THE_DAY}")  # fmt: skip
    before = [_without_chance(page(cashier, path)) for path in paths]
    seen = [_without_chance(page(at_the_door("aud-1"), path)) for path in paths]
    room.evening.post(room.evening.fee(2, 123_400))
    after = [_without_chance(page(cashier, path)) for path in paths]
    for path, was, now in zip(paths, before, after, strict=True):
        assert was == now, path
    again = [_without_chance(page(at_the_door("aud-1"), path)) for path in paths]
    assert [was == now for was, now in zip(seen, again, strict=True)].count(False) >= 5


def _without_chance(told: str) -> str:
    """A page without its form's ids and token, and the time of day."""
    told = re.sub(r'(name="(?:id|at|csrfmiddlewaretoken)" value=")[^"]*', r"\1", told)
    return re.sub(r"\d\d:\d\d:\d\d", "", told)


def test_trends_are_drawn_and_told_as_those_of_the_api() -> None:
    room = a_counted_room()
    inspector = at_the_door("aud-1")
    for by in ("table", "shift", "dealer", "counter"):
        asked = f"by={by}&from=2026-11-22&to={DAY}"
        points = room.auditor.read(f"trends?{asked}")["points"]
        told = page(inspector, f"/admin/reconcile/trends/{ON_THE_DAY}&by={by}")
        assert points, by
        assert told.count("<figure>") == len({one["name"] for one in points})
        rows = re.findall(r"<tr><td class=\"strong\">.*?</tr>", told)
        assert len(rows) == len(points)
        for point, shown in zip(points, rows, strict=True):
            assert f">{point['name'] or 'nobody'}</td>" in shown
            for cents in (point["assess_variance_cents"], point["count_variance_cents"]):
                assert cents is None or f">{signed(cents)}</td>" in shown, (by, cents)
    assert "style=" not in told
    alone = page(inspector, f"/admin/reconcile/trends/{ON_THE_DAY}&name={TABLE}&days=31")
    assert f"{TABLE}: fees +10.00, count \N{MINUS SIGN}8.00" in alone
    nothing = page(inspector, f"/admin/reconcile/trends/{ON_THE_DAY}&purpose=promo")
    assert "No box period of these days is like that." in nothing
    assert inspector.get("/admin/reconcile/trends/?by=weather").status_code == 404


def test_what_isnt_there_is_said() -> None:
    a_room()
    supervisor = at_the_door("sup-1")
    for path in (f"{TABLE}.collection.999", "nothing", f"{TABLE}.collection.2026-11-28"):
        for answer in (
            supervisor.get(f"/admin/reconcile/{path}/"),
            supervisor.get(f"/admin/reconcile/{path}/rounds/"),
            supervisor.client.post(f"/admin/reconcile/{path}/", {"do": "explain"}),
        ):
            assert answer.status_code == 404, path


def test_a_signed_box_that_changes_is_open_again_and_keeps_what_was_said() -> None:
    room = a_counted_room()
    assert explained_by(at_the_door("cage-1"), room).status_code == 302
    sign(room)
    count = next(
        one.count for one in reconciliations.of_day(HOUSE, date.fromisoformat(DAY)) if one.count
    )
    room.adjust(str(count), denominations={"500": 3})
    told = page(at_the_door("aud-1"), of_box(room))
    assert "Before it changed" in told
    assert "<del>\N{MINUS SIGN}8.00</del>" in told
    assert "Adjusted by sup-1: a chip was found" in told
