"""The web server itself: bodies in chunks, and problem documents for what it refuses on its own."""

import gzip
import json
import socket
from collections.abc import Iterator
from contextlib import ExitStack
from typing import Any, Final

import pytest

from api.examples import EVENING
from api.limits import MAX_BODY_BYTES
from tests.cases import HOUSE_FILE
from tests.faults.places import PATIENCE_S, place, start
from tests.faults.running import UP, Running, done, ready

pytestmark = pytest.mark.slow

BATCH: Final = json.dumps({"events": EVENING[:3]}).encode()
PATH: Final = "/api/v1/tables/T01/events"
THREADS: Final = 4


class Wire:
    """A running server, spoken to byte by byte."""

    def __init__(self, running: Running) -> None:
        host, _, port = running.url.removeprefix("http://").partition(":")
        self.address = host, int(port)
        self.host = f"{host}:{port}"
        self.key = ""

    def post(self, content: bytes, *headers: str) -> tuple[int, dict[str, Any]]:
        """Record under these headers, whatever they say of the body."""
        return self.send(f"POST {PATH}", content, f"Authorization: Bearer {self.key}", *headers)

    def send(self, line: str, content: bytes, *headers: str) -> tuple[int, dict[str, Any]]:
        """A request as it is; the status and the document it is answered with."""
        own = (f"Host: {self.host}", "Connection: close", "Content-Type: application/json")
        head = "\r\n".join((f"{line} HTTP/1.1", *own, *headers, "", ""))
        with socket.create_connection(self.address, timeout=PATIENCE_S) as connection:
            connection.sendall(head.encode() + content)
            said = b"".join(iter(lambda: connection.recv(65_536), b""))
        top, _, document = said.partition(b"\r\n\r\n")
        status = int(top.split()[1])
        form = b"application/problem+json" if status >= 400 else b"application/json"
        assert b"Content-Type: " + form in top, said
        assert b"X-Request-ID: " in top, said
        found: dict[str, Any] = json.loads(document)
        return status, found

    def refused(self, line: str, *headers: str, content: bytes = b"") -> dict[str, Any]:
        """A request that is malformed."""
        status, said = self.send(line, content, *headers)
        assert (status, said["status"], said["code"]) == (400, 400, "malformed"), said
        assert said.keys() >= {"type", "title", "detail", "pointer", "rule", "retryable"}
        return said


@pytest.fixture(scope="module")
def wire() -> Iterator[Wire]:
    """A server with the house of the cases and a key of one of its tables."""
    few = {"WEB_WORKERS": "1", "WEB_THREADS": str(THREADS), "WEB_STALL_SECONDS": "2"}
    with place() as path, ready(path, start(path, *UP, extra=few)) as running:
        wire = Wire(running)
        done(running, "load_house", str(HOUSE_FILE))
        key = ("issue_key", "wire", "--scope", "tables", "--table", "T01")
        wire.key = done(running, *key).strip()
        yield wire


def in_chunks(content: bytes, size: int = 1_000) -> bytes:
    """A body as chunks."""
    parts = [content[at : at + size] for at in range(0, len(content), size)]
    return b"".join(b"%x\r\n%s\r\n" % (len(part), part) for part in parts) + b"0\r\n\r\n"


def test_a_body_in_chunks_is_recorded_plain_or_compressed(wire: Wire) -> None:
    status, said = wire.post(in_chunks(BATCH), "Transfer-Encoding: chunked")
    assert (status in {200, 201}, said["recorded"] + said["duplicates"]) == (True, 3)
    packed = in_chunks(gzip.compress(BATCH), size=7)
    status, said = wire.post(packed, "Transfer-Encoding: chunked", "Content-Encoding: gzip")
    assert (status, said["duplicates"]) == (200, 3)


def test_chunks_have_the_cap_of_any_body(wire: Wire) -> None:
    full = BATCH + b" " * (MAX_BODY_BYTES - len(BATCH))
    chunked = "Transfer-Encoding: chunked"
    assert wire.post(in_chunks(full, 65_536), chunked)[0] in {200, 201}
    status, said = wire.post(in_chunks(full + b" ", 65_536), chunked)
    assert (status, said["code"]) == (413, "too_large")


@pytest.mark.parametrize(
    "content",
    [b"zz\r\n{}\r\n0\r\n\r\n", b"2\r\n{}xx0\r\n\r\n", b"0\r\n\r\n", b"5\r\n{}\r\n0\r\n\r\n"],
)
def test_broken_or_empty_chunks_are_malformed(wire: Wire, content: bytes) -> None:
    status, said = wire.post(content, "Transfer-Encoding: chunked")
    assert (status, said["code"]) == (400, "malformed")


def test_what_the_server_itself_refuses_is_a_problem_document(wire: Wire) -> None:
    assert "4094" in wire.refused(f"GET /api/v1/tables?after={'x' * 9_000}")["detail"]
    wire.refused("GET /healthz", f"X-Long: {'x' * 9_000}")
    wire.refused("GET /healthz", *(f"X-{number}: x" for number in range(200)))
    wire.refused("GET /healthz", "No colon")
    wire.refused("GET /healthz", "Bad name : x")
    wire.refused("GET")
    wire.refused(f"POST {PATH}", "Content-Length: many")
    wire.refused(f"POST {PATH}", "Transfer-Encoding: gzip")
    both = ("Transfer-Encoding: chunked", "Content-Length: 2")
    wire.refused(f"POST {PATH}", *both, content=in_chunks(b"{}"))


def test_a_body_that_ends_before_its_length_is_malformed(wire: Wire) -> None:
    with socket.create_connection(wire.address, timeout=PATIENCE_S) as connection:
        head = f"POST {PATH} HTTP/1.1\r\nHost: {wire.host}\r\nContent-Length: 999\r\n"
        head += f"Content-Type: application/json\r\nAuthorization: Bearer {wire.key}\r\n\r\n"
        connection.sendall(head.encode() + BATCH[:100])
        connection.shutdown(socket.SHUT_WR)
        said = connection.recv(65_536)
    assert said.startswith(b"HTTP/1.1 400 ")


def test_who_stalls_in_a_request_keeps_nobody_from_recording(wire: Wire) -> None:
    with ExitStack() as stack:
        stalled = []
        for _ in range(2 * THREADS):
            stalled.append(stack.enter_context(socket.create_connection(wire.address, 30)))
            stalled[-1].sendall(f"POST {PATH} HTTP/1.1\r\nHost: {wire.host}\r\nConte".encode())
        assert wire.post(BATCH, f"Content-Length: {len(BATCH)}")[0] in {200, 201}
        assert [connection.recv(1) for connection in stalled] == [b""] * len(stalled)


def test_a_body_that_stops_half_way_is_to_be_sent_again(wire: Wire) -> None:
    status, said = wire.post(BATCH[:100], f"Content-Length: {len(BATCH)}")
    assert (status, said["code"], said["retryable"]) == (503, "unavailable", True)
