"""Keys on the site: listed, issued and shown once, rotated, revoked; each an event."""

import re
from datetime import timedelta
from typing import Any, Final

import pytest

from cardroom import clock
from cardroom.house import keys
from cardroom.house.history.telling import told
from cardroom.pages.asked import WRONG_CODE
from tests.pages.people import HOUSE, load_the_house, signed_in
from tests.pages.setting_up import code_of, hidden, record, send, words

pytestmark = pytest.mark.django_db

ISSUE: Final = "/admin/house/keys/issue/"
FORM: Final[dict[str, Any]] = {
    "name": "table 1", "scope": "tables", "tables": ["T01", "T02"], "until": ""
}  # fmt: skip
TOKEN: Final = re.compile(r"crk_[0-9a-f]{12}_[0-9a-f]{64}")


def a_key(name: str = "cage PC", **more: Any) -> keys.KeyView:
    """A key of the cage."""
    keys.issue(name=name, scope="cage", house=HOUSE, now=clock.now(), reason="new PC", **more)
    return keys.listed(HOUSE)[-1]


def test_a_key_is_issued_shown_once_and_nowhere_else(caplog: pytest.LogCaptureFixture) -> None:
    load_the_house()
    boss = signed_in("supervisor")
    shown = record(boss, ISSUE, FORM, code=code_of(boss))
    assert shown.status_code == 200
    (token,) = set(TOKEN.findall(words(shown)))
    assert "no-store" in shown["Cache-Control"]
    assert token not in shown.request["PATH_INFO"]
    held = keys.authenticate(token, now=clock.now())
    assert held
    assert (held.name, held.scope, held.tables) == ("table 1", "tables", ("T01", "T02"))
    secret = token.split("_")[2]
    for path in ("/admin/house/keys/?show=all", f"/admin/house/keys/{held.id}/", ISSUE):
        assert secret not in words(boss.get(path))
    assert secret not in caplog.text
    (issued,) = told(HOUSE, kind="key")
    assert secret not in str(issued)
    assert (issued.recorded_by, issued.reason) == ("person:only-supervisor", "as agreed")


def test_a_form_that_is_sent_twice_issues_one_key() -> None:
    load_the_house()
    boss = signed_in("admin")
    carried = hidden(words(send(boss, ISSUE, FORM)))
    sent = FORM | carried | {"code": code_of(boss)}
    assert send(boss, ISSUE, sent, do="record").status_code == 200
    boss.phone = None
    again = send(boss, ISSUE, sent, do="record")
    assert again.status_code == 422
    assert len(keys.listed(HOUSE)) == 1


def test_another_key_that_came_first_is_told() -> None:
    load_the_house()
    boss = signed_in("admin")
    carried = hidden(words(send(boss, ISSUE, FORM)))
    a_key()
    answer = send(boss, ISSUE, FORM | carried, do="record", code=code_of(boss))
    assert answer.status_code == 422
    assert "Another key was issued since" in words(answer)
    assert len(keys.listed(HOUSE)) == 1


@pytest.mark.parametrize(
    ("wrong", "name", "said"),
    [
        ({"name": ""}, "name", "be left empty"),
        ({"name": "x" * 201}, "name", "one line of 1 to 200"),
        ({"tables": []}, "tables", "names at least one table"),
        ({"tables": ["T99"]}, "tables", "has no table T99"),
        ({"scope": "cage"}, "tables", "and no other scope does"),
        ({"scope": "all"}, "scope", "nknown scope all"),
        ({"until": "soon"}, "until", "year-month-day"),
    ],
)
def test_what_cannot_be_a_key_is_said_beside_the_field(
    wrong: dict[str, Any], name: str, said: str
) -> None:
    load_the_house()
    answer = send(signed_in("admin"), ISSUE, FORM | wrong)
    assert answer.status_code == 422
    found = re.search(rf'id="{name}-fault">([^<]*)', words(answer))
    assert found, words(answer)
    assert said in found[1]
    assert 'value="as agreed"' in words(answer)


def test_a_key_ends_on_the_day_that_was_said_by_the_houses_clock() -> None:
    load_the_house()
    boss = signed_in("admin")
    form = FORM | {"until": "2098-01-31"}
    assert record(boss, ISSUE, form, code=code_of(boss)).status_code == 200
    (held,) = keys.listed(HOUSE)
    assert held.expires_at
    assert held.expires_at.isoformat() == "2098-02-01T08:00:00+00:00", "midnight in Los Angeles"


@pytest.mark.parametrize("until", ["0001-01-01", "2020-02-29", "2100-01-01", "9999-12-31"])
def test_a_key_that_would_be_dead_at_once_or_live_for_ever_is_refused_at_its_day(
    until: str,
) -> None:
    load_the_house()
    refused = send(signed_in("admin"), ISSUE, FORM | {"until": until})
    assert refused.status_code == 422
    assert "good until a day from today on, before 2100" in words(refused)


def test_the_number_of_a_record_leads_to_the_key_and_its_story() -> None:
    load_the_house()
    held = a_key(by="person:sup-1")
    page = words(signed_in("supervisor").get(f"/admin/house/keys/{held.id}/"))
    for said in (held.prefix, "cage PC", f"key:{held.id}", "new PC", "/admin/house/person/sup-1/"):
        assert said in page
    assert signed_in("admin").get("/admin/house/keys/999999/").status_code == 404


def test_a_key_is_rotated_and_the_old_one_works_on_for_a_while() -> None:
    load_the_house()
    held = a_key()
    boss, path = signed_in("admin"), f"/admin/house/keys/{held.id}/rotate/"
    carried = hidden(words(boss.get(path)))
    for minutes in ("-1", "1441", "an hour", ""):
        refused = send(boss, path, carried | {"minutes": minutes}, do="record")
        assert refused.status_code == 422
        assert 'id="minutes-fault"' in words(refused)
    shown = send(boss, path, carried | {"minutes": "30"}, do="record", code=code_of(boss))
    assert len(set(TOKEN.findall(words(shown)))) == 1
    old, new = keys.listed(HOUSE)
    assert (new.name, new.scope, new.revoked_at) == (held.name, held.scope, None)
    assert old.revoked_at
    assert timedelta(minutes=29) < old.revoked_at - clock.now() <= timedelta(minutes=30)
    again = send(boss, path, carried | {"minutes": "30"}, do="record", code="1")
    assert again.status_code == 422
    assert len(keys.listed(HOUSE)) == 2
    assert "replaced by" in words(boss.get(f"/admin/house/keys/{held.id}/"))


def test_a_key_is_revoked_once_with_a_reason_and_a_right_code() -> None:
    load_the_house()
    held = a_key()
    boss, path = signed_in("supervisor"), f"/admin/house/keys/{held.id}/revoke/"
    assert boss.phone
    wrong = send(boss, path, {}, do="record", code=boss.phone.wrong()[0])
    assert WRONG_CODE.replace("'", "&#x27;") in words(wrong)
    assert send(boss, path, {}, do="preview").status_code == 200
    assert keys.listed(HOUSE)[0].revoked_at is None
    boss = signed_in("admin")
    for _ in range(2):
        done = send(boss, path, {}, do="record", code=code_of(boss))
        assert done.status_code == 302
    *_, last = told(HOUSE, kind="key")
    assert (last.recorded_by, last.reason) == ("boss", "as agreed")
    assert len(list(told(HOUSE, kind="key"))) == 2


def test_the_list_is_filtered_by_its_address() -> None:
    load_the_house()
    runs, ended = a_key("runs on"), a_key("gone")
    keys.revoke(ended.id, now=clock.now())
    boss = signed_in("admin")
    assert "runs on" in (page := words(boss.get("/admin/house/keys/")))
    assert ended.prefix not in page
    assert "never" in page
    ends = words(boss.get("/admin/house/keys/?show=ended"))
    assert ended.prefix in ends
    assert runs.prefix not in ends
    assert "No key is like that" in words(boss.get("/admin/house/keys/?show=all&scope=audit"))
    assert "&#x27;" not in words(boss.get("/admin/house/keys/?show='&scope='"))[:200]
