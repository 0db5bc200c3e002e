"""The short box of the demo's night in real Chromium, by the keyboard: found, explained, signed.

With CARDROOM_PICTURES naming a directory the steps are kept there, as the README shows them.
"""

import os
import re
from pathlib import Path
from typing import Final

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.conftest import Demo, needs_browser
from tests.browser.paths.reconcile import SHORT, WRONG
from tests.browser.visits import PAPER, press, visit

pytestmark = [pytest.mark.slow, needs_browser]

CASHIER, SUPERVISOR = "demo-cage", "demo-supervisor"
PICTURES: Final = os.environ.get("CARDROOM_PICTURES")
_WHY: Final = "one stack of five stayed in the slot: found by drop-1, in the vault now"


def picture(page: Page, name: str) -> None:
    """Keep what is seen, where somebody wants it kept."""
    if PICTURES:
        page.screenshot(path=Path(PICTURES) / f"short-box-{name}.png")


def test_a_short_box_is_found_explained_signed_and_leaves_the_list_of_the_day(
    browser: Browser, demo: Demo
) -> None:
    with visit(browser, demo, CASHIER) as someone:
        page = someone.page
        press(page, "v")
        page.wait_for_url("**/admin/reconcile/")
        short = page.locator("tbody tr", has_text="B-011")
        expect(short).to_contain_text("\N{MINUS SIGN}5.00")
        expect(short).to_contain_text("open")
        press(page, "n")
        picture(page, "1-found")
        page.keyboard.press("Enter")
        page.wait_for_url(f"**{SHORT}")
        expect(page.locator("#fees")).to_contain_text("each fee is the one that was owed")
        expect(page.locator("#count")).to_contain_text("In no wager")
        picture(page, "2-located")
        press(page, "x")
        expect(page.locator("#reason")).to_be_focused()
        page.keyboard.type(_WHY)
        page.keyboard.press("Tab")
        page.keyboard.press("Enter")
        expect(page.get_by_role("button", name="Sign, by another")).to_be_disabled()
        expect(page.locator(".title .st")).to_have_text("explained")
        assert someone.faults == []
    with visit(browser, demo, SUPERVISOR) as someone:
        page = someone.page
        someone.go(SHORT)
        expect(page.locator("td", has_text=_WHY)).to_be_visible()
        press(page, "y")
        picture(page, "3-explained")
        page.keyboard.press("Enter")
        expect(page.locator(".title .st")).to_have_text("signed")
        _the_day(page)
        assert someone.faults == []


def _the_day(page: Page) -> None:
    """It is closed when nothing is missing and it is over, which the demo's isn't."""
    press(page, "d")
    page.wait_for_url("**/admin/day/")
    expect(page.locator(".check")).not_to_contain_text("B-011")
    expect(page.locator(".check")).to_contain_text("B-031")
    expect(page.get_by_role("button", name=re.compile("Close the day: waits for"))).to_be_disabled()
    press(page, "n")
    expect(page.locator("#n1")).to_be_focused()
    picture(page, "4-day")


def test_a_wrong_fee_is_a_key_away_from_its_replay(browser: Browser, demo: Demo) -> None:
    with visit(browser, demo, SUPERVISOR) as someone:
        page = someone.page
        someone.go(WRONG)
        expect(page.locator("#fees tbody tr")).to_contain_text("+1.00")
        press(page, "j")
        page.keyboard.press("Enter")
        page.wait_for_url("**/admin/rounds/T03/2/")
        page.get_by_role("link", name="journal").click()
        page.wait_for_url("**/admin/statements/round/T03/2/")
        expect(page.locator("tbody.journal").first).to_contain_text("fee collected")
        page.keyboard.press("Escape")
        page.wait_for_url("**/admin/rounds/T03/2/")
        assert someone.faults == []


def test_a_word_without_an_end_widens_no_page_and_no_paper(browser: Browser, demo: Demo) -> None:
    with visit(browser, demo, CASHIER) as someone:
        page = someone.page
        someone.go(WRONG)
        page.locator("#reason").fill(f"a fee of four {'W' * 500}")
        page.get_by_role("button", name="Explain").click()
        expect(page.locator(".words")).to_contain_text("WWW")
        width = "document.documentElement.scrollWidth"
        assert page.evaluate(width) <= 1280
        page.emulate_media(media="print")
        page.set_viewport_size(PAPER)
        assert page.evaluate(width) <= PAPER["width"]
        assert someone.faults == []


def test_the_days_are_gone_through_by_brackets(browser: Browser, demo: Demo) -> None:
    with visit(browser, demo, SUPERVISOR) as someone:
        page = someone.page
        for section in ("reconcile", "day", "statements"):
            someone.go(f"/admin/{section}/?day=2026-01-02")
            press(page, "[")
            page.wait_for_url(re.compile("day=2026-01-01"))
            press(page, "]")
            page.wait_for_url(re.compile("day=2026-01-02"))
        assert someone.faults == []


def test_on_paper_a_box_has_its_figures_and_no_forms(browser: Browser, demo: Demo) -> None:
    with visit(browser, demo, SUPERVISOR) as someone:
        page = someone.page
        someone.go(WRONG)
        page.emulate_media(media="print")
        for gone in ("#header", "#house-nav", ".keys", ".tools", "form.body"):
            expect(page.locator(gone).first).not_to_be_visible()
        expect(page.locator("dl.chain")).to_be_visible()
        expect(page.locator("#fees tbody tr")).to_be_visible()
