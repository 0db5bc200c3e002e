"""A gaming day's last hour in real Chromium: one thing is missing; signed, the day is closed."""

from pathlib import Path
from typing import Final, NamedTuple

import pytest
from playwright.sync_api import expect, sync_playwright
from pytest_django.live_server_helper import LiveServer

from tests.browser.conftest import ALONE, CHROMIUM, needs_browser
from tests.browser.visits import Visit
from tests.counting import CountRoom
from tests.pages.money import ON_THE_DAY, a_counted_room
from tests.pages.people import PASSWORD, Person, given
from tests.phones import Phone, a_phone
from tests.reconciling import DAY, explain, sign

pytestmark = [pytest.mark.slow, needs_browser, pytest.mark.django_db(transaction=True)]

PATH: Final = f"/admin/day/{ON_THE_DAY}"


class Site(NamedTuple):
    """The site in this process, with people whose phones are at hand."""

    url: str
    password: str


def all_but_one_signed(room: CountRoom) -> None:
    """The box that was counted is explained and signed, the one on the table only explained."""
    explain(room, room.since)
    sign(room, room.since)
    explain(room, room.removed)


def closed_in_a_browser(site: Site, supervisor: Person, signs: Phone) -> list[str]:
    """Sign what is missing, close the day; gives what went wrong on the way."""
    assert supervisor.phone
    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=CHROMIUM, args=[*ALONE])
        page = chromium.new_page(viewport={"width": 1280, "height": 720})
        someone = Visit(page, site)
        someone.sign_in(supervisor.name, supervisor.phone.shows())
        someone.go(PATH)
        expect(page.get_by_text("Not yet: 1 thing missing.")).to_be_visible()
        someone.picture("day-1-missing")
        page.keyboard.press("n")
        page.keyboard.press("Enter")
        page.wait_for_url("**/admin/reconcile/**")
        page.keyboard.press("y")
        page.keyboard.type(signs.shows())
        page.keyboard.press("Enter")
        page.get_by_text("Signed").first.wait_for()
        someone.picture("day-2-signed")
        someone.go(PATH)
        expect(page.get_by_text("Nothing is missing: it can be closed.")).to_be_visible()
        page.fill("#reason", "all of it is signed")
        page.get_by_role("button", name="Close the day").click()
        expect(page.get_by_role("alert")).to_contain_text("Type the one-time code")
        expect(page.locator("#reason")).to_have_value("all of it is signed")
        page.fill("#code", signs.shows(later=1))
        page.keyboard.press("Enter")
        expect(page.locator(".gate .figure")).to_have_text("Closed")
        expect(page.locator(".gate")).to_contain_text(f"By {supervisor.name} at")
        someone.picture("day-3-closed")
        chromium.close()
    return someone.faults


def test_a_day_is_closed_once_its_last_finding_is_signed(
    live_server: LiveServer, static_files: Path
) -> None:
    assert static_files.is_dir()
    room = a_counted_room()
    all_but_one_signed(room)
    supervisor, signs = given("sup-2"), a_phone("sup-2")
    site = Site(live_server.url, PASSWORD)
    faults = closed_in_a_browser(site, supervisor, signs)
    assert [fault for fault in faults if "422" not in fault] == []
    closed = room.cage.read(f"gaming-days/{DAY}")["closed"]
    assert (closed["authorised_by"], closed["reason"]) == ("sup-2", "all of it is signed")
