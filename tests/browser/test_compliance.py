"""A compliance officer's morning in real Chromium: the verdict, its evidence, a note, the file."""

import re
from datetime import datetime
from typing import Final

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.conftest import Demo, needs_axe, needs_browser
from tests.browser.visits import Look, Visit, press, visit

pytestmark = [pytest.mark.slow, needs_browser]

OFFICER: Final = "demo-compliance"
ROTATION: Final = "/admin/compliance/"
FILLED: Final = (ROTATION, "/admin/compliance/irregularities/", "/admin/compliance/integrity/")


def evening(someone: Visit) -> str:
    """The gaming day on which the demo's evening was played, as an address names it."""
    someone.go("/admin/rounds/")
    said = someone.page.locator("tr", has_text="T05").locator("td").last.inner_text()
    return f"?day={datetime.strptime(said, '%d %b %Y').date()}"  # noqa: DTZ007 - a day alone


def make(page: Page) -> None:
    """Have the report of the page made, and wait until the page says so by itself."""
    page.get_by_role("button", name=re.compile("^Make it")).click()
    expect(page.locator("#made")).not_to_contain_text("pending", timeout=60_000)
    expect(page.locator("#made a").first).to_contain_text("made", timeout=60_000)
    page.reload()


def test_the_nights_verdict_its_evidence_a_note_and_the_file(browser: Browser, demo: Demo) -> None:
    with visit(browser, demo, OFFICER) as someone:
        page = someone.page
        press(page, "p")
        page.wait_for_url("**/admin/compliance/")
        someone.go(f"{ROTATION}{evening(someone)}")
        make(page)
        verdict = page.get_by_label("Verdict of the house")
        expect(verdict).to_contain_text("Indeterminate")
        expect(verdict).to_contain_text("can't be cleared: the day is not attested.")
        shadow = page.locator("tr", has_text="violation, in shadow").first
        position = shadow.locator("td.evidence a.id").first.inner_text()
        shadow.locator("td.evidence a.id").first.click()
        page.wait_for_url(f"**/rounds/T05/*/?at={position}")
        expect(page.locator(".events .now")).to_contain_text(position)
        page.go_back()
        _note(someone)
        with page.expect_download() as download:
            page.get_by_role("link", name="PDF").click()
        assert download.value.suggested_filename.startswith("rotation-DEMO-")
        assert download.value.path().read_bytes().startswith(b"%PDF-")
        assert someone.faults == []


def _note(someone: Visit) -> None:
    """Write of the first finding by the keyboard, and find it beside it."""
    page = someone.page
    page.get_by_role("link", name=re.compile("^Add a note to D1")).first.focus()
    page.keyboard.press("Enter")
    expect(page.get_by_label("Note")).to_be_focused()
    page.keyboard.type("the seats were asked, the tablet was not told")
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    page.wait_for_url("**/admin/compliance/**")
    expect(page.locator("td .note").first).to_contain_text("compliance-1")


def test_days_and_findings_are_moved_through_by_keys(browser: Browser, demo: Demo) -> None:
    with visit(browser, demo, OFFICER) as someone:
        page = someone.page
        someone.go(f"{ROTATION}?day=2026-01-02")
        press(page, "[")
        page.wait_for_url("**/?day=2026-01-01")
        press(page, "]")
        page.wait_for_url("**/?day=2026-01-02")
        assert someone.faults == []


@pytest.mark.parametrize("look", ["light", "dark"])
def test_filled_pages_fit_a_small_monitor_and_say_nothing_wrong(
    browser: Browser, demo: Demo, look: Look
) -> None:
    with visit(browser, demo, OFFICER, look=look) as someone:
        day = evening(someone)
        for path in FILLED:
            someone.go(f"{path}{day}")
            make(someone.page)
            assert someone.page.evaluate("document.documentElement.scrollWidth") <= 1280, path
        someone.go("/admin/compliance/reports/")
        someone.page.locator("a[data-move]").first.click()
        expect(someone.page.get_by_role("heading", name="Revisions")).to_be_visible()
        assert someone.page.evaluate("document.documentElement.scrollWidth") <= 1280
        assert someone.faults == []


@needs_axe
@pytest.mark.parametrize("look", ["light", "dark"])
def test_filled_pages_have_no_serious_issue(browser: Browser, demo: Demo, look: Look) -> None:
    with visit(browser, demo, OFFICER, look=look) as someone:
        day = evening(someone)
        for path in FILLED:
            someone.go(f"{path}{day}")
            if someone.page.get_by_role("button", name="Make it now").count():
                make(someone.page)
            assert someone.serious() == [], path
        someone.go("/admin/compliance/reports/")
        first = someone.page.locator("a[data-move]").first
        href = first.get_attribute("href") or ""
        for each in (href, f"{href}note/", "/admin/compliance/due/"):
            someone.go(each)
            assert someone.serious() == [], each


def test_on_paper_there_is_the_verdict_and_no_navigation(browser: Browser, demo: Demo) -> None:
    with visit(browser, demo, OFFICER) as someone:
        page = someone.page
        someone.go(f"{ROTATION}{evening(someone)}")
        if page.get_by_role("button", name="Make it now").count():
            make(page)
        page.emulate_media(media="print")
        for gone in ("#header", "#house-nav", ".keys", ".tools", ".tabs", ".made form"):
            expect(page.locator(gone).first).not_to_be_visible()
        expect(page.get_by_label("Verdict of the house")).to_be_visible()


def test_without_scripts_a_verdict_is_asked_for_by_tab_and_enter(
    browser: Browser, demo: Demo
) -> None:
    context = browser.new_context(java_script_enabled=False)
    page = context.new_page()
    page.goto(f"{demo.url}{ROTATION}")
    page.fill("#id_username", OFFICER)
    page.fill("#id_password", demo.password)
    page.click("#login-form button")
    page.get_by_role("button", name=re.compile("^Make it")).focus()
    page.keyboard.press("Enter")
    expect(page.locator("#made")).to_contain_text("asked for")
    context.close()
