"""Log-ins and one-time codes on the site: given, renewed, taken back; the secret is shown once."""

import re
from typing import Any, Final
from urllib.parse import unquote

import pytest

from cardroom import clock
from cardroom.house.codes import Checker
from cardroom.house.history.telling import told
from cardroom.pages.setup.logins import DIFFER, NOBODY
from tables.verify import Counts, verify
from tests.pages.people import HOUSE, PASSWORD, Person, given, load_the_house, signed_in
from tests.pages.setting_up import code_of, send, words
from tests.phones import Phone

pytestmark = pytest.mark.django_db

ISSUE: Final = "/admin/house/logins/issue/"
FORM: Final = {"person": "floor-7", "name": "", "password": PASSWORD, "again": PASSWORD}


def uri_on(page: str) -> str:
    """The secret that a page shows."""
    found = set(re.findall(r'value="(otpauth:[^"]*)"', page))
    (uri,) = found
    return str(uri).replace("&amp;", "&")


def give(boss: Person, **form: Any) -> Any:  # noqa: ANN401 - the client's answer
    """Send the form with a code."""
    return send(boss, ISSUE, FORM | form, do="record", code=code_of(boss))


def test_a_person_is_given_a_log_in_and_signs_in_with_the_phone_that_scanned_it(
    caplog: pytest.LogCaptureFixture,
) -> None:
    load_the_house()
    boss = signed_in("admin")
    shown = give(boss)
    page = words(shown)
    assert "no-store" in shown["Cache-Control"]
    uri = uri_on(page)
    assert '<path class="dark" d="M' in page
    person = Person("floor-7", Phone(uri))
    assert person.sign_in().status_code == 302
    assert person.is_in()
    secret = uri.partition("secret=")[2].partition("&")[0]
    for path in ("/admin/house/logins/", ISSUE):
        assert secret not in words(boss.get(path))
    assert secret not in caplog.text
    assert PASSWORD not in caplog.text
    *_, last = told(HOUSE, kind="login")
    assert (last.code, last.what, last.recorded_by, last.reason) == (
        "floor-7",
        "issued to floor-7",
        "boss",
        "as agreed",
    )
    assert secret not in str(last)


def test_a_form_that_only_looks_gives_nobody_a_log_in() -> None:
    load_the_house()
    boss = signed_in("admin")
    answer = send(boss, ISSUE, FORM | {"code": code_of(boss)}, do="preview")
    assert answer.status_code == 200
    assert "otpauth:" not in words(answer)
    assert [one.code for one in told(HOUSE, kind="login")] == ["boss"]


def test_an_administrator_is_given_a_log_in_by_name() -> None:
    load_the_house()
    shown = give(signed_in("admin"), person="", name="office-2")
    assert Person("office-2", Phone(uri_on(words(shown)))).sign_in().status_code == 302


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        ({"person": "", "name": ""}, NOBODY),
        ({"name": "office-2"}, NOBODY),
        ({"again": "another-password"}, DIFFER),
        ({"password": "short", "again": "short"}, "too short"),
        ({"person": "", "name": "person:sup-1"}, "letters, digits and . _ -"),
        ({"person": "", "name": "operator"}, "and not `operator`"),
        ({"person": "", "name": "sup-1"}, "belongs to somebody else"),
        ({"person": "nobody"}, "has nobody nobody"),
        ({"reason": ""}, "Say why"),
    ],
)
def test_what_cannot_be_a_log_in_is_said_and_no_password_comes_back(
    wrong: dict[str, str], said: str
) -> None:
    load_the_house()
    given("sup-1")
    answer = give(signed_in("admin"), **wrong)
    assert answer.status_code == 422
    assert said in words(answer)
    for password in (PASSWORD, "another-password", "short"):
        assert f'value="{password}"' not in words(answer)
    assert [one.code for one in told(HOUSE, kind="login")] == ["sup-1", "boss"]


def test_a_log_in_is_taken_back_and_who_is_in_is_out() -> None:
    load_the_house()
    person = given("floor-7")
    person.sign_in()
    boss, path = signed_in("admin"), "/admin/house/logins/floor-7/revoke/"
    assert person.is_in()
    refused = send(boss, path, {}, do="record", code="")
    assert refused.status_code == 422
    code = code_of(boss)
    for _ in range(2):
        assert send(boss, path, {}, do="record", code=code).status_code == 302
    assert not person.is_in()
    *_, last = told(HOUSE, kind="login")
    assert (last.what, last.recorded_by, last.reason) == ("taken back", "boss", "as agreed")
    page = words(boss.get("/admin/house/logins/"))
    for shown in ("taken back", "administrator", "as agreed", "?person=floor-7", "?name=boss"):
        assert shown in page
    assert "It was taken back already." in words(boss.get(path))
    assert boss.get("/admin/house/logins/nobody/revoke/").status_code == 404
    assert list(verify(Counts())) == []


def test_new_one_time_codes_are_shown_once_and_sign_at_a_table() -> None:
    load_the_house()
    boss, path = signed_in("admin"), "/admin/house/person/sup-1/codes/"
    assert send(boss, path, {}).status_code == 200
    refused = send(boss, path, {}, do="record")
    assert refused.status_code == 422
    shown = send(boss, path, {}, do="record", code=code_of(boss))
    uri = uri_on(words(shown))
    assert unquote(uri).startswith("otpauth://totp/Cardroom CASES:sup-1?")
    now = clock.now()
    assert Checker(HOUSE, ["sup-1"]).is_confirmed("sup-1", Phone(uri).shows(at=now), at=now)
    (issued,) = told(HOUSE, kind="codes")
    assert (issued.code, issued.recorded_by, issued.reason) == ("sup-1", "boss", "as agreed")
    assert boss.get("/admin/house/person/nobody/codes/").status_code == 404


def test_a_supervisor_gives_nobody_a_log_in_and_is_offered_none() -> None:
    load_the_house()
    supervisor = signed_in("supervisor")
    page = words(supervisor.get("/admin/house/person/floor-7/"))
    assert "One-time codes" not in page
    assert "Log-ins" not in words(supervisor.get("/admin/house/"))
    assert send(supervisor, ISSUE, FORM, do="record").status_code == 403
    assert "One-time codes" in words(signed_in("admin").get("/admin/house/person/floor-7/"))
