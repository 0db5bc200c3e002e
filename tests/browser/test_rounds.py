"""A disputed round in real Chromium: found, stepped through, explained, corrected, printed."""

import re
from typing import Final

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.conftest import Demo, needs_browser
from tests.browser.paths.rounds import ROUND
from tests.browser.visits import Visit, press, visit

pytestmark = [pytest.mark.slow, needs_browser]

SUPERVISOR: Final = "demo-supervisor"


def at(page: Page) -> tuple[int, int]:
    """The step that is shown, of how many."""
    said = page.locator(".step").first.inner_text()
    found = re.search(r"step (\d+) of (\d+)", said)
    assert found, said
    return int(found[1]), int(found[2])


def step_by(page: Page, key: str, step: int) -> None:
    """Press a key and wait until the step is shown."""
    press(page, key)
    expect(page.locator("#step")).to_have_value(str(step))
    assert at(page)[0] == step


def test_a_round_is_stepped_through_by_keys_and_slider(browser: Browser, demo: Demo) -> None:
    with visit(browser, demo, SUPERVISOR) as someone:
        page = someone.page
        someone.go(ROUND)
        last, steps = at(page)
        assert last == steps
        step_by(page, "Home", 1)
        expect(page.locator(".said")).to_contain_text("Round 3 opens")
        step_by(page, "ArrowRight", 2)
        step_by(page, "ArrowRight", 3)
        step_by(page, "ArrowLeft", 2)
        assert page.url.endswith("?step=2"), "the address follows"
        step_by(page, "End", steps)
        page.locator("#step").focus()
        page.keyboard.press("ArrowLeft")
        expect(page.locator(".step").first).to_contain_text(f"step {steps - 1} of {steps}")
        expect(page.locator("#step")).to_be_focused()
        page.locator("#step").blur()
        press(page, "w")
        expect(page.locator("#coverage")).to_be_focused()
        press(page, "g")
        expect(page.locator("#at")).to_be_focused()
        page.keyboard.press("Escape")
        page.locator("#at").blur()
        press(page, "PageUp")
        page.wait_for_url("**/rounds/T01/2/")
        press(page, "PageDown")
        page.wait_for_url("**/rounds/T01/3/")
        assert someone.faults == []


def test_a_new_floor_manager_finds_explains_corrects_and_prints_a_disputed_round(
    browser: Browser, demo: Demo
) -> None:
    with visit(browser, demo, SUPERVISOR) as someone:
        page = someone.page
        page.wait_for_url("**/admin/floor/")
        someone.picture("1-floor")
        page.keyboard.type("02")
        page.keyboard.press("Enter")
        page.wait_for_url("**/rounds/T02/")
        number = page.locator("tr", has_text="settled").last.locator("a[data-move]").inner_text()
        press(page, "/")
        expect(page.locator("#search")).to_be_focused()
        page.keyboard.type(f"T02 {number}")
        page.keyboard.press("Enter")
        page.wait_for_url("**/search/**")
        someone.picture("2-found")
        page.get_by_role("link", name=f"T02 · round {number}", exact=True).click()
        expect(page.locator("td.why").first).to_contain_text("$")
        someone.picture("3-explained")
        _correct(someone)
        page.wait_for_url(f"**/rounds/T02/{number}/")
        expect(page.get_by_role("heading", name="What revision 2 changed")).to_be_visible()
        press(page, "1")
        expect(page.get_by_role("heading", name="Settlement, revision 1")).to_be_visible()
        press(page, "2")
        expect(page.get_by_role("heading", name="Settlement, revision 2")).to_be_visible()
        someone.picture("6-corrected")
        assert someone.faults == []
        _printed(someone, number)


def _correct(someone: Visit) -> None:
    """The first game wager was ten dollars more."""
    page = someone.page
    press(page, "e")
    page.wait_for_url("**/correct/")
    line = page.locator("input[name^=facts-][value*='kind=game']").first
    facts = line.input_value()
    cents = re.search(r"amount_cents=(\d+)", facts)
    assert cents
    line.fill(facts.replace(cents[0], f"amount_cents={int(cents[1]) + 1_000}"))
    for stands in page.locator("input[name^=stands-]").all():
        stands.check()  # a limit, or a split's equal stake
    page.fill("#reason", "the camera shows a second chip")
    someone.picture("4-correction")
    page.get_by_role("button", name="Preview").click()
    expect(page.get_by_role("heading", name="What it would change")).to_be_visible()
    expect(page.get_by_role("heading", name="What revision 2 changed")).to_be_visible()
    someone.picture("5-preview")
    page.get_by_role("button", name="Record the correction").click()


def _printed(someone: Visit, number: str) -> None:
    """On paper there is no navigation; the sheet is a PDF."""
    page = someone.page
    page.emulate_media(media="print")
    for gone in ("#header", "#house-nav", ".keys", ".tools", ".step .go"):
        expect(page.locator(gone).first).not_to_be_visible()
    expect(page.locator("td.why").first).to_be_visible()
    someone.picture("7-printed")
    sheet = page.request.get(f"{someone.demo.url}/admin/rounds/T02/{number}/sheet/")
    assert (sheet.status, sheet.headers["content-type"]) == (200, "application/pdf")
    assert sheet.body().startswith(b"%PDF-")


def test_without_scripts_a_round_is_stepped_through_by_tab_and_enter(
    browser: Browser, demo: Demo
) -> None:
    context = browser.new_context(java_script_enabled=False)
    page = context.new_page()
    page.goto(f"{demo.url}{ROUND}?step=1")
    page.fill("#id_username", SUPERVISOR)
    page.fill("#id_password", demo.password)
    page.click("#login-form button")
    page.get_by_role("link", name="on →").focus()
    page.keyboard.press("Enter")
    expect(page.locator(".step").first).to_contain_text("step 2 of")
    page.locator("#at").fill("1000000")
    page.keyboard.press("Enter")
    expect(page.locator("#round")).to_contain_text("Settled, revision 1")
    context.close()


def test_who_may_not_correct_is_offered_no_correction(browser: Browser, demo: Demo) -> None:
    with visit(browser, demo, "demo-cage") as someone:
        assert someone.go(ROUND) == 200
        expect(someone.page.get_by_role("link", name="Dispute sheet")).to_be_visible()
        expect(someone.page.get_by_role("link", name="Correct")).to_have_count(0)
        assert someone.go(f"{ROUND}correct/") == 403
