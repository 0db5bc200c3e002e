"""Filters that people keep of a list, under their own log-in; and who has no page at all."""

import re

import pytest

from cardroom.staff import kept
from tests.pages.people import Person, load_the_house, signed_in

pytestmark = pytest.mark.django_db
FLOOR = "/admin/floor/"


def page(person: Person, path: str) -> str:
    """What a page says, its spaces drawn together."""
    answer = person.client.get(path, follow=True)
    assert answer.status_code == 200, path
    return re.sub(r"\s+", " ", answer.content.decode())


def keep(person: Person, name: str, query: str, where: str = "floor") -> str:
    """Keep a filter of the floor; where that leads to."""
    form = {"list": where, "name": name, "query": query, "next": f"{FLOOR}?{query}"}
    answer = person.client.post("/admin/filters/", form)
    assert answer.status_code == 302, answer.status_code
    return str(answer["Location"])


def test_a_filter_is_kept_under_a_name_shown_with_the_list_and_dropped() -> None:
    load_the_house()
    person = signed_in("floor")
    assert "None is kept yet" in page(person, FLOOR)
    assert 'name="query" value="show=silent"' in page(person, f"{FLOOR}?show=silent&before=7")
    assert keep(person, "  all  silent ", "show=silent") == f"{FLOOR}?show=silent"
    shown = page(person, f"{FLOOR}?show=silent")
    assert f'href="{FLOOR}?show=silent" aria-current="true">all silent</a>' in shown
    part = page(person, f"{FLOOR}now/?show=all")
    assert f'href="{FLOOR}?show=silent">all silent</a>' in part
    keep(person, "all silent", "show=irregular")
    (one,) = kept.of(person.user(), "floor")
    assert (one.name, one.query) == ("all silent", "show=irregular")
    form = {"next": FLOOR}
    dropped = person.client.post(f"/admin/filters/{one.id}/drop/", form)
    assert dropped["Location"] == FLOOR
    assert "None is kept yet" in page(person, FLOOR)


def test_of_what_an_address_says_twice_the_last_counts_on_the_page_and_in_what_is_kept() -> None:
    load_the_house()
    shown = page(signed_in("floor"), f"{FLOOR}?show=silent&show=closed")
    assert 'name="query" value="show=closed"' in shown
    last = page(signed_in("supervisor"), "/admin/house/add/offering/?game=x&game=no-bust-21.5")
    assert '<option value="no-bust-21.5" selected>' in last


def test_nobody_sees_or_drops_what_another_keeps() -> None:
    load_the_house()
    one, other = signed_in("floor"), signed_in("supervisor")
    keep(one, "mine", "show=silent")
    assert "mine</a>" not in page(other, FLOOR)
    (found,) = kept.of(one.user(), "floor")
    other.client.post(f"/admin/filters/{found.id}/drop/", {"next": FLOOR})
    assert kept.of(one.user(), "floor") == [found]


@pytest.mark.parametrize(
    ("name", "query", "said"),
    [(" ", "show=all", "give it a name"), ("un\u200bseen", "show=all", "U+200B: type it anew"),
     ("x" * 41, "show=all", "give it a name"),
     ("long", "q=" + "x" * 500, "too long"), ("nul", "q=\0", "too long")],
)  # fmt: skip
def test_what_cannot_be_kept_is_said(name: str, query: str, said: str) -> None:
    load_the_house()
    person = signed_in("floor")
    form = {"list": "floor", "name": name, "query": query, "next": FLOOR}
    answer = person.client.post("/admin/filters/", form, follow=True)
    assert said in answer.content.decode()
    assert kept.of(person.user(), "floor") == []


def test_twenty_filters_of_a_list_are_kept_at_most() -> None:
    load_the_house()
    person = signed_in("floor")
    for number in range(kept.MOST):
        keep(person, f"f{number}", "show=all")
    keep(person, "one more", "show=all")
    keep(person, "f3", "show=closed")
    found = kept.of(person.user(), "floor")
    assert len(found) == kept.MOST
    assert {one.query for one in found if one.name == "f3"} == {"show=closed"}
    assert "one more" not in {one.name for one in found}


def test_only_lists_that_one_may_see_are_kept_and_the_way_back_is_the_sites_own() -> None:
    load_the_house()
    person = signed_in("count")
    for where in ("floor", "round", "no.such", ""):
        form = {"list": where, "name": "x", "query": "show=all", "next": FLOOR}
        assert person.client.post("/admin/filters/", form).status_code == 404, where
    assert person.get("/admin/filters/").status_code == 405
    floor = signed_in("floor")
    for elsewhere in ("https://elsewhere.example/admin/", "//elsewhere.example", "/api/", ""):
        form = {"list": "floor", "name": "x", "query": "show=all", "next": elsewhere}
        assert floor.client.post("/admin/filters/", form)["Location"] == "/admin/", elsewhere


def test_whoever_has_no_page_is_told_why_and_whom_to_ask(monkeypatch: pytest.MonkeyPatch) -> None:
    load_the_house()
    person = signed_in("count")
    monkeypatch.setattr("cardroom.admin_site.PAGES", ())
    said = page(person, "/admin/")
    assert "no page is yours yet" in said
    assert "The house knows you as counter" in said
    load_the_house(without="count")
    assert "gives you no role at present" in page(person, "/admin/")
