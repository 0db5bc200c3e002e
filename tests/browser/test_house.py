"""The house set up in real Chromium: by the keyboard alone, and a key that is shown once."""

import re
from typing import Final

import pytest
from playwright.sync_api import Browser, Error, Page, expect

from tests.browser.conftest import Demo, needs_axe, needs_browser
from tests.browser.paths.setup import LOGINS
from tests.browser.visits import Look, Visit, press, visit

pytestmark = [pytest.mark.slow, needs_browser]

SUPERVISOR: Final = "demo-supervisor"
ADMINISTRATOR: Final = "demo-administrator"


def tab_to(page: Page, place: str) -> None:
    """Tab on until something has the focus."""
    for _ in range(80):
        page.keyboard.press("Tab")
        if page.evaluate("(place) => document.activeElement.matches(place)", place):
            return
    raise AssertionError(f"no way to {place} by Tab")


def typed(page: Page, place: str, text: str) -> None:
    """Tab to a field and type."""
    tab_to(page, place)
    page.keyboard.type(text)


def went_wrong(someone: Visit) -> list[str]:
    """What went wrong, but that the browser tells of a form that was refused."""
    return [fault for fault in someone.faults if "422 (Unprocessable Entity)" not in fault]


def previewed_and_recorded(page: Page, reason: str) -> None:
    """From the last field on: say why, look at what it would change, record it."""
    tab_to(page, "#reason")
    page.keyboard.type(reason)
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name="What it would change")).to_be_visible()
    expect(page.locator(".panel.preview")).to_be_focused()
    tab_to(page, "button.default[value=record]")
    page.keyboard.press("Enter")


def test_a_person_is_added_by_the_keyboard_alone(browser: Browser, demo: Demo) -> None:
    with visit(browser, demo, SUPERVISOR) as someone:
        page = someone.page
        press(page, "h")
        page.wait_for_url("**/admin/house/")
        tab_to(page, "a[href='/admin/house/add/person/']")
        page.keyboard.press("Enter")
        expect(page.locator("#own_code")).to_be_focused()
        page.keyboard.type("two words")
        tab_to(page, "[name=roles][value=floor]")
        page.keyboard.press("Space")
        typed(page, "#reason", "the new floor manager")
        page.keyboard.press("Enter")
        expect(page.locator("#own_code-fault")).to_contain_text("A code of letters")
        expect(page.locator("#own_code")).to_be_focused()
        expect(page.locator("[name=roles][value=floor]")).to_be_checked()
        page.keyboard.press("Control+a")
        page.keyboard.type("floor-33")
        previewed_and_recorded(page, "")
        page.wait_for_url("**/admin/house/person/floor-33/")
        versions = page.locator("#version-1")
        expect(versions).to_contain_text("sup-1")
        expect(versions).to_contain_text("the new floor manager")
        assert went_wrong(someone) == []


def test_a_fee_schedule_is_added_by_the_keyboard_alone(browser: Browser, demo: Demo) -> None:
    with visit(browser, demo, SUPERVISOR) as someone:
        page = someone.page
        someone.go("/admin/house/add/fee_schedule/")
        expect(page.locator("#own_code")).to_be_focused()
        page.keyboard.type("FS-KEYS")
        typed(page, "#approval", "GEGA-DEMO-7")
        typed(page, "#option", "3")
        typed(page, "#effective_from", "12012026")
        typed(page, "#rates-0-basis", "own")
        typed(page, "#rates-0-to_cents", "100")
        typed(page, "#rates-0-fee_cents", "1")
        tab_to(page, "button[value=add-rates]")
        page.keyboard.press("Enter")
        expect(page.locator("#rates-1-role")).to_be_focused()
        expect(page.locator("#rates-0-to_cents")).to_have_value("100")
        typed(page, "#rates-1-basis", "own")
        typed(page, "#rates-1-from_cents", "100.01")
        typed(page, "#rates-1-fee_cents", "2")
        previewed_and_recorded(page, "the new approval")
        page.wait_for_url("**/admin/house/fee_schedule/FS-KEYS/")
        expect(page.locator(".facts-of")).to_contain_text("$1 from the player, by the wager, $0 to")
        assert went_wrong(someone) == []


def test_a_key_is_issued_shown_once_and_works(browser: Browser, demo: Demo) -> None:
    with visit(browser, demo, SUPERVISOR) as someone:
        page = someone.page
        someone.go("/admin/house/keys/issue/")
        expect(page.locator("#name")).to_be_focused()
        page.keyboard.type("tablet of table 1")
        tab_to(page, "[name=tables][value=T01]")
        page.keyboard.press("Space")
        previewed_and_recorded(page, "a new tablet")
        field = page.locator("#secret")
        expect(field).to_be_focused()
        token = field.input_value()
        assert re.fullmatch(r"crk_[0-9a-f]{12}_[0-9a-f]{64}", token)
        assert token not in page.url
        expect(page.get_by_role("button", name="Copy")).to_be_visible()
        headers = {"Authorization": f"Bearer {token}"}
        table = f"{demo.url}/api/v1/tables/T01"
        assert page.request.get(table, headers=headers).status == 200
        page.get_by_role("link", name="I have it").click()
        expect(page.locator(".facts-of")).to_contain_text("tablet of table 1")
        assert token.split("_")[2] not in page.content()
        with pytest.raises(Error, match="ERR_CACHE_MISS"):
            page.go_back()  # the answer to a form isn't kept, so nobody sees the key again
        listed = page.request.get(f"{demo.url}/admin/house/keys/").text()
        assert "tablet of table 1" in listed
        assert token not in listed


def test_a_fee_schedule_that_is_needed_says_by_what_and_stays(browser: Browser, demo: Demo) -> None:
    with visit(browser, demo, SUPERVISOR) as someone:
        page = someone.page
        someone.go("/admin/house/fee_schedule/FS-FLAT/retire/")
        expect(page.get_by_role("alert")).to_contain_text("Offering PURE-NET")
        expect(page.locator("#reason")).to_have_count(0)
        assert went_wrong(someone) == []


def test_an_offering_is_changed_without_scripts(browser: Browser, demo: Demo) -> None:
    context = browser.new_context(java_script_enabled=False)
    page = context.new_page()
    page.goto(f"{demo.url}/admin/house/offering/FLYER-NET/change/")
    page.fill("#id_username", SUPERVISOR)
    page.fill("#id_password", demo.password)
    page.click("#login-form button")
    page.fill("#limits-game-1", "600")
    page.fill("#reason", "as the tables ask for it")
    page.get_by_role("button", name="Preview").click()
    expect(page.locator("section.preview del")).to_have_text("$500")
    expect(page.locator("section.preview ins")).to_have_text("$600")
    page.fill("#limits-game-1", "700")
    page.get_by_role("button", name="Record it").click()
    expect(page.get_by_role("alert")).to_contain_text("changed after the preview")
    page.get_by_role("button", name="Record it").click()
    expect(page.locator("#version-2")).to_contain_text("$700")
    context.close()


def test_the_pages_of_log_ins_keep_the_policy_and_show_a_square_for_the_phone(
    browser: Browser, demo: Demo
) -> None:
    with visit(browser, demo, ADMINISTRATOR) as someone:
        page = someone.page
        for path in LOGINS:
            assert someone.go(path) == 200, path
            assert page.evaluate("document.documentElement.scrollWidth") <= 1280, path
        someone.go("/admin/house/person/house-1/codes/")
        typed(page, "#reason", "a new phone")
        page.keyboard.press("Enter")
        expect(page.locator("#secret")).to_have_value(re.compile("otpauth://totp/"))
        box = page.locator("svg.square").bounding_box()
        assert box
        assert box["width"] == box["height"] >= 200
        assert went_wrong(someone) == []


@needs_axe
@pytest.mark.parametrize("look", ["light", "dark"])
def test_no_page_of_log_ins_has_a_serious_issue(browser: Browser, demo: Demo, look: Look) -> None:
    with visit(browser, demo, ADMINISTRATOR, look=look) as someone:
        for path in LOGINS:
            someone.go(path)
            assert someone.serious() == [], path
