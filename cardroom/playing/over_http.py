"""Recording against a server, as a table system does: a batch is sent until it is answered."""

import json
from collections.abc import Sequence
from http.client import HTTPConnection, HTTPException, HTTPResponse, HTTPSConnection
from time import sleep
from typing import Any, Final
from urllib.parse import urlsplit

import msgspec

from cardroom.house.view import HouseView
from cardroom.playing.recorder import JSON, NotRecordedError, Standing, standing_of
from tables.simulation.stream import Event

# Seconds to wait before each further try; ids make sending again safe.
PATIENCE: Final = (0.1, 0.5, 1, 2, 4, 8)
TIMEOUT: Final = 30
TRY_LATER: Final = {429, 503}
FIRST_REFUSAL: Final = 400


class OverHttp:
    """The house of a key, at a server's URL. Raises ValueError for what is no URL of one."""

    def __init__(self, url: str, key: str, *, patience: Sequence[float] = PATIENCE) -> None:
        parts = urlsplit(url)
        if parts.scheme not in {"http", "https"} or not parts.hostname:
            raise ValueError(f"{url!r} is no http or https URL")
        self._patience = patience
        kind = HTTPSConnection if parts.scheme == "https" else HTTPConnection
        self._url = url
        self._path = parts.path.rstrip("/") + "/api/v1"
        self._connection = kind(parts.hostname, parts.port, timeout=TIMEOUT)
        self._headers = {"Authorization": f"Bearer {key}", "Content-Type": "application/json"}

    def house(self) -> HouseView:
        """The key's house, with the tables that the key may record at."""
        return msgspec.convert(self.ask("GET", "/house"), HouseView, str_keys=True)

    def standing(self, table: str) -> Standing:
        """How a table stands."""
        view = self.ask("GET", f"/tables/{table}")
        after = max(view["last_position"] - 1, 0)
        last = self.ask("GET", f"/tables/{table}/events?after={after}&limit=1")["items"]
        return standing_of(view, last[0] if last else None)

    def record(self, table: str, events: Sequence[Event]) -> JSON:
        """Send a batch until there is an answer."""
        content = json.dumps({"events": events}).encode()
        return self.ask("POST", f"/tables/{table}/events", content)

    def close(self) -> None:
        """Close the connection."""
        self._connection.close()

    def ask(self, method: str, path: str, content: bytes | None = None) -> JSON:
        """One request, tried again while the network or the server is away."""
        trouble = ""
        for pause in (0, *self._patience):
            sleep(pause)
            try:
                status, body = self._once(method, path, content)
            except (OSError, HTTPException) as error:
                self._connection.close()
                trouble = str(error) or type(error).__name__
                continue
            if status not in TRY_LATER:
                return _answer(status, body)
            trouble = f"status {status}"
        raise NotRecordedError(f"{self._url} doesn't answer: {trouble}")

    def _once(self, method: str, path: str, content: bytes | None) -> tuple[int, bytes]:
        self._connection.request(method, self._path + path, content, self._headers)
        response: HTTPResponse = self._connection.getresponse()
        return response.status, response.read()


def _answer(status: int, body: bytes) -> JSON:
    """The JSON of an answer. Raises NotRecordedError for a refusal, or for what is no JSON."""
    try:
        answer: Any = json.loads(body)
    except ValueError:
        raise NotRecordedError(f"status {status} without JSON; is this a cardroom?") from None
    if status >= FIRST_REFUSAL:
        place = answer.get("pointer") or "the request"
        raise NotRecordedError(f"{answer.get('code', status)} at {place}: {answer.get('detail')}")
    plain: JSON = answer
    return plain
