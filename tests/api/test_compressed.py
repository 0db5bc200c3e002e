"""Compressed bodies: the same as plain ones; the cap counts what comes out."""

import gzip
import json
import tracemalloc
import zlib
from collections.abc import Callable
from typing import Final

import pytest

from api.examples import EVENING
from api.limits import MAX_BODY_BYTES
from tests.api.club import Caller, body, issue, load_house, refused

pytestmark = pytest.mark.django_db

BATCH: Final = json.dumps({"events": EVENING[:4]}).encode()
CODINGS: Final[dict[str, Callable[[bytes], bytes]]] = {
    "gzip": gzip.compress,
    "deflate": zlib.compress,
}


def at_table() -> tuple[Caller, str]:
    """Who records, and where."""
    (table,) = load_house(1)
    return Caller(issue("tables", table)), f"tables/{table}/events"


@pytest.mark.parametrize("spelling", ["gzip", "GZIP", " gzip ", "deflate"])
def test_a_compressed_batch_is_recorded_as_its_plain_twin_was(spelling: str) -> None:
    caller, path = at_table()
    packed = CODINGS[spelling.strip().lower()](BATCH)
    answer = caller.send(path, packed, **{"Content-Encoding": spelling})
    assert (answer.status_code, body(answer)["recorded"]) == (201, 4)
    assert body(caller.send(path, BATCH))["duplicates"] == 4


@pytest.mark.parametrize("spelling", ["", "identity"])
def test_a_body_that_says_it_is_plain_is(spelling: str) -> None:
    caller, path = at_table()
    assert caller.send(path, BATCH, **{"Content-Encoding": spelling}).status_code == 201


@pytest.mark.parametrize("coding", CODINGS)
def test_the_cap_counts_what_comes_out(coding: str) -> None:
    caller, path = at_table()
    full = BATCH + b" " * (MAX_BODY_BYTES - len(BATCH))
    header = {"Content-Encoding": coding}
    said = refused(caller.send(path, CODINGS[coding](full + b" "), **header), 413, "too_large")
    assert str(MAX_BODY_BYTES) in said["detail"]
    assert caller.send(path, CODINGS[coding](full), **header).status_code == 201


def test_a_bomb_is_refused_without_being_blown_up() -> None:
    caller, path = at_table()
    bomb = gzip.compress(bytes(64 * MAX_BODY_BYTES), 6)
    assert len(bomb) < MAX_BODY_BYTES
    tracemalloc.start()
    refused(caller.send(path, bomb, **{"Content-Encoding": "gzip"}), 413, "too_large")
    _, most = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert most < 8 * MAX_BODY_BYTES


def test_what_is_too_long_even_compressed_is_not_inflated() -> None:
    caller, path = at_table()
    content = b"\x1f\x8b" + bytes(MAX_BODY_BYTES)
    refused(caller.send(path, content, **{"Content-Encoding": "gzip"}), 413, "too_large")


@pytest.mark.parametrize("coding", CODINGS)
def test_what_is_not_sound_is_malformed(coding: str) -> None:
    caller, path = at_table()
    packed = CODINGS[coding](BATCH)
    flipped = packed[:-3] + bytes([packed[-3] ^ 1]) + packed[-2:]
    for broken in (BATCH, packed[:-9], packed[:1], packed + b"{}", packed * 2, flipped):
        said = refused(caller.send(path, broken, **{"Content-Encoding": coding}), 400, "malformed")
        assert coding in said["detail"]
    assert caller.read(path)["items"] == []


@pytest.mark.parametrize("coding", ["br", "zstd", "compress", "gzip, gzip", "none"])
def test_another_coding_is_refused_with_those_that_are_known(coding: str) -> None:
    caller, path = at_table()
    response = caller.send(path, BATCH, **{"Content-Encoding": coding})
    refused(response, 415, "unsupported_media_type")
    assert response["Accept-Encoding"] == "gzip, deflate"
