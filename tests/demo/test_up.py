"""`up` with the demo, for real: from nothing to requests that are answered, proved and stopped."""

import json
import re
import shlex
import signal
import subprocess
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from cardroom.demo.evening import PLANS
from tests.faults.places import PATIENCE_S, place, processes, start

pytestmark = pytest.mark.slow

JSON = dict[str, Any]


class Running:
    """An `up` with all that it said until it was ready."""

    def __init__(self, path: Path, *arguments: str, extra: Mapping[str, str] | None = None) -> None:
        self.process = start(path, "manage.py", "up", "--port", "0", *arguments, extra=extra)
        self.lines: list[str] = []
        for line in self.process.stdout or []:
            self.lines.append(line.rstrip())
            if line.startswith("ready "):
                return
        raise AssertionError(f"`up` ended before it was ready: {self.process.communicate()[1]}")

    def answer(self, title: str) -> JSON:
        """What the line under this title does, in a shell."""
        at = next(at for at, line in enumerate(self.lines) if line.startswith(title))
        done = subprocess.run(shlex.split(self.lines[at + 1]), capture_output=True, check=True)
        answer: JSON = json.loads(done.stdout)
        return answer

    def stop(self) -> str:
        """End it as a service manager does; what it said beside its lines."""
        self.process.send_signal(signal.SIGTERM)
        _, said = self.process.communicate(timeout=PATIENCE_S)
        assert self.process.returncode == 0
        return said


@contextmanager
def running(
    path: Path, *arguments: str, extra: Mapping[str, str] | None = None
) -> Iterator[Running]:
    """Wait for `up`, and leave nothing of it."""
    up = Running(path, *arguments, extra=extra)
    try:
        yield up
    finally:
        up.process.kill()
        up.process.communicate()


class First(NamedTuple):
    """What was seen of the first `up` of an installation, while it ran."""

    path: Path
    table: JSON
    settled: JSON
    proof: "subprocess.CompletedProcess[str]"
    said: str


@pytest.fixture(scope="module")
def first() -> Iterator[First]:
    """An installation with the evening, played, read, proved and stopped."""
    with place() as path, running(path, "--demo") as up:
        table, settled = up.answer("a table"), up.answer("a settled round")
        proof = start(path, "manage.py", "verify", "--json")
        said, complaints = proof.communicate(timeout=PATIENCE_S)
        done = subprocess.CompletedProcess(proof.args, proof.returncode, said, complaints)
        yield First(path, table, settled, done, up.stop())


def test_the_evening_is_played_read_and_proved_and_everything_stops(first: First) -> None:
    rounds = sum(plan.rounds for plan in PLANS.values())
    assert re.findall(r"demo evening: .* of (\d+) batches", first.said)[-1] == str(rounds + 7)
    assert first.table["table"] == "T01"
    assert first.settled["phase"] == "settled"
    assert first.settled["settlement"]["lines"]
    assert first.proof.returncode == 0, first.proof.stdout + first.proof.stderr
    assert json.loads(first.proof.stdout)["findings"] == []


def test_nothing_is_left_and_the_next_one_finds_the_evening(first: First) -> None:
    assert processes(first.path) == []
    with running(first.path) as again:
        assert again.answer("a settled round") == first.settled
        assert "demo evening" not in again.stop()


def test_where_others_can_connect_no_key_is_shown(first: First) -> None:
    with running(first.path, "--host", "0.0.0.0") as up:  # noqa: S104 - it is what is tried
        said = "\n".join(up.lines)
    assert "invented" in said
    assert "crk_" not in said


def test_behind_something_that_speaks_tls_the_lines_work_too(first: First) -> None:
    with running(first.path, extra={"HTTPS": "1"}) as up:
        assert up.answer("a settled round") == first.settled
