"""People of the house of the cases, who sign in as one does: by name, password and code."""

from typing import Any, Final

import time_machine
from django.contrib.auth.models import User
from django.test import Client

from cardroom import clock
from cardroom.house import loading
from cardroom.house_games import GAMES
from cardroom.staff import logins
from tests.cases import HOUSE_FILE
from tests.phones import Phone

HOUSE: Final = "CASES"
PASSWORD: Final = "seven-decks-of-cards"  # noqa: S105 - everybody's in these tests
SIGN_IN: Final = "/admin/login/"
# A person for each role alone, beside those that the file has.
ROLES: Final = ("floor", "supervisor", "cage", "drop", "count", "compliance", "audit")
Response = Any  # the test client's own, which has no public name


def load_the_house(*, without: str = "", more_tables: tuple[str, ...] = ()) -> None:
    """The house of the cases, with a person `only-<role>` for each role but those left out."""
    text = HOUSE_FILE.read_text(encoding="utf-8")
    for role in ROLES:
        if role != without:
            text += f'\n[[people]]\ncode = "only-{role}"\nroles = ["{role}"]\n'
    text += "".join(f'\n[[tables]]\ncode = "{code}"\n' for code in more_tables)
    loading.load(text, path="house.toml", games=GAMES, now=clock.now())


class Person:
    """Somebody at a browser, with a phone."""

    def __init__(self, name: str, phone: Phone | None = None, **client: Any) -> None:
        self.name, self.phone = name, phone
        self.client = Client(**client)

    def sign_in(self, password: str = PASSWORD, code: str | None = None) -> Response:
        """Post the form."""
        # A code of the half-minute before would pass for one of a phone that is slow from then on.
        with time_machine.travel(clock.now(), tick=False):
            shown = self.phone.shows() if code is None and self.phone else code or ""
            form = {"username": self.name, "password": password, "code": shown}
            return self.client.post(SIGN_IN, form)

    def get(self, path: str) -> Response:
        """See a page."""
        return self.client.get(path)

    def user(self) -> User:
        """The user that one signs in as."""
        return User.objects.get(username=self.name)

    def is_in(self) -> bool:
        """Whether a page is shown, and not the form."""
        return bool(self.get("/admin/password/").status_code == 200)


def given(person: str, **client: Any) -> Person:
    """A person of the house with a new log-in."""
    phone = Phone(logins.issue(house=HOUSE, person=person, password=PASSWORD))
    name = {"count-1": "count1"}.get(person, person)
    return Person(name, phone, **client)


def signed_in(role: str) -> Person:
    """Somebody who has this role and no other."""
    if role == "admin":
        uri = logins.issue_administrator(house=HOUSE, name="boss", password=PASSWORD)
        person = Person("boss", Phone(uri))
    else:
        person = given(f"only-{role}")
    assert person.sign_in().status_code == 302
    return person
