"""The house of the cases, with as many tables as a test needs, behind the real HTTP stack."""

import json
from collections.abc import Mapping, Sequence
from typing import Any, Final

from django.test import Client

from cardroom import clock
from cardroom.house import keys, loading
from cardroom.house_games import GAMES
from tests.cases import HOUSE_FILE

JSON = dict[str, Any]
Response = Any  # the test client's own, which has no public name

HOUSE: Final = "CASES"


def load_house(tables: int) -> list[str]:
    """Load the house of the cases with this many tables; gives their codes."""
    codes = [f"T{number:03d}" for number in range(1, tables + 1)]
    with_tables(*codes)
    return codes


def with_tables(*codes: str) -> None:
    """Load the house of the cases with these tables in use and no other."""
    before, _, _ = HOUSE_FILE.read_text(encoding="utf-8").partition("[[tables]]")
    text = before + "".join(f'[[tables]]\ncode = "{code}"\n' for code in codes)
    loading.load(text, path="house.toml", games=GAMES, now=clock.now())


def issue(scope: str, *tables: str, house: str = HOUSE) -> str:
    """A new key."""
    return keys.issue(
        name=f"test {scope}", scope=scope, house=house, tables=tables, now=clock.now()
    )


class Caller:
    """Somebody with a key, or without one."""

    def __init__(self, key: str | None = None, **client: Any) -> None:
        self.client = Client(**client)
        self.headers = {} if key is None else {"Authorization": f"Bearer {key}"}

    def get(self, path: str, headers: Mapping[str, str] | None = None) -> Response:
        """Read; a path of the API begins with a word, any other with a slash."""
        return self.client.get(_full(path), headers={**self.headers, **(headers or {})})

    def read(self, path: str) -> JSON:
        """Read what must be there."""
        response = self.get(path)
        assert response.status_code == 200, response.content
        return body(response)

    def send(
        self, path: str, content: bytes, content_type: str = "application/json", **headers: str
    ) -> Response:
        """Post bytes as they are."""
        return self.client.post(
            _full(path), content, content_type=content_type, headers={**self.headers, **headers}
        )

    def post(self, table: str, events: Sequence[JSON], **batch: Any) -> Response:
        """Post a batch of events."""
        content = json.dumps({"events": events, **batch}).encode()
        return self.send(f"tables/{table}/events", content)

    def record(self, table: str, events: Sequence[JSON], **batch: Any) -> JSON:
        """Post a batch that must be recorded."""
        response = self.post(table, events, **batch)
        assert response.status_code == 201, response.content
        return body(response)


def body(response: Response) -> JSON:
    """What a response says; an error must be a whole problem document."""
    is_error = response.status_code >= 400
    form = "application/problem+json" if is_error else "application/json"
    assert response["Content-Type"] == form, (response.status_code, response.content[:500])
    said: JSON = json.loads(response.content)
    if is_error:
        assert said["status"] == response.status_code
        assert said["type"] == f"/api/v1/problems/{said['code']}"
        fields = {"type", "title", "status", "detail", "code", "pointer", "rule", "retryable"}
        assert said.keys() - {"position", "checks"} == fields
    return said


def refused(response: Response, status: int, code: str) -> JSON:
    """A refusal of this status and code."""
    said = body(response)
    assert (response.status_code, said["code"]) == (status, code), said
    return said


def _full(path: str) -> str:
    return path if path.startswith("/") else f"/api/v1/{path}"
