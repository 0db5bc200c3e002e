"""The pages of rounds as a browser gets them: steps, reasons, revisions, who is told what."""

import re

import pytest

from cardroom import clock
from cardroom.house import loading
from cardroom.house_games import GAMES
from tables import queries
from tests.cases import HOUSE_FILE
from tests.corrected import from_the_cage, given, round_corrected
from tests.pages.people import Person, load_the_house, signed_in
from tests.pages.people import given as given_login
from tests.pages.reading import statements
from tests.phones import a_phone
from tests.played import HOUSE, TABLE, Evening

pytestmark = pytest.mark.django_db(transaction=True)
ROUND = f"/admin/rounds/{TABLE}/1/"
EVENTS = f"/admin/rounds/{TABLE}/events/"


def an_evening(rounds: int = 2) -> Evening:
    """An evening at the first table."""
    load_the_house()
    evening = Evening()
    evening.open()
    evening.play(rounds)
    return evening


def a_corrected_one() -> Evening:
    """The same, its first round corrected."""
    evening = an_evening()
    from_the_cage(evening, round_corrected(evening, 1, given(evening, game=10_000)))
    return evening


def text(person: Person, path: str, **asked: str) -> str:
    """What a page says, its spaces drawn together."""
    response = person.client.get(path, asked)
    assert response.status_code == 200, path
    return re.sub(r"\s+", " ", response.content.decode())


def step_of(page: str) -> str:
    """Where a page says it stands."""
    found = re.search(r"step <b class=\"strong\">(\d+) of \d+</b>", page)
    assert found
    return found[1]


def test_a_round_is_explained_line_by_line_with_its_readings() -> None:
    an_evening()
    page = text(signed_in("floor"), ROUND)
    assert "T01 · round 1" in page
    assert "Settled, revision 1" in page
    assert "opened 12:00:09" in page, "by the house's clock"
    for said in ("How far W reached", "the player-dealer wins", 'href="#reading-G-13"'):
        assert said in page
    for id_ in set(re.findall(r'href="#reading-([A-Z]-\d\d)"', page)):
        assert f'id="reading-{id_}"' in page
    assert "style=" not in page
    assert "<script>" not in page


def test_a_round_is_stepped_through_by_links_alone() -> None:
    an_evening()
    person = signed_in("compliance")
    page, seen = text(person, ROUND, step="1"), []
    while True:
        seen.append(step_of(page))
        on = re.search(r'href="([^"]+)" data-step="on"', page)
        if on is None:
            break
        page = text(person, on[1])
    steps = len(seen)
    assert seen == [str(number) for number in range(1, steps + 1)]
    assert steps == 37
    assert 'data-round="after"' in page
    assert 'data-round="before"' in text(person, f"/admin/rounds/{TABLE}/2/")


@pytest.mark.parametrize(
    ("asked", "step"),
    [({"at": "12"}, "4"), ({"at": "1,000,000"}, "37"), ({"at": "1"}, "1"), ({"step": "0"}, "37"),
     ({"step": "999"}, "37"), ({"step": "x"}, "37"), ({"step": "9" * 40}, "37"),
     ({"revision": "1"}, "37"), ({"revision": "7"}, "37")],
)  # fmt: skip
def test_a_step_is_asked_for_by_number_position_or_revision(
    asked: dict[str, str], step: str
) -> None:
    an_evening(1)
    assert step_of(text(signed_in("floor"), ROUND, **asked)) == step


def test_two_revisions_stand_side_by_side_and_each_can_be_shown() -> None:
    a_corrected_one()
    person = signed_in("supervisor")
    page = text(person, ROUND)
    assert "What revision 2 changed" in page
    assert "Sup-1 corrects the round" in page
    assert page.count('class="mark">changed') == 1
    assert "as it should have been" in text(person, ROUND, all="1")
    first = text(person, ROUND, revision="1")
    assert "Settlement, revision 1" in first
    assert 'class="mark">changed' not in first
    assert "made later, at step" in text(person, ROUND, step="5")


def test_a_cashier_is_told_nothing_of_a_round_in_no_known_box_and_an_inspector_is() -> None:
    an_evening()
    cashier = signed_in("cage")
    for path in (ROUND, f"{ROUND}?at=9", f"{ROUND}?step=3", f"{ROUND}sheet/"):
        response = cashier.get(path)
        assert response.status_code == 404, path
        assert "told once the box that it paid into is counted" in response.content.decode()
    seeing = text(signed_in("audit"), ROUND, all="1")
    assert "Fee of $" in seeing
    assert "Fees assessed" in seeing


def test_who_may_count_sees_of_a_round_in_an_uncounted_box_that_it_was_played() -> None:
    load_the_house()
    evening = Evening()
    evening.open()
    box = {"purpose": "collection", "box_in": "B-1", "removed_by": "drop-1"}
    evening.post(evening.event("box.changed", box))
    evening.play()
    cashier, inspector = signed_in("cage"), signed_in("audit")
    assert (cashier.get(ROUND).status_code, inspector.get(ROUND).status_code) == (404, 200)
    path = f"/admin/rounds/{TABLE}/"
    figures = [
        re.findall(r'class="num">([^<]+)</td>', text(who, path)) for who in (cashier, inspector)
    ]
    assert set(figures[0]) == {"\N{EN DASH}"}
    assert "\N{EN DASH}" not in figures[1]
    wager = next(one for one in evening.round if one["type"] == "wager.placed")
    amount = f"${wager['data']['amount_cents'] / 100:.2f}"
    for asked in (wager["id"], amount, wager["data"].get("player", "P-1004"), f"{TABLE} 17"):
        assert "<td" not in text(cashier, "/admin/search/", q=asked), asked
    assert "Who may count boxes" in text(cashier, "/admin/search/", q=amount)
    assert f'href="{ROUND}' in text(inspector, "/admin/search/", q=amount)


@pytest.mark.parametrize("number", ["2147483648", "9223372036854775808", "9" * 40])
def test_a_round_beyond_every_number_is_not_there(number: str) -> None:
    an_evening(1)
    for who in ("cage", "floor"):
        for path in ("", "sheet/"):
            assert signed_in(who).get(f"/admin/rounds/{TABLE}/{number}/{path}").status_code == 404


def test_what_no_keyboard_types_is_no_fault_of_ours() -> None:
    an_evening(1)
    person = signed_in("supervisor")
    beyond = f"statements/round/T01/{'9' * 23}/"
    for path in ("search/?q=%00", "boxes/?purpose=%00", "boxes/%00/", "house/person/%00/", beyond):
        answer = person.get(f"/admin/{path}")
        assert answer.status_code == 404, path
        assert "There is nothing here" in answer.content.decode(), path
    for said in ({"rows": "\u00b2"}, {"rows": "9" * 5_000}, {"do": "add", "after": "\u00b2"}):
        assert person.client.post(f"{ROUND}correct/", said).status_code < 500, said


def test_what_isnt_there_is_said() -> None:
    an_evening()
    person = signed_in("floor")
    for path in (f"/admin/rounds/{TABLE}/99/", "/admin/rounds/T02/1/", "/admin/rounds/NONE/"):
        response = person.get(path)
        assert response.status_code == 404
        assert "There is nothing here" in response.content.decode()


def test_an_evening_is_listed_page_by_page() -> None:
    evening = an_evening(1)
    evening.play(3, at_once=17)
    person = signed_in("floor")
    newest = text(person, f"/admin/rounds/{TABLE}/")
    assert newest.count("data-move") == 50
    assert ">52</a>" in newest
    older = re.search(r'href="([^"]+)">Older', newest)
    assert older
    rest = text(person, older[1])
    assert rest.count("data-move") == 2
    assert "Older" not in rest
    assert "No round was played at T02 yet." in text(person, "/admin/rounds/T02/")
    assert f'href="/admin/rounds/{TABLE}/"' in text(person, "/admin/rounds/")


def test_the_box_finds_and_says_what_it_can() -> None:
    an_evening()
    person = signed_in("floor")
    assert f'href="{ROUND}"' in text(person, "/admin/search/", q="T01 1")
    nothing = text(person, "/admin/search/", q="<b>nobody</b>")
    assert "Nothing found" in nothing
    assert "<b>nobody" not in nothing
    assert "an amount" in nothing
    assert "What can be looked for" in text(person, "/admin/search/")


def rows(page: str) -> dict[str, str]:
    """The fields of the list that is edited, as they would be sent."""
    fields = re.findall(r'<input[^>]*name="([^"]+)"[^>]*value="([^"]*)"', page)
    found = {name: value.replace("&#x27;", "'").replace("&quot;", '"') for name, value in fields}
    return {name: value for name, value in found.items() if name != "csrfmiddlewaretoken"}


def the_field(fields: dict[str, str], text: str) -> str:
    """The name of the first line of facts that has a text."""
    return next(
        name for name, value in fields.items() if name.startswith("facts-") and text in value
    )


def test_a_round_is_corrected_with_preview_reason_and_code_as_one_event() -> None:
    an_evening()
    person, phone = signed_in("supervisor"), a_phone("only-supervisor")
    form = rows(text(person, f"{ROUND}correct/"))
    assert form["rows"] == "35"
    form[the_field(form, "seat=4 kind=game")] = "seat=4 kind=game amount_cents=10000"
    form["reason"] = "seen on camera"
    before = queries.round_at(HOUSE, TABLE, 1)
    answer = person.client.post(f"{ROUND}correct/", form | {"do": "preview"})
    page = re.sub(r"\s+", " ", answer.content.decode())
    assert answer.status_code == 200
    assert "What revision 2 changed" in page
    assert "+50" in page
    assert queries.round_at(HOUSE, TABLE, 1) == before
    record = rows(page) | {"do": "record"}
    assert person.client.post(f"{ROUND}correct/", record).status_code == 422
    wrong = person.client.post(f"{ROUND}correct/", record | {"code": phone.wrong()[0]})
    assert "isn&#x27;t accepted" in wrong.content.decode()
    assert queries.round_at(HOUSE, TABLE, 1) == before
    done = person.client.post(f"{ROUND}correct/", record | {"code": phone.shows(later=1)})
    assert (done.status_code, done["Location"]) == (302, ROUND)
    after = text(person, ROUND, all="1")
    assert "revision 2 of 2" in after
    assert "confirmed by code: seen on camera" in after
    recorded = queries.events(HOUSE, TABLE, after=0, limit=500)
    (event,) = [one for one in recorded if one.type == "round.corrected"]
    assert event.recorded_by == "person:only-supervisor"


def test_a_correction_that_cannot_be_comes_back_to_its_line() -> None:
    an_evening()
    person = signed_in("supervisor")
    form = rows(text(person, f"{ROUND}correct/")) | {"do": "preview"}
    assert "Say why" in person.client.post(f"{ROUND}correct/", form).content.decode()
    form["reason"] = "seen on camera"
    name = the_field(form, "seat=4 kind=game")
    for facts, said in (
        ("seat=4 kind=game amount_cents=lots", "amount_cents: a whole number is needed"),
        ("seat=4 kind=game amount_cents=7", "isn&#x27;t whole"),
        ("what is this", "written as name=value"),
    ):
        answer = person.client.post(f"{ROUND}correct/", form | {name: facts})
        page = answer.content.decode()
        assert answer.status_code == 422
        assert f'name="{name}" value="{facts}"' in page
        assert 'aria-invalid="true"' in page
        assert said in page
    other = person.client.post(f"{ROUND}correct/", form | {"seen": "1"})
    assert "has changed since" in other.content.decode()


def test_events_are_added_and_left_out_of_the_list() -> None:
    an_evening()
    person = signed_in("supervisor")
    form = rows(text(person, f"{ROUND}correct/"))
    more = form | {"do": "add", "kind": "fee.collected", "after": "3"}
    page = person.client.post(f"{ROUND}correct/", more).content.decode()
    added = rows(page)
    assert added["rows"] == "36"
    assert added["event-3"].startswith("fee.collected 2026-11-28T20:00:")
    assert added["facts-3"] == "seat= role= amount_cents="
    gone = added | {"gone-3": "on", "do": "preview", "reason": "slip"}
    again = person.client.post(f"{ROUND}correct/", gone).content.decode()
    assert "No money changes: the settlement comes out as it is." in again
    nonsense = form | {"do": "add", "kind": "no.such", "after": "x"}
    answer = person.client.post(f"{ROUND}correct/", nonsense)
    assert rows(answer.content.decode())["rows"] == "35"
    assert "Say behind which event" in answer.content.decode()


def test_a_round_is_voided_with_preview_reason_and_code() -> None:
    an_evening()
    person, phone = signed_in("supervisor"), a_phone("only-supervisor")
    form = rows(text(person, f"{ROUND}void/")) | {"reason": "a foul shoe", "do": "preview"}
    page = person.client.post(f"{ROUND}void/", form).content.decode()
    assert "What the void took back" in page
    record = rows(page) | {"do": "record", "code": phone.shows(later=1)}
    assert person.client.post(f"{ROUND}void/", record).status_code == 302
    assert person.client.post(f"{ROUND}void/", record).status_code == 422
    assert "This round is voided" in text(person, ROUND)


def test_a_supervisor_who_counts_corrects_nothing_while_its_box_is_uncounted() -> None:
    roles = '\n[[people]]\ncode = "both"\nroles = ["supervisor", "count"]\n'
    text_of_the_house = HOUSE_FILE.read_text(encoding="utf-8") + roles
    loading.load(text_of_the_house, path="house.toml", games=GAMES, now=clock.now())
    evening = Evening()
    evening.open()
    evening.play()
    person = given_login("both")
    assert person.sign_in().status_code == 302
    for path in (ROUND, f"{ROUND}correct/", f"{ROUND}void/"):
        response = person.get(path)
        assert response.status_code == 404
        assert "told once the box that it paid into is counted" in response.content.decode()


PAGES = (ROUND, f"{ROUND}?step=3", f"{ROUND}sheet/", "/admin/rounds/", f"/admin/rounds/{TABLE}/",
         "/admin/search/?q=T01+1", "/admin/search/?q=P-1001", "/admin/search/?q=$50",
         f"{ROUND}correct/", f"{ROUND}void/", f"{ROUND}settle/", f"{EVENTS}",
         f"{EVENTS}?type=seat.taken", f"{EVENTS}?round=1", f"{EVENTS}1/correct/")  # fmt: skip


def test_a_page_takes_as_many_statements_whatever_was_played(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    evening = an_evening(2)
    person = signed_in("supervisor")
    few = {path: statements(person, path, monkeypatch) for path in PAGES}
    evening.play(3, at_once=15)
    assert {path: statements(person, path, monkeypatch) for path in PAGES} == few
    assert max(few.values()) <= 24, few
