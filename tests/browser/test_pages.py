"""Every page in real Chromium: nothing is forbidden, nothing fails, nothing asks another host."""

import re
from collections.abc import Iterator
from typing import Final, NamedTuple

import pytest
from playwright.sync_api import Browser, expect

from tests.browser.conftest import AXE, Demo, needs_axe, needs_browser
from tests.browser.paths import PATHS
from tests.browser.visits import PAPER, Look, Visit, press, visit

pytestmark = [pytest.mark.slow, needs_browser]

SUPERVISOR: Final = "demo-supervisor"


class Opened(NamedTuple):
    """What was seen of a page, faults of the browser's own and what axe-core finds among it."""

    status: int
    faults: list[str]
    width: int
    paper: tuple[int, list[str]]
    ribbon: str
    serious: list[str]


@pytest.fixture(scope="module", params=["light", "dark"])
def opened(
    request: pytest.FixtureRequest, browser: Browser, demo: Demo
) -> Iterator[dict[str, Opened]]:
    """Every page, opened once in each look."""
    with visit(browser, demo, SUPERVISOR, look=request.param) as someone:
        yield {path: _opened(someone, path) for path in PATHS}


def _opened(someone: Visit, path: str) -> Opened:
    status = someone.go(path)
    someone.page.wait_for_timeout(200)
    faults, someone.faults = someone.faults, []
    width = someone.page.evaluate("document.documentElement.scrollWidth")
    ribbon = someone.page.locator(".demo").inner_text()
    serious = someone.serious() if AXE.is_file() else []
    return Opened(status, faults, width, someone.paper(), ribbon, serious)


def test_no_page_breaks_the_policy_fails_or_asks_another_host(opened: dict[str, Opened]) -> None:
    for path, page in opened.items():
        assert page.status == 200, path
        assert page.faults == [], path
        assert page.width <= 1280, f"{path} is {page.width} wide"
        assert page.ribbon == "DEMO HOUSE", path


def test_no_page_is_cut_off_on_paper(opened: dict[str, Opened]) -> None:
    for path, page in opened.items():
        width, cut = page.paper
        assert cut == [], path
        assert width <= PAPER["width"] * 1.5, f"{path} is {width} wide on paper"


@needs_axe
def test_no_page_has_a_serious_issue(opened: dict[str, Opened]) -> None:
    for path, page in opened.items():
        assert page.serious == [], path


@needs_axe
@pytest.mark.parametrize("look", ["light", "dark"])
def test_the_front_door_and_the_keys_have_no_serious_issue(
    browser: Browser, demo: Demo, look: Look
) -> None:
    with visit(browser, demo, None, look=look) as someone:
        someone.go("/admin/login/")
        expect(someone.page.locator(".demo")).to_have_text("DEMO HOUSE")
        assert someone.serious() == []
        someone.sign_in(SUPERVISOR)
        someone.go("/admin/floor/")
        press(someone.page, "?")
        assert someone.serious() == [], "the keys"


def test_a_wrong_password_is_said_where_it_happened(browser: Browser, demo: Demo) -> None:
    with visit(browser, demo, None) as someone:
        someone.go("/admin/")
        someone.page.fill("#id_username", "demo-audit")
        someone.page.fill("#id_password", "no such password")
        someone.page.keyboard.press("Enter")
        expect(someone.page.get_by_role("alert")).to_contain_text("don't fit together")
        assert someone.faults == []


def test_the_floor_is_one_screen_and_is_moved_through_by_keys(browser: Browser, demo: Demo) -> None:
    with visit(browser, demo, SUPERVISOR) as someone:
        page = someone.page
        page.wait_for_url("**/admin/floor/")
        assert page.evaluate("document.documentElement.scrollHeight") <= 720
        focused = "document.activeElement.id"
        press(page, "0", "3")
        assert page.evaluate(focused) == "T03"
        for key, code in (("ArrowLeft", "T02"), ("j", "T03"), ("k", "T02"), ("ArrowDown", "T06")):
            page.keyboard.press(key)
            assert page.evaluate(focused) == code, key
        press(page, "?")
        keys = page.get_by_role("dialog", name="Keys")
        expect(keys).to_be_visible()
        keys.get_by_label("Single letters work outside of fields").uncheck()
        page.keyboard.press("Escape")
        expect(keys).not_to_be_visible()
        page.keyboard.press("ArrowUp")
        assert page.evaluate(focused) == "T02"
        page.keyboard.press("j")
        assert page.evaluate(focused) == "T02", "single letters are off"
        assert someone.faults == []


def test_the_floor_renews_itself_and_keeps_old_figures_with_their_age(
    browser: Browser, demo: Demo
) -> None:
    with visit(browser, demo, SUPERVISOR) as someone:
        page = someone.page
        stamp = page.locator("h1 + .quiet")
        before = stamp.inner_text()
        press(page, "1")
        expect(stamp).not_to_have_text(before, timeout=15_000)
        assert page.evaluate("document.activeElement.id") == "T01", "the focus stays"
        assert someone.faults == []
        page.route("**/admin/floor/now/**", lambda route: route.abort())
        last = stamp.inner_text()
        expect(page.locator("#age")).to_have_class(re.compile("old"), timeout=30_000)
        assert stamp.inner_text() == last
        expect(page.locator("#T01")).to_be_visible()


def test_a_column_of_figures_has_its_heading_above_them(browser: Browser, demo: Demo) -> None:
    with visit(browser, demo, SUPERVISOR) as someone:
        someone.go("/admin/statements/")
        for cell in ("th.num", "td.num"):
            expect(someone.page.locator(cell).first).to_have_css("text-align", "right")


def test_on_paper_there_is_no_navigation(browser: Browser, demo: Demo) -> None:
    with visit(browser, demo, SUPERVISOR) as someone:
        someone.page.emulate_media(media="print")
        for gone in ("#header", "#house-nav", ".keys"):
            expect(someone.page.locator(gone).first).not_to_be_visible()
        expect(someone.page.locator("#T01")).to_be_visible()


def test_whoever_sees_the_floor_without_fees_sees_none(browser: Browser, demo: Demo) -> None:
    with visit(browser, demo, "demo-cage") as someone:
        expect(someone.page.locator("#T01")).to_be_visible()
        assert "$" not in someone.page.locator("main").inner_text()


def test_without_scripts_every_page_works(browser: Browser, demo: Demo) -> None:
    context = browser.new_context(java_script_enabled=False)
    page = context.new_page()
    page.goto(f"{demo.url}/admin/")
    page.fill("#id_username", SUPERVISOR)
    page.fill("#id_password", demo.password)
    page.click("#login-form button")
    expect(page.locator("#T01")).to_be_visible()
    page.click("text=Log out")
    expect(page.locator("body")).not_to_contain_text("Needs you")
    context.close()
