"""The house's set-up as a browser gets it: added, changed, out of use, refused at the field."""

import re
from typing import Any, Final

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from cardroom import clock
from cardroom.house import editing, houses, item_views
from cardroom.house.history.telling import told
from cardroom.house.items import Kind
from cardroom.house_games import GAMES
from cardroom.pages.asked import NO_CODE, NO_REASON, TOO_LONG, WRONG_CODE
from cardroom.pages.setup.changing import ANOTHER
from cardroom.pages.setup.signing import NOT_PREVIEWED
from tables.verify import Counts, verify
from tests.pages.people import HOUSE, load_the_house, signed_in
from tests.pages.setting_up import code_of, hidden, record, send, words

pytestmark = pytest.mark.django_db

PERSON: Final = {"own_code": "floor-8", "login": "", "roles": ["floor"]}
SCHEDULE: Final = {
    "own_code": "FS-NEW", "approval": "GEGA-9", "option": "1", "effective_from": "2026-12-01",
    "effective_to": "", "timing": "before_deal", "max_rates": "5", "rates": "3",
    "rates-0-role": "player", "rates-0-basis": "own_wager", "rates-0-to_cents": "100",
    "rates-0-fee_cents": "1",
    "rates-1-role": "player", "rates-1-basis": "own_wager", "rates-1-from_cents": "100.01",
    "rates-1-fee_cents": "2.50", "rates-1-kinds": ["game", "buster"],
    "rates-2-role": "player", "rates-2-basis": "flat",
}  # fmt: skip
OFFERING: Final = {
    "own_code": "FLY-2", "game": "no-bust-21.5", "decks": "8", "seats": "7", "fee_schedule": "FS-1",
    "coverage_policy": "matched_gross", "rotation_profile": "two_hands",
    "limits-game-0": "10", "limits-game-1": "500",
    "limits-player_dealer-0": "100", "limits-player_dealer-1": "10,000",
}  # fmt: skip
COMPANY: Final = {
    "own_code": "NEW", "licence": "TPPPS-9", "contract_from": "2026-12-01", "max_tables": "4",
    "contract_to": "2027-12-01", "games": ["pure-21.5"], "hours": "2", "hours-0-from": "10:00",
    "hours-0-to": "04:00", "hours-1-from": "", "hours-1-to": "", "badges": "2",
    "badges-0-number": "N-1", "badges-1-number": "N-2", "badges-1-expires_on": "2027-06-30",
}  # fmt: skip
PAYTABLE: Final = {
    "own_code": "own-b", "bet": "buster", "rows": "6",
    **{f"rows-{at}-count": str(at + 3) for at in range(6)},
    **{f"rows-{at}-odds": str(odds) for at, odds in enumerate((2, 2, 4, 15, 50, 250))},
}  # fmt: skip
NEW: Final[dict[Kind, dict[str, Any]]] = {
    "person": PERSON,
    "shift": {"own_code": "late", "starts": "02:00"},
    "tppps": COMPANY,
    "fee_schedule": SCHEDULE,
    "paytable": PAYTABLE,
    "offering": OFFERING,
    "table": {"own_code": "T99"},
}
CHANGED: Final[dict[Kind, dict[str, Any]]] = {
    "person": {"roles": ["cage", "floor"]},
    "shift": {"starts": "03:00"},
    "tppps": {"hours-1-from": "05:00", "hours-1-to": "06:00", "badges-0-gone": "on"},
    "fee_schedule": {"rates-1-fee_cents": "3"},
    "paytable": {"rows-5-odds": "300"},
    "offering": {"limits-game-1": "600"},
}
# What the page of the changed item says of the change: struck, and anew.
SAID: Final[dict[Kind, tuple[str, str]]] = {
    "person": ("floor manager", "cashier, floor manager"),
    "shift": ("02:00", "03:00"),
    "tppps": ("N-1", "05:00 to 06:00"),
    "fee_schedule": (
        "$2.50 from the player, by the wager of Game wager, Buster, from $100.01",
        "$3 from the player, by the wager of Game wager, Buster, from $100.01",
    ),
    "paytable": ("8 pays 250 to 1", "8 pays 300 to 1"),
    "offering": ("$500", "$600"),
}


def newest(kind: Kind, code: str) -> item_views.ItemView:
    """The newest version of an item."""
    return item_views.versions(HOUSE, kind, code)[0]


@pytest.mark.slow
@pytest.mark.parametrize("kind", NEW)
def test_each_kind_is_added_changed_and_taken_out_of_use_by_a_version_and_an_event(
    kind: Kind,
) -> None:
    load_the_house()
    boss, code = signed_in("admin"), str(NEW[kind]["own_code"])
    path = f"/admin/house/{kind}/{code}/"
    response = record(boss, f"/admin/house/add/{kind}/", NEW[kind], code=code_of(boss))
    assert (response.status_code, response["Location"]) == (302, path)
    if kind in CHANGED:
        boss = signed_in("supervisor")
        form = NEW[kind] | CHANGED[kind]
        response = record(boss, f"{path}change/", form, code=code_of(boss))
        assert response.status_code == 302, words(response)
        was, now = SAID[kind]
        page = words(boss.get(path))
        assert f"<del>{was}</del>" in page
        assert f"<ins>{now}</ins>" in page
    boss = signed_in("admin")
    retired = send(boss, f"{path}retire/", {}, do="record", code=code_of(boss))
    assert retired.status_code == 302, words(retired)
    assert "Taken out of use" in words(boss.get(path))
    changes = list(told(HOUSE, kind=kind, code=code))
    by = ["boss", "person:only-supervisor", "boss"] if kind in CHANGED else ["boss", "boss"]
    assert [(one.recorded_by, one.reason) for one in changes] == [(who, "as agreed") for who in by]
    assert newest(kind, code).retired
    assert list(verify(Counts())) == []


def test_the_houses_own_settings_are_changed() -> None:
    load_the_house()
    held = newest("house", HOUSE).facts
    scheduled = {**held, "reports": {**held["reports"], "fees": {"wait_minutes": 360}}}
    editing.put(house=HOUSE, kind="house", facts=scheduled, games=GAMES, now=clock.now())
    schedule = newest("house", HOUSE).facts["reports"]
    boss, path = signed_in("admin"), "/admin/house/house/CASES/change/"
    form = {
        "name": "Case Card Club", "timezone": "America/Los_Angeles", "gaming_day_starts": "07:00",
        "sandbox": "on", "void_fee": "refunded", "box_policy-counters": "3",
        "box_policy-signer_differs_from_counters": "on", "tolerances-assess_cents": "2.50",
        "tolerances-count_basis_points": "0.5",
    }  # fmt: skip
    assert record(boss, path, form, code=code_of(boss)).status_code == 302
    facts = newest("house", HOUSE).facts
    assert facts["reports"] == schedule, "which has a page of its own"
    assert schedule["fees"]["wait_minutes"] == 360
    assert facts["box_policy"] == {
        "collector_differs_from_counters": False,
        "counters": 3,
        "signer_differs_from_counters": True,
    }
    assert (facts["tolerances"]["assess_cents"], facts["tolerances"]["assess_basis_points"]) == (
        250,
        None,
    )
    assert facts["tolerances"]["count_basis_points"] == 50
    page = words(boss.get("/admin/house/house/CASES/"))
    for said in ("<del>06:00</del>", "<ins>07:00</ins>", "<del>is kept</del>", "0.5 %", "$2.50"):
        assert said in page
    for said in ("Fees may be off by", "Fees may be off by, %", "A count may be off by, %"):
        assert f'<span class="quiet">{said}</span>' in page or f">{said}<" in page
    assert boss.get("/admin/house/add/house/").status_code == 404
    assert boss.get("/admin/house/house/CASES/retire/").status_code == 404


@pytest.mark.slow
def test_the_facts_of_an_item_stand_in_its_form_and_change_nothing_as_they_stand() -> None:
    load_the_house()
    boss = signed_in("admin")
    for view in item_views.newest(HOUSE):
        path = f"/admin/house/{view.kind}/{view.code}/change/"
        page = boss.get(path).content.decode()
        form: dict[str, Any] = {}
        for tag in re.findall(r"<input [^>]*>", page):
            at = dict(re.findall(r'([a-z]+)="([^"]*)"', tag))
            if at.get("type") == "checkbox" and " checked" not in tag:
                continue
            form.setdefault(at.get("name", ""), []).append(at.get("value", "on"))
        for name, inner in re.findall(
            r'<select id="[^"]*" name="([^"]+)"[^>]*>(.*?)</select>', page
        ):
            form[name] = re.findall(r'value="([^"]*)" selected', inner)
        answer = boss.client.post(path, form | {"reason": "a look", "do": "preview"})
        assert "Nothing: the house says all of this already." in words(answer), (path, form)


@pytest.mark.parametrize(
    ("kind", "wrong", "name", "said"),
    [
        (
            "person",
            {"own_code": "two words"},
            "own_code",
            "A code of letters, digits and . _ -, at most 64 is needed.",
        ),
        ("person", {"own_code": ""}, "own_code", "This can&#x27;t be left empty."),
        ("person", {"roles": ["king"]}, "roles", "Unknown role &#x27;king&#x27;; there are:"),
        ("shift", {"starts": "25:00"}, "starts", "A time of day is needed, as 14:00."),
        ("tppps", {"contract_to": "2026-01-01"}, "contract_to", "ends before it begins"),
        ("tppps", {"badges-1-number": "N-1"}, "badges-1-number", "badge &#x27;N-1&#x27; is given"),
        ("tppps", {"badges-0-gone": "on", "badges-1-number": "KN-11"}, "badges-1-number", "twice"),
        ("tppps", {"hours-0-to": "10:00"}, "hours-0-from", "is no time at all"),
        ("tppps", {"badges-1-expires_on": "June"}, "badges-1-expires_on", "year-month-day"),
        ("tppps", {"max_tables": "many"}, "max_tables", "Type a whole number"),
        ("fee_schedule", {"rates-1-from_cents": "50"}, "rates-1-role", "Overlaps tier 1: both"),
        ("fee_schedule", {"rates-1-fee_cents": "5 %"}, "rates-1-fee_cents", "in dollars, such as"),
        ("fee_schedule", {"rates": "1"} | {"rates-0-fee_cents": ""}, "rates-0-fee_cents", "empty"),
        ("fee_schedule", {"rates": "0"}, "rates", "A schedule has at least one rate"),
        ("paytable", {"rows-2-count": "9"}, "rows-2-count", "expected the row 5"),
        ("paytable", {"rows-2-count": "4"}, "rows-2-count", "Row 4 is there twice."),
        ("paytable", {"rows-5-odds": "1"}, "rows-5-count", "which never fall as the count rises"),
        ("offering", {"limits-game-0": "900"}, "limits-game-0", "is above $500"),
        ("offering", {"seats": "9"}, "seats", "This is too large: at most 8."),
        ("tppps", {"max_tables": "20000"}, "max_tables", "This is too large: at most 10,000."),
        ("table", {"own_code": "T 1"}, "own_code", "A code of letters, digits"),
        ("offering", {"fee_schedule": "FS-0"}, "fee_schedule", "Unknown fee schedule"),
    ],
)
def test_a_fault_is_said_beside_the_field_and_what_was_typed_survives(
    kind: Kind, wrong: dict[str, Any], name: str, said: str
) -> None:
    load_the_house()
    form = NEW[kind] | wrong
    response = send(signed_in("admin"), f"/admin/house/add/{kind}/", form)
    page = words(response)
    assert response.status_code == 422
    found = re.search(rf'<p class="neg" id="{name}-fault">([^<]*)</p>', page)
    assert found, page[-6000:]
    assert said.casefold() in found[1].casefold(), found[1]
    assert page.count(" autofocus") == 1
    for kept in filter(None, wrong.values()):
        assert f'value="{kept if isinstance(kept, str) else kept[0]}"' in page or kept == "on"
    assert 'value="as agreed"' in page


def test_a_fault_elsewhere_is_said_on_top_in_the_words_of_the_trade() -> None:
    load_the_house()
    boss = signed_in("admin")
    page = words(boss.get("/admin/house/fee_schedule/FS-1/change/"))
    rates = re.search(r'name="rates" value="(\d+)"', page)
    assert rates
    form = {
        "approval": "GEGA-1", "option": "1", "effective_from": "2026-01-01", "max_rates": "5",
        "timing": "before_deal", "rates": "1", "rates-0-role": "player",
        "rates-0-basis": "own_wager", "rates-0-to_cents": "20", "rates-0-fee_cents": "1",
    }  # fmt: skip
    response = send(boss, "/admin/house/fee_schedule/FS-1/change/", form)
    assert response.status_code == 422
    assert "No tier holds $20.01" in words(response)


def test_nothing_is_recorded_without_a_reason_a_right_code_and_a_preview() -> None:
    load_the_house()
    boss, path = signed_in("supervisor"), "/admin/house/add/person/"
    assert boss.phone
    carried = hidden(words(send(boss, path, PERSON)))
    wrong = boss.phone.wrong()[0]
    for more, said in (
        ({"reason": "", "code": wrong}, NO_REASON),
        ({"reason": "x" * 501}, TOO_LONG),
        ({}, NO_CODE),
        ({"code": wrong}, WRONG_CODE),
        ({"shown": "", "code": wrong}, NOT_PREVIEWED),
        ({"roles": ["cage"], "code": wrong}, NOT_PREVIEWED),
    ):
        response = send(boss, path, PERSON | carried | {"code": ""}, do="record", **more)
        assert response.status_code == 422, said
        assert said.replace("'", "&#x27;") in words(response), said
    assert "floor-8" not in houses.facts(HOUSE).people


def put(kind: Kind, facts: dict[str, Any], **more: Any) -> None:
    """Somebody else's change meanwhile."""
    editing.put(house=HOUSE, kind=kind, facts=facts, games=GAMES, now=clock.now(), **more)


def test_who_was_overtaken_is_told_and_goes_on_from_the_newer_version() -> None:
    load_the_house()
    boss, path = signed_in("admin"), "/admin/house/person/floor-7/change/"
    form = {"roles": ["cage"], "login": ""}
    carried = hidden(words(send(boss, path, form)))
    put("person", {"code": "floor-7", "roles": ["drop"]}, by="person:sup-1", reason="moved")
    response = send(boss, path, form | carried, do="record", code=code_of(boss))
    page = words(response)
    assert response.status_code == 422
    assert "you began with version 1, and version 2 holds now" in page
    assert re.search(r'value="cage"[^>]* checked', page), "what was typed survives"
    assert houses.facts(HOUSE).people["floor-7"] == {"drop"}
    again = send(boss, path, form | hidden(page))
    assert "<del>drop team</del>" in words(again)
    done = send(boss, path, form | hidden(words(again)), do="record", code=code_of(boss))
    assert done.status_code == 302
    assert houses.facts(HOUSE).people["floor-7"] == {"cage"}


def test_a_form_that_is_sent_twice_is_one_event() -> None:
    load_the_house()
    boss, path = signed_in("admin"), "/admin/house/add/table/"
    form = NEW["table"]
    carried = hidden(words(send(boss, path, form)))
    code = code_of(boss)
    for _ in range(2):
        response = send(boss, path, form | carried, do="record", code=code)
        assert response.status_code == 302
    assert len(list(told(HOUSE, kind="table", code="T99"))) == 1


def test_a_code_that_there_is_already_is_refused_where_it_is_typed() -> None:
    load_the_house()
    response = send(
        signed_in("admin"), "/admin/house/add/person/", PERSON | {"own_code": "floor-7"}
    )
    assert response.status_code == 422
    assert f'id="own_code-fault">{ANOTHER}' in words(response)


def test_what_is_needed_stays_in_use_and_the_page_says_by_what() -> None:
    load_the_house()
    boss = signed_in("admin")
    page = words(boss.get("/admin/house/fee_schedule/FS-1/retire/"))
    assert "taken out of use yet, for something in use needs it" in page
    assert 'href="/admin/house/offering/' in page
    assert 'name="reason"' not in page
    tried = send(boss, "/admin/house/fee_schedule/FS-1/retire/", {}, do="record", code="1")
    assert tried.status_code == 422
    assert not newest("fee_schedule", "FS-1").retired


def test_what_somebody_changed_meanwhile_is_not_taken_out_of_use() -> None:
    load_the_house()
    boss, path = signed_in("admin"), "/admin/house/person/floor-7/retire/"
    carried = hidden(words(boss.get(path)))
    put("person", {"code": "floor-7", "roles": ["drop"]})
    answer = send(boss, path, carried, do="record", code=code_of(boss))
    assert answer.status_code == 422
    assert "you began with version 1, and version 2 holds now" in words(answer)
    assert not newest("person", "floor-7").retired


def test_what_was_taken_out_of_use_is_brought_back_with_its_facts() -> None:
    load_the_house()
    boss, path = signed_in("admin"), "/admin/house/person/floor-7/"
    assert send(boss, f"{path}retire/", {}, do="record", code=code_of(boss)).status_code == 302
    assert "out of use" in words(boss.get(path))
    boss = signed_in("admin")
    back = record(boss, f"{path}change/", {"roles": ["floor"], "login": ""}, code=code_of(boss))
    assert back.status_code == 302
    assert "Back in use" in words(boss.get(path))
    assert houses.facts(HOUSE).people["floor-7"] == {"floor"}


def test_rows_are_added_without_a_script_and_stop_at_the_most() -> None:
    load_the_house()
    boss, path = signed_in("admin"), "/admin/house/add/fee_schedule/"
    page = words(send(boss, path, SCHEDULE, do="add-rates"))
    assert 'name="rates" value="4"' in page
    assert re.search(r'id="rates-3-role"[^>]* autofocus', page)
    assert 'value="2.50"' in page
    most = words(send(boss, path, SCHEDULE | {"rates": "100"}, do="add-rates"))
    assert 'name="rates" value="100"' in most
    assert "A form has no more than 100" in most
    for odd in ("-1", "1e9", "many"):
        assert send(boss, path, SCHEDULE | {"rates": odd}, do="add-rates").status_code == 200


def test_an_offerings_form_is_that_of_its_game() -> None:
    load_the_house()
    boss, path = signed_in("admin"), "/admin/house/add/offering/"
    assert "limits-game-0" not in words(boss.get(path))
    page = words(send(boss, path, {"game": "pure-21.5"}, do="game"))
    for name in ("paytables-red_flex", "paytables-buster", "limits-red_flex-0"):
        assert f'name="{name}"' in page
    page = words(send(boss, path, {"game": "no-bust-21.5"}, do="game"))
    assert "limits-game-0" in page
    assert "paytables" not in page


def test_who_may_not_set_up_the_house_may_not_change_it_by_any_form() -> None:
    load_the_house()
    for role in ("floor", "cage", "compliance", "audit"):
        person = signed_in(role)
        for path in ("/admin/house/add/person/", "/admin/house/person/floor-7/retire/"):
            assert send(person, path, PERSON, do="record").status_code == 403, (role, path)
    assert "floor-8" not in houses.facts(HOUSE).people


def test_the_overview_is_filtered_by_its_address() -> None:
    load_the_house()
    boss = signed_in("admin")
    page = words(boss.get("/admin/house/?kind=person&q=count"))
    assert "count-1" in page
    assert "floor-7" not in page
    assert 'value="count"' in page
    assert "Fee schedules</h2>" not in page
    assert "Nothing of the house fits" in words(boss.get("/admin/house/?q=no-such-thing"))
    assert "is out of use" in words(boss.get("/admin/house/?kind=person&show=out-of-use"))
    assert boss.get("/admin/house/?kind=zz&show=zz").status_code == 200
    for path in ("/admin/house/zz/a/", "/admin/house/person/nobody/", "/admin/house/add/zz/"):
        assert boss.get(path).status_code == 404, path


@pytest.mark.slow
def test_pages_ask_the_database_as_often_for_a_hundred_items_as_for_ten() -> None:
    load_the_house()
    boss = signed_in("admin")
    paths = (
        "/admin/house/",
        "/admin/house/fee_schedule/FS-1/",
        "/admin/house/fee_schedule/FS-1/change/",
    )

    def asked(path: str) -> int:
        with CaptureQueriesContext(connection) as found:
            assert boss.get(path).status_code == 200
        return len(found)

    before = [max(asked(path), asked(path)) for path in paths]
    load_the_house(more_tables=tuple(f"X{number:03}" for number in range(100)))
    for path in paths:
        asked(path)
    assert [asked(path) for path in paths] == before
    assert max(before) <= 16, before
