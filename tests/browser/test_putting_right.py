"""The floor puts things right in real Chromium: a round by hand, an event of a table, a filter."""

from typing import Final

import pytest
from playwright.sync_api import Browser, expect

from tests.browser.conftest import Demo, needs_browser
from tests.browser.paths.events import EVENTS
from tests.browser.visits import press, visit

pytestmark = [pytest.mark.slow, needs_browser]

SUPERVISOR: Final = "demo-supervisor"


def test_a_round_that_is_on_is_settled_by_hand(browser: Browser, demo: Demo) -> None:
    with visit(browser, demo, "floor-1") as someone:
        page = someone.page
        someone.go("/admin/rounds/")
        page.get_by_role("row", name="T02").get_by_role("link").nth(1).click()
        page.wait_for_url("**/rounds/T02/*/")
        expect(page.get_by_role("link", name="Correct")).to_have_count(0)
        press(page, "m")
        page.wait_for_url("**/settle/")
        collected = page.locator("input[name=collected-0]")
        collected.fill("1000000")
        page.fill("#reason", "the cards were mixed up")
        page.get_by_role("button", name="Preview").click()
        expect(page.locator("#fault-0")).to_have_text("more is collected than the stake")
        expect(collected).to_have_value("1000000")
        someone.picture("by-hand-refused")
        collected.fill("1")
        page.locator("select[name=result-0]").select_option("lose")
        page.get_by_role("button", name="Preview").click()
        expect(page.get_by_role("heading", name="How it would be settled")).to_be_visible()
        assert page.evaluate("document.documentElement.scrollWidth") <= 1280
        someone.picture("by-hand-preview")
        page.get_by_role("button", name="Settle the round").click()
        expect(page.get_by_text("settled by the floor")).to_be_visible()
        assert [fault for fault in someone.faults if "422" not in fault] == []


def test_an_event_of_a_table_is_found_corrected_and_struck_through(
    browser: Browser, demo: Demo
) -> None:
    with visit(browser, demo, SUPERVISOR) as someone:
        page = someone.page
        someone.go("/admin/rounds/T01/")
        press(page, "e")
        page.wait_for_url(f"**{EVENTS}")
        page.locator("#type").select_option("seat.taken")
        page.get_by_role("button", name="Show").click()
        someone.picture("events")
        page.get_by_role("link", name="correct it").first.click()
        page.wait_for_url("**/correct/")
        page.get_by_label("Player", exact=True).fill("P-4711")
        page.fill("#reason", "taken for another")
        page.get_by_role("button", name="Preview").click()
        expect(page.get_by_role("heading", name="What it would change")).to_be_visible()
        expect(page.locator("main")).to_contain_text("P-4711")
        someone.picture("event-preview")
        page.get_by_role("button", name="Record the correction").click()
        page.wait_for_url(f"**{EVENTS}")
        expect(page.get_by_role("row", name="event corrected").first).to_contain_text(
            "taken for another"
        )
        someone.go(f"{EVENTS}?type=seat.taken")
        expect(page.locator("tr.changed del").first).to_be_visible()
        expect(page.locator("tr.changed").first).to_contain_text("P-4711")
        assert someone.faults == []


def test_a_filter_is_kept_and_dropped_and_its_menu_stays_open(browser: Browser, demo: Demo) -> None:
    with visit(browser, demo, SUPERVISOR) as someone:
        page = someone.page
        someone.go("/admin/floor/?show=irregular")
        page.get_by_text("Kept filters").click()
        name = page.get_by_label("Keep what is shown now as")
        name.fill("odd ones")
        page.wait_for_timeout(6_000)  # past a renewal
        expect(name).to_have_value("odd ones")
        someone.picture("filter")
        name.press("Enter")
        page.get_by_text("Kept filters").click()
        expect(page.get_by_role("link", name="odd ones")).to_have_attribute("aria-current", "true")
        page.keyboard.press("Escape")
        expect(page.get_by_role("link", name="odd ones")).not_to_be_visible()
        someone.go("/admin/floor/")
        page.get_by_text("Kept filters").click()
        page.get_by_role("link", name="odd ones").click()
        page.wait_for_url("**/floor/?show=irregular")
        page.get_by_text("Kept filters").click()
        page.get_by_role("button", name="Drop odd ones").click()
        page.get_by_text("Kept filters").click()
        expect(page.get_by_role("link", name="odd ones")).to_have_count(0)
        assert someone.faults == []


def test_the_floor_names_what_is_noted_and_lists_the_silent_in_one_line(
    browser: Browser, demo: Demo
) -> None:
    with visit(browser, demo, SUPERVISOR) as someone:
        needs = someone.page.locator(".needs")
        expect(needs).to_contain_text("must pass")
        wide = someone.page.evaluate("document.documentElement.scrollWidth")
        assert wide <= 1280
        silent = needs.locator("a.silent")
        assert silent.count() <= 1
