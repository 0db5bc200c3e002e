"""Children of `up` that end by themselves."""

import time

import pytest

from cardroom.up import children
from cardroom.up.children import Child
from tests.faults.places import wait_until


@pytest.fixture
def hasty(monkeypatch: pytest.MonkeyPatch) -> Child:
    """A child that always ends at once, with waits that begin at a twentieth of a second."""
    monkeypatch.setattr(children, "FIRST_WAIT_S", 0.05)
    monkeypatch.setattr(children, "LONGEST_WAIT_S", 0.2)
    return Child("child", ["false"], {}, fd=2)


def _wait_for_the_next(child: Child) -> float:
    """Tend the child until it was started again, and answer how long that took, in seconds."""
    ended, began_s = child.process, time.monotonic()
    ended.wait()

    def started_again() -> bool:
        child.tend()
        return child.process is not ended

    wait_until(started_again)
    return time.monotonic() - began_s


def test_the_waits_grow_up_to_a_limit(hasty: Child, capfd: pytest.CaptureFixture[str]) -> None:
    waits_s = [_wait_for_the_next(hasty) for _ in range(4)]
    hasty.process.wait()
    for wait_s, at_least_s in zip(waits_s, [0.05, 0.1, 0.2, 0.2], strict=True):
        assert wait_s >= at_least_s
    assert capfd.readouterr().err.splitlines() == [
        f"child ended (1); again in {wait_s} s" for wait_s in ("0.05", "0.1", "0.2", "0.2")
    ]


def test_after_a_long_life_the_waits_begin_anew(
    hasty: Child, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    _wait_for_the_next(hasty)
    monkeypatch.setattr(children, "RECOVERED_S", 0.0)
    _wait_for_the_next(hasty)
    hasty.process.wait()
    assert capfd.readouterr().err == "child ended (1); again in 0.05 s\n" * 2


def test_one_that_does_not_listen_is_stopped_by_force() -> None:
    deaf = Child("deaf", ["sh", "-c", "trap '' TERM; while :; do sleep 0.1; done"], {}, fd=2)
    time.sleep(0.2)
    deaf.stop(0.2)
    assert deaf.process.returncode == -9
