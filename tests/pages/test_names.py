"""Names to sign in with: nobody of the house takes another's, nor an administrator theirs."""

from typing import Any, Final

import pytest

from cardroom import clock
from cardroom.errors import Malformed
from cardroom.house.history.telling import told
from cardroom.house_games import GAMES
from cardroom.staff import house_files, login_views, logins
from tests.cases import HOUSE_FILE
from tests.pages.people import HOUSE, PASSWORD, Person, given, load_the_house, signed_in
from tests.pages.setting_up import code_of, record, send, words
from tests.phones import Phone

pytestmark = pytest.mark.django_db

ADD: Final = "/admin/house/add/person/"
ISSUE: Final = "/admin/house/logins/issue/"
PERSON: Final[dict[str, Any]] = {"own_code": "floor-8", "login": "", "roles": ["floor"]}


@pytest.mark.parametrize(
    ("typed", "field", "taken"),
    [
        ({"login": "boss"}, "login", "boss: CASES administrator"),
        ({"own_code": "boss"}, "own_code", "boss: CASES administrator"),
        ({"login": "sup-1"}, "login", "sup-1: CASES sup-1"),
    ],
)
def test_a_person_of_the_house_takes_no_log_in_of_somebody_else(
    typed: dict[str, Any], field: str, taken: str
) -> None:
    load_the_house()
    boss = signed_in("admin")
    given("sup-1")
    before = [one.code for one in told(HOUSE, kind="person")]
    name, whose = taken.split(": ")
    for does in ("preview", "record"):
        answer = send(boss, ADD, PERSON | typed, do=does)
        assert answer.status_code == 422
        said = f'id="{field}-fault">The log-in {name} belongs to somebody else: {whose}.'
        assert said in words(answer)
    assert [one.code for one in told(HOUSE, kind="person")] == before


def test_who_keeps_their_own_log_in_is_changed_as_before() -> None:
    load_the_house()
    given("count-1")  # signs in as count1
    path = "/admin/house/person/count-1/change/"
    answer = send(signed_in("admin"), path, {"login": "count1", "roles": ["count", "floor"]})
    assert answer.status_code == 200


@pytest.mark.parametrize("name", ["sup-1", "count1", "count-1"])
def test_an_administrator_takes_no_name_of_the_houses_people_log_in_or_none(name: str) -> None:
    load_the_house()
    boss = signed_in("admin")
    form = {"person": "", "name": name, "password": PASSWORD, "again": PASSWORD}
    answer = send(boss, ISSUE, form, do="record", code=code_of(boss))
    assert answer.status_code == 422
    person = {"count1": "count-1"}.get(name, name)
    assert f'<p class="neg">{name.capitalize()} is the name of {person}, a person' in words(answer)
    with pytest.raises(Malformed):
        logins.issue_administrator(house=HOUSE, name=name, password=PASSWORD)
    assert [one.code for one in told(HOUSE, kind="login")] == ["boss"]


def test_a_person_whose_name_was_taken_meanwhile_is_told_at_the_person() -> None:
    load_the_house(without="floor")
    boss = signed_in("admin")
    logins.issue_administrator(house=HOUSE, name="only-floor", password=PASSWORD)
    load_the_house()
    form = {"person": "only-floor", "name": "", "password": PASSWORD, "again": PASSWORD}
    answer = send(boss, ISSUE, form, do="record", code=code_of(boss))
    assert answer.status_code == 422
    page = words(answer)
    at_person = page[page.index('for="person"') : page.index('for="name"')]
    assert "The log-in only-floor belongs to somebody else: CASES administrator." in at_person


def test_who_is_given_another_name_signs_in_by_that_from_their_next_log_in_on() -> None:
    load_the_house()
    given("count-1")
    boss, path = signed_in("admin"), "/admin/house/person/count-1/change/"
    changed = record(boss, path, {"login": "counter", "roles": ["count"]}, code=code_of(boss))
    assert changed.status_code == 302
    person = Person(
        "counter", Phone(logins.issue(house=HOUSE, person="count-1", password=PASSWORD))
    )
    assert person.sign_in().status_code == 302
    assert Person("count1", person.phone).sign_in(code="000000").status_code == 200
    assert [view.name for view in login_views.listed(HOUSE)] == ["boss", "counter"]


@pytest.mark.parametrize(
    ("said", "field", "taken"),
    [
        ('code = "boss"', "code", "boss belongs to somebody else: CASES administrator"),
        (
            'code = "boss"\nlogin = "bossy"',
            "code",
            "boss belongs to somebody else: CASES administrator",
        ),
        (
            'code = "floor-8"\nlogin = "boss"',
            "login",
            "boss belongs to somebody else: CASES administrator",
        ),
        (
            'code = "floor-8"\nlogin = "sup-1"',
            "login",
            "sup-1 belongs to somebody else: CASES sup-1",
        ),
        ('code = "count1"', "code", "count1 belongs to somebody else: CASES count-1"),
    ],
)
def test_a_house_file_calls_nobody_as_somebody_else_signs_in(
    said: str, field: str, taken: str
) -> None:
    load_the_house()
    signed_in("admin")
    given("sup-1")
    given("count-1")  # signs in as count1
    before = [one.code for one in told(HOUSE, kind="person")]
    text = f"{HOUSE_FILE.read_text(encoding='utf-8')}\n[[people]]\n{said}\nroles = []\n"
    line = text.count("\n", 0, text.index(said)) + 1 + (field == "login")
    with pytest.raises(Malformed) as refused:
        house_files.load(text, path="house.toml", games=GAMES, now=clock.now())
    assert refused.value.detail.startswith(f"house.toml:{line}: people[")
    assert f"].{field}: the log-in {taken}" in refused.value.detail
    assert [one.code for one in told(HOUSE, kind="person")] == before


def test_a_house_file_keeps_everybody_their_own_log_in() -> None:
    load_the_house()
    for person in ("sup-1", "count-1"):
        given(person)
    text = HOUSE_FILE.read_text(encoding="utf-8").replace('login = "count1"', 'login = "counter1"')
    done = house_files.load(text, path="house.toml", games=GAMES, now=clock.now())
    assert ("person", "count-1", 2, ("login",)) in done
