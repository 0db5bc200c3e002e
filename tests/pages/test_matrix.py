"""Roles by pages by actions: each cell is written down, and asked for as a browser does."""

import re
from typing import Final

import pytest
from django.contrib import admin
from django.urls import URLPattern, reverse

from cardroom.pages.map import PAGES
from cardroom.staff.rights import GROUPS
from tests.pages.matrix import MATRIX
from tests.pages.people import Person, load_the_house, signed_in

# What Django's own do is tried in test_signing_in.py: they are there for who comes and goes.
COMING_AND_GOING: Final = {"index", "login", "logout", "password_change", "password_change_done"}
# What anybody keeps of the lists that they may see is tried in test_kept.py.
KEPT: Final = {"keep_filter", "drop_filter"}


def test_every_route_of_the_site_has_a_row() -> None:
    routes, _, _ = admin.site.urls
    names = [route.name for route in routes if isinstance(route, URLPattern)]
    assert len(names) == len(routes)
    assert {*names} == {*COMING_AND_GOING, *KEPT, *MATRIX}, "give a new page its row"
    assert {page.name for page in PAGES} == MATRIX.keys()


@pytest.mark.django_db
@pytest.mark.parametrize("role", GROUPS)
def test_each_page_answers_whom_the_matrix_says(role: str) -> None:
    load_the_house()
    person = signed_in(role)
    for name, row in MATRIX.items():
        path = reverse(f"admin:{name}", kwargs=dict(row.route))
        seen = person.get(path).status_code
        assert (seen != 403) == (role in row.sees), (name, seen)
        assert seen in {200, 302, 403, 404}, (name, seen)
        acted = person.client.post(path, {}).status_code
        if not row.acts:
            assert acted == 405, (name, acted)
        else:
            assert (acted != 403) == (role in row.acts), (name, acted)


@pytest.mark.django_db
def test_nobody_sees_a_page_without_signing_in() -> None:
    load_the_house()
    stranger = Person("nobody")
    for name, row in MATRIX.items():
        path = reverse(f"admin:{name}", kwargs=dict(row.route))
        for response in (stranger.get(path), stranger.client.post(path, {})):
            assert response.status_code == 302, name
            assert re.match(r"/admin/login/\?(unsent=1&)?next=/admin/", response["Location"]), name


@pytest.mark.django_db
def test_a_section_is_offered_to_whom_may_open_it_alone() -> None:
    load_the_house()
    for role in GROUPS:
        text = signed_in(role).get("/admin/password/").content.decode()
        for page in PAGES:
            if page.section:
                offered = f'href="{reverse(f"admin:{page.name}")}"' in text
                assert offered == (role in MATRIX[page.name].sees), (role, page.name)


@pytest.mark.django_db
def test_a_refusal_says_what_one_may_not() -> None:
    load_the_house()
    response = signed_in("count").get("/admin/floor/")
    assert response.status_code == 403
    assert "You may not see the tables as they stand." in response.content.decode()
