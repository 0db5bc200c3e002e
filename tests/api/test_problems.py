"""Where a problem's `type` leads: what its code means, for programs and for people."""

import re

import pytest

from api.kinds import KINDS
from tests.api.club import Caller, refused

HTML = {"Accept": "text/html,application/xhtml+xml,*/*;q=0.8"}
DEEDS = {"fix", "wait", "resend", "split"}


@pytest.mark.parametrize("code", KINDS)
def test_each_type_leads_to_what_the_client_does(code: str) -> None:
    kind = KINDS[code]
    path = f"/api/v1/problems/{code}"
    assert Caller().read(path) == {
        "type": path,
        "code": code,
        "status": kind.status,
        "title": kind.title,
        "deeds": [*kind.deeds],
        "remedy": kind.remedy,
    }
    assert {*kind.deeds} <= DEEDS
    page = Caller().get(path, HTML).content.decode()
    assert f"<title>{code} · Cardroom</title>" in page
    assert re.findall(r'<section id="(\w+)">', page) == [code]


def test_a_refusal_names_the_page_of_its_code() -> None:
    said = refused(Caller().get("tables"), 401, "unauthenticated")
    assert Caller().read(said["type"])["code"] == "unauthenticated"


def test_all_of_them_are_one_list_and_one_page() -> None:
    listed = Caller().read("problems")
    assert [item["code"] for item in listed["items"]] == [*KINDS]
    assert listed["next_cursor"] is None
    response = Caller().get("problems", HTML)
    assert response["Content-Type"] == "text/html; charset=utf-8"
    assert response["Content-Security-Policy"].startswith("default-src 'none'")
    page = response.content.decode()
    assert re.findall(r'<section id="(\w+)">', page) == [*KINDS]
    assert not re.search(r"<(?:script|style|link|img)|https?:|style=|\bon\w+=", page)
    for href in {*re.findall(r'href="([^"]+)"', page)} - {"/api/v1/docs"}:
        assert Caller().get(href, HTML).status_code == 200, href


def test_the_documentation_leads_there() -> None:
    description = Caller().get("schema").json()["info"]["description"]
    assert "(/api/v1/problems)" in description
