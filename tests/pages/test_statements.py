"""Statements as a browser gets them: accounts, persons, journals, the trial balance; their cost."""

import re

import pytest

from cardroom.pages.reconcile.figures import amount, signed
from tests.counting import CountRoom
from tests.pages.money import ON_THE_DAY, a_counted_room, at_the_door, of_box, page, row
from tests.pages.reading import statements
from tests.played import TABLE
from tests.reconciling import DAY

pytestmark = pytest.mark.django_db
PATH = f"/admin/statements/{ON_THE_DAY}"
PERSON = f"/admin/statements/person/P-1002/{ON_THE_DAY}"
ROUND = f"/admin/statements/round/{TABLE}/1/"


def all_counted() -> CountRoom:
    """A house of which nothing is withheld from anybody."""
    room = a_counted_room()
    room.removed = room.change_box(box_out="B-2")
    room.counted(start={"box": "B-2"}, denominations={"100": 1})
    return room


def test_the_trial_balance_is_that_of_the_api_and_comes_to_nothing() -> None:
    room = a_counted_room()
    told = page(at_the_door("aud-1"), PATH)
    balance = room.auditor.read(f"ledger/trial-balance?gaming_day={DAY}")
    trial = told.partition("<h2>Trial balance</h2>")[2]
    assert "comes to 0.00" in trial
    assert trial.count("<tr>") == len(balance["items"]) + 2
    for one in balance["items"]:
        for cents in (one["received_cents"], one["given_cents"], one["balance_cents"]):
            assert f">{amount(cents)}</td>" in trial
    foot = trial.partition("<tfoot>")[2]
    assert f">{amount(balance['received_cents'])}</td>" in foot
    assert ">0.00</td>" in foot


def test_accounts_are_listed_by_kind_and_lead_to_what_they_hold() -> None:
    room = a_counted_room()
    inspector = at_the_door("aud-1")
    told = page(inspector, f"{PATH}&kind=vault")
    assert "person:P-1002" not in told
    link = f"/admin/statements/account/vault:collection/{ON_THE_DAY}"
    assert ">9.00</td>" in row(told, link)
    journals = page(inspector, link)
    assert "count: " in journals
    assert "+9.00" in journals
    assert f'"{PERSON}"' in page(inspector, f"{PATH}&kind=person")
    for code in ("box:B-1:collection", "over_short:collection", "count_room:collection"):
        assert inspector.get(f"/admin/statements/account/{code}/{ON_THE_DAY}").status_code == 200
    assert "Nothing was posted to" in page(inspector, f"/admin/statements/account/x/{ON_THE_DAY}")
    accounts = room.auditor.read(f"ledger/accounts?gaming_day={DAY}&limit=500")["items"]
    assert page(inspector, PATH).count("data-move") == min(len(accounts), 50)
    assert "There is no account behind that." in page(inspector, f"{PATH}&after=zzz")


def test_a_persons_statement_is_that_of_the_api_with_links_to_each_round() -> None:
    room = a_counted_room()
    inspector = at_the_door("aud-1")
    told = page(inspector, PERSON)
    found = room.auditor.read(f"ledger/statements/{DAY}/P-1002")
    for cents in (found["opening_cents"], found["received_cents"], found["closing_cents"]):
        assert f">{amount(cents)}</dd>" in told
    assert found["items"]
    lines = re.findall(r"<tr><td class=\"nowrap\">.*?</tr>", told)
    assert len(lines) == len(found["items"])
    for one, line in zip(found["items"], lines, strict=True):
        assert f">{signed(one['amount_cents'])}</td>" in line
        assert f'href="/admin/rounds/{TABLE}/{one["round"]}/"' in line
        assert f'href="/admin/statements/round/{TABLE}/{one["round"]}/"' in line
    assert re.search(r"fee collected: seat \d, player, collection", told)
    assert re.search(r"settlement: line \d, seat \d, hand 1, game wager", told)


def test_a_person_is_asked_for_by_name() -> None:
    a_counted_room()
    inspector = at_the_door("aud-1")
    asked = inspector.client.get(PATH, {"player": " P-1002 ", "day": DAY})
    assert (asked.status_code, asked["Location"]) == (302, PERSON)
    slashed = inspector.client.get(PATH, {"player": "a/b ?", "day": DAY})
    assert "Nothing was posted to a/b ?" in page(inspector, slashed["Location"])
    for nonsense in ({"player": "\0"}, {"after": "\0"}):
        assert inspector.client.get(PATH, nonsense).status_code == 404
    assert inspector.get("/admin/statements/person/%00/").status_code == 404
    assert inspector.get("/admin/statements/account/%00/").status_code == 404


def test_the_journal_of_a_round_is_a_link_away_from_its_replay() -> None:
    room = a_counted_room()
    inspector = at_the_door("aud-1")
    assert f'href="{ROUND}"' in page(inspector, f"/admin/rounds/{TABLE}/1/")
    told = page(inspector, ROUND)
    found = room.auditor.read(f"ledger/journals?table={TABLE}&round=1&limit=200")["items"]
    assert told.count('<tbody class="journal">') == min(len(found), 50)
    for one in found:
        assert sum(entry["amount_cents"] for entry in one["entries"]) == 0
        for entry in one["entries"]:
            assert f">{signed(entry['amount_cents'])}</td>" in told
    assert f'href="{PERSON}"' in told
    assert "No money has moved by this round." in page(
        inspector, f"/admin/statements/round/{TABLE}/99/"
    )
    assert inspector.get(f"{ROUND}?after=999999999").status_code == 404


def test_who_sees_rounds_and_no_money_is_offered_no_journal() -> None:
    a_counted_room()
    told = page(at_the_door("floor-7"), f"/admin/rounds/{TABLE}/1/")
    assert "/admin/statements/" not in told


def test_who_may_count_is_told_no_balance_that_an_uncounted_box_follows_from() -> None:
    room = a_counted_room()
    cashier = at_the_door("cage-1")
    told = page(cashier, PATH)
    assert ">withheld</td>" in told
    assert "comes to 0.00" in told
    assert ">withheld</dd>" in page(cashier, PERSON)
    room.evening.play()
    hidden = page(cashier, f"/admin/statements/round/{TABLE}/2/")
    assert "None is told to who may count boxes" in hidden
    assert '<tbody class="journal">' in page(cashier, ROUND)


def test_what_is_counted_is_told_to_everybody() -> None:
    all_counted()
    for who in ("cage-1", "aud-1"):
        told = page(at_the_door(who), PERSON)
        assert "withheld" not in told
        assert "Closing balance" in told


def test_statements_are_given_page_by_page() -> None:
    room = a_counted_room()
    room.evening.play(2, at_once=15)
    inspector = at_the_door("aud-1")
    first = page(inspector, PERSON)
    more = re.search(r'href="(\?[^"]+)">More', first)
    assert more
    rest = page(inspector, PERSON.partition("?")[0] + more[1].replace("&amp;", "&"))
    numbers = [re.findall(r'href="/admin/rounds/T01/(\d+)/"', told) for told in (first, rest)]
    lines = room.auditor.read(f"ledger/statements/{DAY}/P-1002?limit=500")["items"]
    assert [*map(int, numbers[0] + numbers[1])][: len(lines)] == [one["round"] for one in lines][
        : len(numbers[0] + numbers[1])
    ]


def test_a_page_takes_as_many_statements_whatever_was_played(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    room = a_counted_room()
    paths = (f"/admin/reconcile/{ON_THE_DAY}", of_box(room), f"{of_box(room)}rounds/",
             f"/admin/day/{ON_THE_DAY}", PATH, PERSON, ROUND,
             f"/admin/statements/account/vault:collection/{ON_THE_DAY}",
             f"/admin/reconcile/trends/{ON_THE_DAY}")  # fmt: skip
    inspector = at_the_door("aud-1")
    few = {path: statements(inspector, path, monkeypatch) for path in paths}
    room.evening.play(2, at_once=15)
    assert {path: statements(inspector, path, monkeypatch) for path in paths} == few
    *others, trends = few.values()
    assert max(others) <= 48, few
    assert trends <= 130, few
