"""Texts on the site in which a character stands that nobody sees: refused, where they stand."""

import re
from typing import Final

import pytest

from tables import queries
from tests.pages import setting_up
from tests.pages.forms import fields
from tests.pages.people import Person, load_the_house, signed_in
from tests.pages.test_events import position_of
from tests.phones import a_phone
from tests.played import HOUSE, TABLE, Evening

pytestmark = pytest.mark.django_db(transaction=True)

TURNED: Final = "dealt\u202e twice"
SAID: Final = "n invisible character stands in it, U+202E: type it anew"


def refused(person: Person, path: str, form: dict[str, str]) -> str:
    """The page that a form comes back as."""
    answer = person.client.post(path, form)
    assert answer.status_code == 422, (path, answer.status_code)
    page = re.sub(r"\s+", " ", answer.content.decode())
    assert SAID in page
    return page


def test_neither_reasons_nor_facts_of_the_house_are_kept_so() -> None:
    load_the_house()
    boss, path = signed_in("supervisor"), "/admin/house/add/fee_schedule/"
    form = {"own_code": "late", "starts": "02:00", "do": "preview"}
    for does in ("preview", "record"):
        sent = form | {"do": does, "reason": TURNED}
        assert f"A{SAID}." in refused(boss, "/admin/house/add/shift/", sent)
    page = refused(boss, path, {"approval": f"GEGA{TURNED}", "reason": "new", "do": "preview"})
    assert f'id="approval-fault">A{SAID}.' in page
    page = refused(boss, "/admin/house/keys/issue/", {"name": TURNED, "scope": "audit"})
    assert f'id="name-fault">A{SAID}.' in page
    assert setting_up.words(boss.get("/admin/house/")).count("\u202e") == 0


def test_a_round_or_an_event_is_put_right_in_words_that_one_sees() -> None:
    load_the_house()
    evening = Evening()
    evening.open()
    evening.play(1)
    # The table's own words are recorded as the table sent them.
    evening.post(evening.event("incident.noted", {"text": TURNED}))
    last = queries.table(HOUSE, TABLE).last_position
    person, phone = signed_in("supervisor"), a_phone("only-supervisor")
    code = phone.shows(later=1)
    void = f"/admin/rounds/{TABLE}/1/void/"
    refused(person, void, fields(person.get(void).content.decode()) | {"reason": TURNED})
    seat = f"/admin/rounds/{TABLE}/events/{position_of(4)}/correct/"
    form = fields(person.get(seat).content.decode()) | {"reason": "another", "code": code}
    page = refused(person, seat, form | {"fact-player": TURNED, "do": "record"})
    assert f'id="fault-player">a{SAID}</span>' in page
    whole = f"/admin/rounds/{TABLE}/1/correct/"
    form = fields(person.get(whole).content.decode()) | {"reason": "another", "code": code}
    refused(person, whole, form | {"facts-0": f"{form['facts-0']}\u202e", "do": "record"})
    assert queries.table(HOUSE, TABLE).last_position == last
