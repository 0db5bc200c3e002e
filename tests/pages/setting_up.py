"""Forms of the house's set-up as somebody fills them in: previewed, then recorded with a code."""

import re
from typing import Any

from tests.pages.people import Person, Response


def words(response: Response) -> str:
    """A page's source, its spaces drawn together."""
    return re.sub(r"\s+", " ", response.content.decode())


def hidden(page: str) -> dict[str, str]:
    """What a form carries along."""
    return dict(re.findall(r'<input type="hidden" name="(id|at|seen|shown)" value="([^"]*)"', page))


def send(person: Person, path: str, form: dict[str, Any], **more: Any) -> Response:
    """Post a form with a reason."""
    return person.client.post(path, {"reason": "as agreed", "do": "preview"} | form | more)


def record(person: Person, path: str, form: dict[str, Any], **more: Any) -> Response:
    """Preview a form, and record it with what the preview carries along."""
    preview = send(person, path, form)
    assert preview.status_code == 200, words(preview)[-4000:]
    return send(person, path, form | hidden(words(preview)), do="record", **more)


def code_of(person: Person) -> str:
    """A code of the person's phone that wasn't used to sign in."""
    assert person.phone
    return person.phone.shows(later=1)
