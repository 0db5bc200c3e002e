"""A box counted in real Chromium by the keyboard alone, from the scan to the last signature."""

from typing import Final

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.conftest import AXE, Demo, needs_browser
from tests.browser.visits import Visit, press, visit

pytestmark = [pytest.mark.slow, needs_browser]

COUNTER: Final = "demo-count-1"
# The box that came off when the demo's last table closed, and that nobody has counted.
BOX: Final = "B-061"
UNKNOWN: Final = "B-999"
LINES: Final = ("17+4", "0", "3*20", "0", "2", "0", "1", "0")


def started_without_scripts(browser: Browser, demo: Demo) -> None:
    """Scanned, started, and half of it typed and kept, by Tab and Enter."""
    context = browser.new_context(java_script_enabled=False)
    page = context.new_page()
    page.goto(f"{demo.url}/admin/counts/")
    page.fill("#id_username", COUNTER)
    page.fill("#id_password", demo.password)
    page.keyboard.press("Enter")
    page.locator("#scan").fill(BOX)
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name=f"Count box {BOX}")).to_be_visible()
    page.locator("input[name=counter]").nth(1).fill("count-2")
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name=f"Count sheet · box {BOX}")).to_be_visible()
    page.locator("[name=d100]").fill("17+4")
    page.get_by_role("button", name="Keep for later").focus()
    page.keyboard.press("Enter")
    page.wait_for_url("**/admin/counts/")
    page.get_by_role("link", name=BOX).focus()
    page.keyboard.press("Enter")
    expect(page.locator("[name=d100]")).to_have_value("17+4")
    expect(page.locator("#total")).to_have_text("21.00")
    context.close()


def test_two_count_a_box_with_the_keyboard_correct_a_line_and_sign(
    browser: Browser, demo: Demo
) -> None:
    started_without_scripts(browser, demo)
    with visit(browser, demo, COUNTER) as someone:
        page, keys = someone.page, someone.page.keyboard
        press(page, "F8")
        page.wait_for_url("**/admin/counts/")
        expect(page.locator("#scan")).to_be_focused()
        keys.type(UNKNOWN)
        keys.press("Enter")
        expect(page.locator("#said")).to_contain_text(f"No table ever had a box {UNKNOWN}")
        expect(page.locator("#scan")).to_be_focused()
        keys.type(BOX)  # a scanner takes nothing away that stands there
        keys.press("Enter")
        page.wait_for_selector("#lines")
        type_the_lines(page)
        fits(someone)
        keys.press("Enter")
        expect(page.locator("#needed")).to_contain_text("Still to sign: count-1, then count-2")
        fits(someone)
        correct_a_line(someone)
        for signer in ("count-1", "count-2"):
            expect(page.locator(".next")).to_contain_text(signer)
            expect(page.locator(".next [data-sign]")).to_be_focused()
            keys.type(demo.password)
            keys.press("Enter")
            expect(page.locator(".signs > div", has_text=signer)).to_contain_text("signed")
            expect(page.locator(".next")).not_to_contain_text(signer)
        expect(page.locator(".next select[data-sign]")).to_be_focused()
        keys.type("sup-1")
        keys.press("Tab")
        keys.type(demo.password)
        keys.press("Enter")
        expect(page.locator("#needed")).to_contain_text("Every signature is there")
        assert someone.faults == []
        printed(someone)
    the_chain_is_whole(browser, demo)


def test_a_scan_that_comes_before_the_answer_to_the_last_one_takes_its_place(
    browser: Browser, demo: Demo
) -> None:
    with visit(browser, demo, COUNTER) as someone:
        page, keys = someone.page, someone.page.keyboard
        someone.go("/admin/counts/")
        expect(page.locator("#scan")).to_be_focused()
        page.evaluate("document.querySelector('#scan').form.onsubmit = () => false")
        for code in ("B-1", "B-2"):
            keys.type(code)
            keys.press("Enter")
        expect(page.locator("#scan")).to_have_value("B-2")
        assert someone.faults == []


def type_the_lines(page: Page) -> None:
    """Enter goes on, arrows move, an empty line is none, and a running total is told."""
    keys = page.keyboard
    expect(page.locator("[name=d100]")).to_be_focused()  # the first that is empty
    for line in LINES:
        keys.press("Control+A")
        keys.type(line)
        keys.press("Enter")
    expect(page.locator("#enter")).to_be_focused()
    expect(page.locator("[name=d500]")).to_have_value("3\N{MULTIPLICATION SIGN}20")
    expect(page.locator("tr", has=page.locator("[name=d200]"))).to_contain_text("counted, none")
    page.locator("[name=d500]").focus()
    keys.press("ArrowDown")
    expect(page.locator("[name=d1000]")).to_be_focused()
    keys.press("Delete")
    keys.press("ArrowUp")
    expect(page.locator("[name=d500]")).to_be_focused()
    expect(page.locator("#in")).to_have_text("7 lines in, 1 to go")
    keys.press("ArrowDown")
    keys.type("0")
    expect(page.locator("#in")).to_have_text("8 lines in, 0 to go")
    expect(page.locator("#total")).to_have_text("411.00")
    page.locator("#enter").focus()


def correct_a_line(someone: Visit) -> None:
    """The old figure is struck, with who, when and why."""
    page, keys = someone.page, someone.page.keyboard
    expect(page.locator(".next [data-sign]")).to_be_focused()
    press(page, "Escape", "e")
    page.wait_for_url("**?correct=1")
    expect(page.locator("[name=d100]")).to_be_focused()
    keys.press("Control+A")
    keys.type("20")
    page.locator("[name=d10000]").focus()
    keys.press("Enter")
    expect(page.locator("#reason")).to_be_focused()
    page.locator("#reason").fill("a chip \N{RIGHT-TO-LEFT OVERRIDE}of another table")
    keys.press("Enter")
    expect(page.locator("#no-reason")).to_contain_text("An invisible character")
    expect(page.locator("#reason")).to_be_focused()
    someone.faults.clear()  # the browser's word for 422
    page.locator("#reason").fill("a chip of another table")
    keys.press("Enter")
    expect(page.locator("del")).to_have_text("21 (21.00)")
    expect(page.locator(".cnote", has=page.locator("del"))).to_contain_text("by count-1: a chip")
    expect(page.locator("#total")).to_have_text("410.00")
    fits(someone)


def fits(someone: Visit) -> None:
    """The whole sheet is one screen, and axe finds nothing serious on it."""
    size = "[document.documentElement.scrollWidth, document.documentElement.scrollHeight]"
    found = someone.page.evaluate(size)
    assert found == [1280, 720], found
    if AXE.is_file():
        assert someone.serious() == []


def printed(someone: Visit) -> None:
    """On paper there is the sheet alone, with names under it; the same is a PDF."""
    page = someone.page
    page.emulate_media(media="print")
    for gone in ("#header", "#house-nav", ".tools"):
        expect(page.locator(gone).first).not_to_be_visible()
    for there in ("table.sheet", "del", ".signs", "dl.facts", "p.paper"):
        expect(page.locator(there).first).to_be_visible()
    expect(page.locator(".signs")).to_contain_text("sup-1")
    link = page.get_by_role("link", name="Print the sheet", include_hidden=True)
    sheet = page.request.get(f"{someone.demo.url}{link.get_attribute('href')}")
    assert (sheet.status, sheet.headers["content-type"]) == (200, "application/pdf")
    assert sheet.body().startswith(b"%PDF-")


def the_chain_is_whole(browser: Browser, demo: Demo) -> None:
    """The box's page tells where it was; a counter is told nothing of what it should hold."""
    for name, is_told in ((COUNTER, False), ("demo-supervisor", True)):
        with visit(browser, demo, name) as someone:
            assert someone.go(f"/admin/boxes/{BOX}/") == 200
            main = someone.page.locator("main").inner_text()
            assert "accepted by the last signature: $410.00" in main
            assert ("recorded" in main) == is_told
            assert someone.faults == []
            if AXE.is_file():
                assert someone.serious() == []
