"""Pages read as people read them: their words, and what they cost."""

import html
import re

import pytest

from tests import asking
from tests.pages.people import Person

_SPACES = re.compile(r"\s+")


def text(person: Person, path: str, status: int = 200) -> str:
    """What a page says, its spaces drawn together."""
    response = person.get(path)
    assert response.status_code == status, (path, response.status_code)
    return _SPACES.sub(" ", html.unescape(response.content.decode()))


def said(page: str) -> str:
    """The words of a page without its marks."""
    return _SPACES.sub(" ", html.unescape(re.sub(r"<[^>]+>", " ", page)))


def statements(person: Person, path: str, monkeypatch: pytest.MonkeyPatch) -> int:
    """How many statements a page takes once it was looked at: what a process remembers is warm."""
    assert person.get(path).status_code == 200, path
    with asking.statements(monkeypatch) as asked:
        assert person.get(path).status_code == 200, path
    return len(asked)
