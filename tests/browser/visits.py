"""A visit: somebody at the site, of whose page everything that goes wrong is written down."""

import json
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final, Literal, Protocol
from urllib.parse import urlsplit

from playwright.sync_api import Browser, ConsoleMessage, Page, Request, expect

from tests.browser.conftest import AXE

Look = Literal["light", "dark"]
# A folder, for whoever wants to look at the pages of a flow: CARDROOM_PICTURES=DIR.
PICTURES: Final = Path(said) if (said := os.environ.get("CARDROOM_PICTURES")) else None


# Letter paper less its margins; what is wider the browser draws smaller, by a third at most.
PAPER: Final[Any] = {"width": 718, "height": 956}
SCREEN: Final[Any] = {"width": 1280, "height": 720}


class Site(Protocol):
    """Where the site is, and everybody's password there."""

    @property
    def url(self) -> str:
        """Its front door."""

    @property
    def password(self) -> str:
        """What opens it."""


_CUT: Final = """[...document.querySelectorAll(".scroll, .panel")].filter((each) =>
    getComputedStyle(each).overflowX !== "visible" && each.scrollWidth > each.clientWidth
).map((each) => each.textContent.trim().slice(0, 60))"""


class Visit:
    """A page of the site as one person sees it, and what it did that it shouldn't."""

    def __init__(self, page: Page, demo: Site) -> None:
        self.page, self.demo = page, demo
        self.faults: list[str] = []
        page.on("console", self._said)
        page.on("pageerror", lambda error: self.faults.append(f"script: {error}"))
        page.on("request", self._asked)

    def _said(self, message: ConsoleMessage) -> None:
        if message.type in {"error", "warning"}:
            self.faults.append(f"console: {message.text}")

    def _asked(self, request: Request) -> None:
        if urlsplit(request.url).netloc != urlsplit(self.demo.url).netloc:
            self.faults.append(f"another host: {request.url}")

    def go(self, path: str) -> int:
        """Open a page of the site; its status."""
        response = self.page.goto(f"{self.demo.url}{path}")
        assert response
        return response.status

    def paper(self) -> tuple[int, list[str]]:
        """How wide the page is on paper, and what would be cut off there, where nobody scrolls."""
        self.page.emulate_media(media="print")
        self.page.set_viewport_size(PAPER)
        width: int = self.page.evaluate("document.documentElement.scrollWidth")
        cut: list[str] = self.page.evaluate(_CUT)
        self.page.emulate_media(media="screen")
        self.page.set_viewport_size(SCREEN)
        return width, cut

    def picture(self, name: str) -> None:
        """Keep what is seen, where somebody asked for pictures."""
        if PICTURES is not None:
            self.page.screenshot(path=PICTURES / f"{name}.png", full_page=True)

    def sign_in(self, name: str, code: str = "") -> None:
        """Sign in by the keyboard alone, from the front door."""
        self.go("/")
        # The page takes the focus when it is first drawn, which may be after it is loaded.
        expect(self.page.locator("#id_username")).to_be_focused()
        keys = self.page.keyboard
        keys.type(name)
        keys.press("Tab")
        keys.type(self.demo.password)
        if code:
            keys.press("Tab")
            keys.type(code)
        keys.press("Enter")
        self.page.wait_for_selector("#house-nav")
        self.page.wait_for_load_state()

    def serious(self) -> list[str]:
        """What axe-core finds serious or critical on the page; its own faults aren't the page's."""
        before = [*self.faults]
        self.page.evaluate(AXE.read_text(encoding="utf-8"))
        found: list[dict[str, Any]] = self.page.evaluate(
            "async () => (await axe.run({resultTypes: ['violations']})).violations"
        )
        self.page.evaluate("0")  # what the browser said of it until now has arrived
        self.faults = before
        return [
            f"{one['id']}: {json.dumps([node['html'] for node in one['nodes']])[:600]}"
            for one in found
            if one["impact"] in {"serious", "critical"}
        ]


def press(page: Page, *keys: str) -> None:
    """Press keys of the page, once its script listens to them: what is seen may come before it."""
    page.wait_for_load_state()
    for key in keys:
        page.keyboard.press(key)


@contextmanager
def visit(
    browser: Browser, demo: Site, name: str | None, *, look: Look = "light"
) -> Iterator[Visit]:
    """Somebody who has signed in, or a stranger, on a small monitor."""
    context = browser.new_context(viewport=SCREEN, color_scheme=look)
    try:
        found = Visit(context.new_page(), demo)
        if name is not None:
            found.sign_in(name)
        yield found
    finally:
        context.close()
