"""A table's events on the site: listed, filtered, changed and withdrawn, with what that moves."""

import re

import pytest

from tables import queries
from tests.corrected import all_is_proven, event_corrected, from_the_cage
from tests.pages.forms import fields
from tests.pages.people import Person, load_the_house, signed_in
from tests.phones import a_phone
from tests.played import HOUSE, TABLE, Evening

pytestmark = pytest.mark.django_db(transaction=True)
EVENTS = f"/admin/rounds/{TABLE}/events/"


def an_evening(rounds: int = 2) -> Evening:
    """An evening at the first table."""
    load_the_house()
    evening = Evening()
    evening.open()
    evening.play(rounds)
    return evening


def page(person: Person, path: str, form: dict[str, str] | None = None, status: int = 200) -> str:
    """What a page says, its spaces drawn together."""
    answer = person.get(path) if form is None else person.client.post(path, form)
    assert answer.status_code == status, path
    return re.sub(r"\s+", " ", answer.content.decode())


def position_of(seat: int) -> int:
    """Where the taking of a seat is recorded."""
    return next(
        one.position
        for one in queries.events(HOUSE, TABLE, after=0, limit=50)
        if one.type == "seat.taken" and f'"seat":{seat},'.encode() in bytes(one.data)
    )


def test_events_are_listed_the_newest_first_and_page_by_page() -> None:
    an_evening()
    person = signed_in("compliance")
    first = page(person, EVENTS)
    numbers = [int(number) for number in re.findall(r'id="p(\d+)"', first)]
    last = queries.table(HOUSE, TABLE).last_position
    assert numbers == list(range(last, last - 50, -1))
    older = re.search(r'href="\?([^"]+)">Older', first)
    assert older
    rest = page(person, f"{EVENTS}?{older[1]}")
    assert [int(one) for one in re.findall(r'id="p(\d+)"', rest)] == list(range(last - 50, 0, -1))
    assert "Older" not in rest
    assert "the service" in first
    assert "correct it" not in rest, "an officer who reads changes none"


def test_events_are_filtered_by_type_and_round() -> None:
    an_evening()
    person = signed_in("floor")
    seats = page(person, f"{EVENTS}?type=seat.taken")
    assert seats.count('id="p') == 5
    assert "seat 4, player P-1002, kind patron" in seats
    settled = page(person, f"{EVENTS}?type=round.settled&round=2")
    assert settled.count('id="p') == 1
    assert page(person, f"{EVENTS}?round=2").count('id="p') == 37
    assert page(person, f"{EVENTS}?type=no.such").count('id="p') == 50
    nothing = page(person, f"{EVENTS}?type=box.changed")
    assert "None among the events back to position 1." in nothing
    assert "None among" in page(person, f"{EVENTS}?round=99999999999")
    assert "has not been heard of yet" in page(person, "/admin/rounds/T02/events/")
    page(person, "/admin/rounds/NONE/events/", status=404)


def test_a_seat_is_corrected_with_preview_reason_and_code_as_one_event() -> None:
    an_evening()
    person, phone = signed_in("supervisor"), a_phone("only-supervisor")
    path = f"{EVENTS}{position_of(4)}/correct/"
    form = fields(page(person, path))
    assert (form["fact-player"], form["fact-kind"], form["how"]) == ("P-1002", "patron", "change")
    form |= {"fact-player": "P-2007", "reason": "taken for another", "do": "preview"}
    before = queries.table(HOUSE, TABLE)
    shown = page(person, path, form)
    assert "2 come out otherwise" in shown
    for said in ("<td>P-1002</td>", "<td>P-2007</td>", "P-2007 patron", "Seat 4"):
        assert said in shown
    assert queries.table(HOUSE, TABLE) == before
    record = fields(shown) | {"do": "record"}
    refused = page(person, path, record, status=422)
    assert "Type the one-time code" in refused
    page(person, path, record | {"code": phone.wrong()[0]}, status=422)
    assert queries.table(HOUSE, TABLE) == before
    done = person.client.post(path, record | {"code": phone.shows(later=1)})
    assert (done.status_code, done["Location"]) == (302, EVENTS)
    (event,) = [
        one
        for one in queries.events(HOUSE, TABLE, after=before.last_position, limit=500)
        if one.type == "event.corrected"
    ]
    assert event.recorded_by == "person:only-supervisor"
    listed = page(person, f"{EVENTS}?type=seat.taken")
    assert f'<span class="mark">event {event.position}</span>' in listed
    assert "<del>seat 4, player P-1002, kind patron" in listed
    again = page(person, path, record | {"code": phone.shows(later=2)}, status=422)
    assert "was corrected since you opened this page" in again
    assert fields(page(person, path))["fact-player"] == "P-2007"
    all_is_proven()


def test_an_event_is_withdrawn_and_what_cannot_be_is_said() -> None:
    evening = an_evening(0)
    taken = evening.event("seat.taken", {"seat": 5, "player": "P-9", "kind": "patron"})
    evening.post(taken)
    person, phone = signed_in("supervisor"), a_phone("only-supervisor")
    path = f"{EVENTS}{position_of(5)}/correct/"
    form = fields(page(person, path)) | {"how": "withdraw", "reason": "nobody came"}
    shown = page(person, path, form | {"do": "preview"})
    assert "No money changes." in shown
    assert '<del>P-9 patron</del></td><td class="words"><b>empty</b></td>' in shown
    record = fields(shown) | {"do": "record", "code": phone.shows(later=1)}
    assert person.client.post(path, record).status_code == 302
    assert "<b>withdrawn</b>" in page(person, EVENTS)
    evening.play()
    other = f"{EVENTS}{position_of(3)}/correct/"
    form = fields(page(person, other)) | {"how": "withdraw", "reason": "slip", "do": "preview"}
    refused = page(person, other, form, status=422)
    assert "Nothing was recorded: " in refused
    assert 'value="withdraw" checked' in refused


@pytest.mark.parametrize(
    ("typed", "said"),
    [({"fact-seat": "four"}, "a whole number is needed"),
     ({"fact-player": " "}, "something has to stand here"),
     ({"fact-player": "x" * 65}, "at most 64 characters"),
     ({"fact-kind": "guest"}, "`guest` is none of the words"),
     ({"reason": ""}, "Say why")],
)  # fmt: skip
def test_what_cannot_be_read_is_said_at_its_field_in_plain_words(
    typed: dict[str, str], said: str
) -> None:
    an_evening(0)
    person = signed_in("supervisor")
    path = f"{EVENTS}{position_of(4)}/correct/"
    form = fields(page(person, path)) | {"reason": "slip", "do": "preview"} | typed
    shown = page(person, path, form, status=422)
    assert said in shown
    assert "Expected" not in shown
    for name, value in typed.items():
        if name != "fact-kind":
            assert fields(shown)[name] == value, "what was typed survives"


def test_only_events_of_the_table_itself_are_corrected_there() -> None:
    evening = an_evening()
    person = signed_in("supervisor")
    opened = next(
        one.position
        for one in queries.events(HOUSE, TABLE, after=0, limit=50)
        if one.type == "round.opened"
    )
    assert "is of a round" in page(person, f"{EVENTS}{opened}/correct/", status=404)
    page(person, f"{EVENTS}{10**6}/correct/", status=404)
    page(person, f"{EVENTS}{10**30}/correct/", status=404)
    noted = evening.event("incident.noted", {"text": "a glass fell"})
    evening.post(noted)
    answer = from_the_cage(evening, event_corrected(evening, noted, None))
    page(person, f"{EVENTS}{answer.positions[0]}/correct/", status=404)


def test_who_may_count_is_shown_no_round_of_an_uncounted_box_among_the_events() -> None:
    load_the_house()
    evening = Evening()
    evening.open()
    box = {"purpose": "collection", "box_in": "B-1", "removed_by": "drop-1"}
    evening.post(evening.event("box.changed", box))
    evening.play()
    seen, blind = page(signed_in("audit"), EVENTS), page(signed_in("cage"), EVENTS)
    assert "fee collected" in seen.split("</form>", 1)[1]
    rest = re.sub(r"<option.*?</option>", "", blind)
    for word in ("fee collected", "wager placed", "$"):
        assert word not in rest, word


def test_what_was_really_paid_is_said_anew_with_reason_and_code() -> None:
    evening = an_evening(1)
    settled = queries.round_at(HOUSE, TABLE, 1).settlement
    assert settled is not None
    line = next(one for one in settled.lines if one.paid_cents)
    data = {"seat": line.seat, "hand": line.hand, "kind": line.kind, "player": line.player}
    data |= {"paid_cents": line.paid_cents - 500, "collected_cents": 0}
    answer = evening.post(evening.event("wager.paid", data, number=1))
    person, phone = signed_in("supervisor"), a_phone("only-supervisor")
    listed = page(person, EVENTS)
    path = f"{EVENTS}{answer.positions[0]}/correct/"
    assert f'href="{path}"' in listed
    assert f'href="/admin/rounds/{TABLE}/1/correct/"' in listed
    form = fields(page(person, path))
    assert form["paid"] == f"{(line.paid_cents - 500) / 100:g}"
    form |= {"reason": "counted again", "do": "preview"}
    assert "an amount in dollars" in page(person, path, form | {"paid": "x"}, status=422)
    assert "<b>paid differs</b>" in page(person, path, form | {"paid": "1"})
    shown = page(person, path, form | {"how": "withdraw"})
    assert "it moved as it is settled" in shown
    record = fields(shown) | {"do": "record", "how": "withdraw"}
    assert "one-time code" in page(person, path, record, status=422)
    done = person.client.post(path, record | {"code": phone.shows(later=1)})
    assert done.status_code == 302
    last = queries.events(HOUSE, TABLE, after=answer.last_position, limit=9)[0]
    assert (last.type, last.recorded_by) == ("wager.paid", "person:only-supervisor")
    assert last.override is not None
    assert last.override.reason == "counted again"
    assert f'"paid_cents":{line.paid_cents}' in bytes(last.data).decode()
    assert "has changed since" in page(person, path, record, status=422)
    all_is_proven()
