"""A real browser before a real installation: `up` with its demo, without DEBUG, as it is used."""

import os
import re
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Final, NamedTuple

import pytest
from playwright.sync_api import Browser, expect, sync_playwright

from tests.api.conftest import static_files, static_root
from tests.demo.test_up import Running, running
from tests.faults.places import place
from tests.required import needs

__all__ = ["static_files", "static_root"]

CHROMIUM: Final = shutil.which("chromium")
# axe-core's axe.min.js, fetched by whoever wants it: somebody else's code isn't kept here.
AXE: Final = Path(os.environ.get("CARDROOM_AXE", "nowhere"))
# Nothing that asks anybody else for anything.
ALONE: Final = (
    *("--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run"),
    *("--disable-background-networking", "--disable-component-update", "--disable-sync"),
)

# A busy machine is slow, and a page that never comes is found all the same.
expect.set_options(timeout=30_000)

needs_browser: Final = needs("browser", available=CHROMIUM is not None)
needs_axe: Final = needs("axe", available=AXE.is_file())


class Demo(NamedTuple):
    """A demo that runs: where, and how its people sign in."""

    up: Running
    url: str
    password: str


@pytest.fixture(scope="package")
def demo() -> Iterator[Demo]:
    """The demo, its evening played."""
    with place() as path, running(path) as up:
        said = re.search(r"sign in at (\S+)/admin/ with the password (\S+) as", "\n".join(up.lines))
        assert said, up.lines
        yield Demo(up, said[1], said[2])


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """Debian's Chromium; gone with the module, for a running loop forbids Django's queries."""
    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=CHROMIUM, args=[*ALONE])
        yield chromium
        chromium.close()
