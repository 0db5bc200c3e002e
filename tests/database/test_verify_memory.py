"""Verification of a long log needs no more memory than that of a short one."""

import tracemalloc

import pytest

from cardroom.log import feed, store
from tables.verify import Counts, journals, recount, verify
from tests.played import an_evening

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.slow]


def peak_bytes() -> int:
    """What a run takes at most."""
    tracemalloc.start()
    try:
        assert list(verify(Counts())) == []
        _, most = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    return most


def test_memory_stays_flat_while_the_log_grows(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(store, "PAGE", 50)
    monkeypatch.setattr(recount, "_ROUNDS_AT_ONCE", 2)
    monkeypatch.setattr(journals, "_AT_ONCE", 20)
    evening = an_evening(0)
    evening.play(4, at_once=10)
    feed.sequence()
    peak_bytes()  # what is prepared and cached once
    short = peak_bytes()
    evening.play(8, at_once=10)
    feed.sequence()
    assert peak_bytes() < 1.5 * short, "three times as long"
