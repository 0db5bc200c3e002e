"""Signing in: password and code, lock-outs that leave the floor alone, log-ins that end."""

import io
from datetime import timedelta

import pytest
from django.contrib.auth.models import Group, User
from django.core.management import CommandError, call_command
from django.db import IntegrityError, transaction
from django.test import RequestFactory
from pytest_django import Settings

from cardroom import clock
from cardroom.errors import Malformed, Missing
from cardroom.staff import logins
from cardroom.staff.addresses import address_of
from cardroom.staff.groups import make
from cardroom.staff.models import Member
from cardroom.staff.rights import GROUPS, RIGHTS
from cardroom.staff.signing_in import REFUSAL
from tests.pages.people import HOUSE, PASSWORD, Person, given, load_the_house, signed_in
from tests.phones import Phone

pytestmark = pytest.mark.django_db

ANOTHER = "another-good-password"


def refused(response: object) -> bool:
    """Whether the form came back with the one sentence."""
    text = response.content.decode()  # type: ignore[attr-defined]
    return "fit together" in text and response.status_code == 200  # type: ignore[attr-defined]


def test_name_password_and_code_let_one_in() -> None:
    load_the_house()
    person = given("sup-1")
    response = person.sign_in()
    assert (response.status_code, response["Location"]) == (302, "/admin/")
    assert person.get("/admin/")["Location"] == "/admin/floor/"
    assert person.is_in()


@pytest.mark.parametrize("wrong", ["password", "code", "no code", "name"])
def test_whatever_is_wrong_is_answered_alike(wrong: str) -> None:
    load_the_house()
    person = given("sup-1")
    assert person.phone
    if wrong == "name":
        person.name = "sup-9"
    code = {"code": person.phone.wrong()[0], "no code": ""}.get(wrong)
    response = person.sign_in("something-else" if wrong == "password" else PASSWORD, code)
    assert refused(response)
    assert REFUSAL.split(".")[0].replace("'", "&#x27;") in response.content.decode()
    assert not person.is_in()


def test_a_code_is_good_once() -> None:
    load_the_house()
    person = given("sup-1")
    assert person.phone
    code = person.phone.shows()
    assert person.sign_in(code=code).status_code == 302
    assert refused(Person("sup-1").sign_in(code=code))


def test_the_password_alone_opens_nothing() -> None:
    load_the_house()
    person = given("sup-1")
    person.client.force_login(User.objects.get(username="sup-1"))
    assert person.get("/admin/floor/").status_code == 302


def test_a_user_of_no_house_has_no_pages() -> None:
    load_the_house()
    user = User.objects.create_superuser("root", password=PASSWORD)
    person = Person("root")
    assert refused(person.sign_in())
    person.client.force_login(user)
    assert person.get("/admin/floor/").status_code == 302


def test_wrong_passwords_shut_out_a_name_at_an_address_and_nobody_else() -> None:
    load_the_house()
    victim, colleague = given("sup-1"), given("floor-7")
    for _ in range(4):
        assert refused(victim.sign_in("wrong"))
    shut = victim.sign_in("wrong")
    assert shut.status_code == 429
    assert "shut out at this address for 15 minutes" in shut.content.decode()
    assert victim.sign_in().status_code == 429
    assert colleague.sign_in().status_code == 302
    elsewhere = Person("sup-1", victim.phone, REMOTE_ADDR="10.0.0.9")
    assert elsewhere.sign_in().status_code == 302
    assert given("sup-1").sign_in().status_code == 302, "a new log-in is shut out nowhere"


def test_an_address_is_what_ones_own_proxies_saw(settings: Settings) -> None:
    forged = {"HTTP_X_FORWARDED_FOR": "1.1.1.1, 2.2.2.2", "REMOTE_ADDR": "10.0.0.1"}
    request = RequestFactory().get("/", **forged)  # type: ignore[arg-type]
    seen = {}
    for settings.PROXIES in (0, 1, 2, 9):
        seen[settings.PROXIES] = address_of(request)
    assert seen == {0: "10.0.0.1", 1: "2.2.2.2", 2: "1.1.1.1", 9: "1.1.1.1"}
    settings.PROXIES = 1
    odd = RequestFactory().get("/", HTTP_X_FORWARDED_FOR="unknown", REMOTE_ADDR="10.0.0.1")
    assert address_of(odd) == "10.0.0.1"


def test_a_role_that_the_house_takes_away_is_gone_at_once() -> None:
    load_the_house()
    person = signed_in("compliance")
    assert person.get("/admin/floor/").status_code == 200
    load_the_house(without="compliance")
    assert person.get("/admin/floor/").status_code == 403


def test_a_log_in_that_is_revoked_ends_at_once_and_can_be_given_again() -> None:
    load_the_house()
    person = signed_in("floor")
    call_command("revoke_login", "only-floor")
    assert not person.is_in()
    assert refused(person.sign_in())
    again = given("only-floor")
    assert again.sign_in().status_code == 302
    with pytest.raises(Missing, match="there is no log-in nobody"):
        logins.revoke("nobody")


def test_a_new_log_in_ends_the_former_password_and_phone() -> None:
    load_the_house()
    before = given("sup-1")
    uri = logins.issue(house=HOUSE, person="sup-1", password=ANOTHER)
    assert refused(before.sign_in())
    assert Person("sup-1", Phone(uri)).sign_in(ANOTHER).status_code == 302
    assert refused(before.sign_in(ANOTHER))


def test_the_command_reads_the_password_and_prints_the_phones_secret_alone(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    load_the_house()
    monkeypatch.setattr("sys.stdin", io.StringIO(f"{PASSWORD}\n"))
    said = io.StringIO()
    call_command("issue_login", "count-1", stdout=said)
    assert said.getvalue().startswith("otpauth://totp/")
    assert said.getvalue().count("\n") == 1
    assert PASSWORD not in said.getvalue()
    assert Person("count1", Phone(said.getvalue().strip())).sign_in().status_code == 302


def test_the_command_says_so_when_no_password_came(monkeypatch: pytest.MonkeyPatch) -> None:
    load_the_house()
    monkeypatch.setattr("sys.stdin", io.StringIO(""))
    with pytest.raises(CommandError, match="no password came"):
        call_command("issue_login", "count-1")


def test_log_ins_are_given_to_people_of_the_house_with_passwords_that_nobody_guesses() -> None:
    load_the_house()
    with pytest.raises(Missing, match="house CASES has nobody sup-9"):
        logins.issue(house=HOUSE, person="sup-9", password=PASSWORD)
    for password in ("short", "password1234", "only-cage-only-cage"[:9]):
        with pytest.raises(Malformed):
            logins.issue(house=HOUSE, person="only-cage", password=password)
    with pytest.raises(Missing, match="there is no house NOWHERE"):
        logins.issue_administrator(house="NOWHERE", name="boss", password=PASSWORD)
    given("sup-1")
    with pytest.raises(Malformed, match="belongs to somebody else: CASES sup-1"):
        logins.issue_administrator(house=HOUSE, name="sup-1", password=PASSWORD)


def test_only_the_demos_people_need_no_code() -> None:
    load_the_house()
    given("sup-1")
    with pytest.raises(IntegrityError, match="staff_member_code"), transaction.atomic():
        Member.objects.update(needs_code=False)


def test_each_role_has_a_group_with_the_permissions_of_the_table() -> None:
    make("default")
    for role, name in GROUPS.items():
        has = {one.codename for one in Group.objects.get(name=name).permissions.all()}
        assert has == {right for right, allowed in RIGHTS.items() if role in allowed.roles}


def test_the_front_door_leads_to_the_site_and_errors_are_pages_there() -> None:
    load_the_house()
    person = signed_in("floor")
    assert person.get("/")["Location"] == "/admin/"
    assert person.get("/admin")["Location"] == "/admin/"
    missing = person.get("/admin/nothing/")
    assert missing.status_code == 404
    assert "There is nothing here" in missing.content.decode()
    assert person.get("/nothing")["Content-Type"] == "application/problem+json"


def test_a_form_without_its_token_changes_nothing() -> None:
    load_the_house()
    person = given("sup-1", enforce_csrf_checks=True)
    response = person.sign_in()
    assert response.status_code == 403
    assert "This form is out of date" in response.content.decode()


def test_pages_are_told_to_load_nothing_from_elsewhere_and_are_kept_nowhere() -> None:
    load_the_house()
    for response in (Person("x").get("/admin/login/"), signed_in("floor").get("/admin/floor/")):
        policy = response["Content-Security-Policy"]
        assert "default-src 'self'" in policy
        assert "unsafe" not in policy
        assert response["X-Frame-Options"] == "DENY"
        assert "no-store" in response["Cache-Control"]
        text = response.content.decode()
        assert "<script>" not in text
        assert " style=" not in text
        assert "//" not in text.replace("http://www.w3.org/2000/svg", "")


def test_a_session_ends_with_the_night() -> None:
    load_the_house()
    person = given("sup-1")
    cookie = person.sign_in().cookies["sessionid"]
    assert cookie["httponly"]
    assert cookie["samesite"] == "Lax"
    assert not cookie["expires"], "closing the browser ends it"
    expires_at = person.client.session.get_expiry_date()
    assert expires_at - clock.now() < timedelta(hours=12, minutes=1)


def test_a_name_that_nobody_has_is_refused_however_long_it_is() -> None:
    load_the_house()
    response = Person("x" * 5_000).sign_in()
    assert response.status_code == 200
    assert "at most 150 characters" in response.content.decode()


def test_who_sends_a_form_after_the_session_ended_is_told_that_it_was_lost() -> None:
    load_the_house()
    person, lost = given("sup-1"), "/admin/compliance/reports/ask/"
    response = person.client.post(lost, {"kind": "fees"})
    assert response["Location"] == f"/admin/login/?unsent=1&next={lost}"
    assert "what you sent was not recorded" in person.get(response["Location"]).content.decode()
    for path in ("/admin/floor/", "/admin/logout/"):
        response = person.client.get(path) if "floor" in path else person.client.post(path)
        assert "unsent" not in response["Location"], path
