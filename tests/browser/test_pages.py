"""Every page in real Chromium: nothing is forbidden, nothing fails, nothing asks another host."""

import re
from typing import Final

import pytest
from playwright.sync_api import Browser, expect

from tests.browser.conftest import Demo, needs_axe, needs_browser
from tests.browser.paths import PATHS
from tests.browser.visits import Look, visit

pytestmark = [pytest.mark.slow, needs_browser]

SUPERVISOR: Final = "demo-supervisor"


@pytest.mark.parametrize("look", ["light", "dark"])
def test_no_page_breaks_the_policy_fails_or_asks_another_host(
    browser: Browser, demo: Demo, look: Look
) -> None:
    with visit(browser, demo, SUPERVISOR, look=look) as someone:
        for path in PATHS:
            assert someone.go(path) == 200, path
            someone.page.wait_for_timeout(200)
            assert someone.faults == [], path
            wide = someone.page.evaluate("document.documentElement.scrollWidth")
            assert wide <= 1280, f"{path} is {wide} wide"
            expect(someone.page.locator(".demo")).to_have_text("DEMO HOUSE")


@needs_axe
@pytest.mark.parametrize("look", ["light", "dark"])
def test_no_page_has_a_serious_issue(browser: Browser, demo: Demo, look: Look) -> None:
    with visit(browser, demo, None, look=look) as stranger:
        stranger.go("/admin/login/")
        expect(stranger.page.locator(".demo")).to_have_text("DEMO HOUSE")
        assert stranger.serious() == []
    with visit(browser, demo, SUPERVISOR, look=look) as someone:
        for path in PATHS:
            someone.go(path)
            assert someone.serious() == [], path
        someone.go("/admin/floor/")
        someone.page.keyboard.press("?")
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
        page.keyboard.press("0")
        page.keyboard.press("3")
        assert page.evaluate(focused) == "T03"
        for key, code in (("ArrowLeft", "T02"), ("j", "T03"), ("k", "T02"), ("ArrowDown", "T06")):
            page.keyboard.press(key)
            assert page.evaluate(focused) == code, key
        page.keyboard.press("?")
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
        page.keyboard.press("1")
        expect(stamp).not_to_have_text(before, timeout=15_000)
        assert page.evaluate("document.activeElement.id") == "T01", "the focus stays"
        assert someone.faults == []
        page.route("**/admin/floor/now/**", lambda route: route.abort())
        last = stamp.inner_text()
        expect(page.locator("#age")).to_have_class(re.compile("old"), timeout=30_000)
        assert stamp.inner_text() == last
        expect(page.locator("#T01")).to_be_visible()


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
