"""The house's set-up as who inspects it reads it: how it is and was, and no way to change it."""

import re
from typing import Final

import pytest

from tests.pages.people import load_the_house, signed_in
from tests.pages.setting_up import words

pytestmark = pytest.mark.django_db

PERSON: Final = "/admin/house/person/floor-7/"
COMPANY: Final = "/admin/house/tppps/KN/"
ACTS: Final = re.compile(r'href="/admin/house/[^"]*(?:change|retire|add|issue|codes)/')


@pytest.mark.parametrize("role", ["audit", "compliance"])
def test_who_inspects_reads_how_the_house_is_and_was_and_is_offered_no_change(role: str) -> None:
    load_the_house()
    person = signed_in(role)
    for path in ("/admin/house/", PERSON, COMPANY, "/admin/house/keys/"):
        answer = person.get(path)
        assert answer.status_code == 200, path
        assert ACTS.search(words(answer)) is None, path
    company = words(person.get(COMPANY))
    assert "<title>TPPPS company KN |" in company
    assert ">Versions</h2>" in company
    for act in ("change", "retire"):
        assert person.get(f"{PERSON}{act}/").status_code == 403


def test_who_sets_the_house_up_is_offered_each_change_there() -> None:
    load_the_house()
    person = signed_in("supervisor")
    for path in ("/admin/house/", PERSON, "/admin/house/keys/"):
        assert ACTS.search(words(person.get(path))), path
