"""The count room at a browser: who counts there, and the forms of a sheet as one sends them."""

import html
import re
from typing import Final
from uuid import UUID, uuid4

from django.db import connection
from django.test.utils import CaptureQueriesContext

from ledger.queries import counts
from ledger.views.count import CountView
from tests.counting import CountRoom
from tests.pages.people import PASSWORD, Person, Response, given
from tests.played import HOUSE, TABLE

COUNTS: Final = "/admin/counts/"
LINES: Final = ("100", "200", "500", "1000", "2000", "2500", "5000", "10000")
# 4 of $1 and one of $5, as the rooms of the API's tests find them.
TYPED: Final = {f"d{cents}": "0" for cents in LINES} | {"d100": "4", "d500": "1"}


def text(response: Response, status: int = 200) -> str:
    """What a page says, its spaces drawn together."""
    assert response.status_code == status, response.status_code
    return html.unescape(re.sub(r"\s+", " ", response.content.decode()))


def a_person(code: str) -> Person:
    """Somebody who is signed in."""
    person = given(code)
    assert person.sign_in().status_code == 302
    return person


def queries_of(person: Person, path: str) -> int:
    """How many queries a page asks, that of who is signed in and the frame's among them."""
    person.get(path)
    with CaptureQueriesContext(connection) as asked:
        assert person.get(path).status_code == 200
    return len(asked)


class Desk:
    """A box that came off, and counters who can sign in; one of them sits at the screen."""

    def __init__(self, *changes: tuple[str, str], sits: str = "count-1", **drop: str) -> None:
        self.room = CountRoom(*changes)
        self.room.drop(**drop)
        for code in {"count-1", "count-2", "cage-1", "sup-1", "sup-2"} - {sits}:
            given(code)
        self.person = a_person(sits)
        self.sheet = ""

    @property
    def start_path(self) -> str:
        """Where the count of the box is started."""
        return f"{COUNTS}start/{TABLE}/{self.room.removed}/"

    def start(self, *counters: str, **form: str) -> Response:
        """Start the count."""
        named = list(counters or ("count-1", "count-2"))
        sent = {"id": str(uuid4()), "boxes": "1", "counter": named, **form}
        response = self.person.client.post(self.start_path, sent)
        if response.status_code == 302:
            self.sheet = response["Location"]
        return response

    def post(self, do: str, **form: str) -> Response:
        """Send a form of the sheet."""
        view = self.view()
        sent = {"id": str(uuid4()), "seen": str(len(view.figures)), "do": do, **form}
        return self.person.client.post(self.sheet, sent)

    def enter(self, **typed: str) -> Response:
        """Enter the amounts."""
        return self.post("enter", **{**TYPED, **typed})

    def sign(self, by: str, word: str = PASSWORD, **form: str) -> Response:
        """Somebody signs by their password, unless by something else."""
        return self.post("sign", by=by, word=word, **form)

    def entered(self) -> "Desk":
        """The count, started and entered."""
        assert self.start().status_code == 302
        assert self.enter().status_code == 302
        return self

    def accepted(self) -> "Desk":
        """The count, accepted."""
        self.entered()
        for person in ("count-1", "count-2", "cage-1"):
            assert self.sign(person).status_code == 302
        return self

    def view(self) -> CountView:
        """The count as it is recorded."""
        count = UUID(self.sheet.rstrip("/").rpartition("/")[2])
        return counts.view(counts.sheet(HOUSE, count))

    def page(self, query: str = "") -> str:
        """The sheet as it is shown."""
        return text(self.person.get(f"{self.sheet}{query}"))
