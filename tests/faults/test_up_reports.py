"""A report that is asked for over HTTP is made at once, long before beat says anything."""

import json
import urllib.request
from collections.abc import Iterator
from http import HTTPStatus
from pathlib import Path
from typing import Any

import pytest

from cardroom.embedded.server import Server
from tests.cases import HOUSE_FILE
from tests.faults.places import PATIENCE_S, start, wait_until
from tests.faults.running import UP, Running, done, ready

pytestmark = pytest.mark.slow

DAY = "2026-11-20"
# So seldom that nothing in a test is due to beat.
SELDOM = {"NUDGE_SECONDS": "3600"}


@pytest.fixture
def up(installation: Path, migrated: Server) -> Iterator[Running]:
    """An `up` whose beat is silent, with its house loaded."""
    with ready(installation, start(migrated.home.parent, *UP, extra=SELDOM)) as running:
        done(running, "load_house", str(HOUSE_FILE))
        yield running


def _asked(up: Running, key: str, path: str, content: bytes | None = None) -> tuple[int, Any]:
    """A request with a key: its status and what it was answered."""
    request = urllib.request.Request(  # noqa: S310 - our own server
        f"{up.url}/api/v1/{path}",
        content,
        {"Authorization": f"Bearer {key}", "Content-Type": "application/json"},
    )
    with urllib.request.urlopen(request, timeout=PATIENCE_S) as answer:  # noqa: S310
        return answer.status, json.load(answer)


def test_a_report_that_is_asked_for_is_made_while_beat_is_silent(up: Running) -> None:
    key = done(up, "issue_key", "inspector", "--scope", "audit").strip()
    wanted = json.dumps({"kind": "fees", "gaming_day": DAY}).encode()
    status, asked = _asked(up, key, "reports", wanted)
    assert (status, asked["status"]) == (HTTPStatus.ACCEPTED, "pending")
    due = f"reports/due/{asked['id']}"
    wait_until(lambda: bool(_asked(up, key, due)[1]["status"] == "done"), 10)
    _, made = _asked(up, key, due)
    _, report = _asked(up, key, f"reports/{made['report']}")
    assert (report["gaming_day"], report["revision"]) == (DAY, 1)
    assert up.stop() == 0
    assert up.nothing_is_left()
