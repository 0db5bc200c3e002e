"""The ledger over HTTP: balances, journals by every way of asking, statements, trial balance."""

from datetime import date, timedelta

import pytest

from tests.api.club import JSON, Caller, refused
from tests.counting import FEE_CENTS, CountRoom
from tests.played import TABLE
from tests.reconciling import close_day, sign_off

pytestmark = pytest.mark.django_db

PAYER = "P-1002"
BANK = "P-1001"


def all_of(caller: Caller, path: str, *, limit: int = 500) -> list[JSON]:
    """Every item of a list, page by page."""
    found: list[JSON] = []
    cursor: str | None = ""
    while cursor is not None:
        mark = "&" if "?" in path else "?"
        after = f"&after={cursor}" if cursor else ""
        page = caller.read(f"ledger/{path}{mark}limit={limit}{after}")
        found += page["items"]
        cursor = page["next_cursor"]
    return found


def balances(caller: Caller) -> dict[str, int]:
    """What each account has."""
    return {one["account"]: one["balance_cents"] for one in all_of(caller, "accounts")}


def moved(journals: list[JSON]) -> dict[str, int]:
    """What each account received by these journals."""
    found: dict[str, int] = {}
    for journal in journals:
        assert sum(entry["amount_cents"] for entry in journal["entries"]) == 0
        for entry in journal["entries"]:
            found[entry["account"]] = found.get(entry["account"], 0) + entry["amount_cents"]
    return found


def test_balances_are_what_the_journals_moved_and_sum_to_zero() -> None:
    room = CountRoom()
    found = balances(room.auditor)
    assert sum(found.values()) == 0
    assert found["box:B-1:collection"] >= FEE_CENTS
    assert found == moved(all_of(room.auditor, "journals"))
    assert list(found) == sorted(found)
    assert list(found) == [one["account"] for one in all_of(room.auditor, "accounts", limit=2)]


def test_accounts_are_asked_for_by_kind_and_as_of_a_day() -> None:
    room = CountRoom()
    people = all_of(room.auditor, "accounts?kind=person")
    assert {one["kind"] for one in people} == {"person"}
    for one in people:
        assert one["balance_cents"] == one["received_cents"] - one["given_cents"]
    before = all_of(room.auditor, "accounts?kind=person&gaming_day=2020-01-01")
    assert [one["balance_cents"] for one in before] == [0] * len(people)
    refused(room.auditor.get("ledger/accounts?kind=cash"), 400, "malformed")


@pytest.mark.parametrize("limit", [500, 2])
def test_journals_are_found_by_round_table_day_and_account(limit: int) -> None:
    room = CountRoom()
    room.evening.play()
    auditor, everything = room.auditor, all_of(room.auditor, "journals")
    day = everything[0]["gaming_day"]
    asked = {
        f"table={TABLE}&round=1": [one for one in everything if one["round"] == 1],
        f"table={TABLE}": everything,
        "table=T02": [],
        f"gaming_day={day}": everything,
        f"table={TABLE}&gaming_day={day}": everything,
        f"table={TABLE}&round=2&gaming_day={day}": [one for one in everything if one["round"] == 2],
        "gaming_day=2020-01-01": [],
        f"account=person:{PAYER}": [one for one in everything if _has(one, f"person:{PAYER}")],
        f"account=person:{PAYER}&table={TABLE}&round=1": [
            one for one in everything if _has(one, f"person:{PAYER}") and one["round"] == 1
        ],
        f"account=person:{PAYER}&gaming_day={day}": [
            one for one in everything if _has(one, f"person:{PAYER}")
        ],
        f"account=person:{PAYER}&gaming_day=2020-01-01": [],
        "account=person:nobody": [],
    }
    for query, expected in asked.items():
        found = all_of(auditor, f"journals?{query}", limit=limit)
        assert found == expected, query
    assert len(asked[f"table={TABLE}&round=2&gaming_day={day}"]) > 2


def _has(journal: JSON, account: str) -> bool:
    return any(entry["account"] == account for entry in journal["entries"])


def test_a_journal_names_its_event() -> None:
    room = CountRoom()
    events = {
        event["position"]: event
        for event in room.auditor.read(f"tables/{TABLE}/events?limit=500")["items"]
    }
    for journal in all_of(room.auditor, "journals"):
        event = events[journal["position"]]
        assert journal["stream"] == event["stream"]
        is_fee = journal["kind"] == "fee_collected"
        assert event["type"] == ("fee.collected" if is_fee else "round.settled")
        assert journal["posted_on"] == journal["gaming_day"] == event["gaming_day"]


def test_a_statement_is_read_by_whatever_token_a_person_has() -> None:
    room = CountRoom()
    for token in ("P%2F7", "P%0A7", "%C3%84%20%C3%B8"):
        read = room.auditor.read(f"ledger/statements/2099-01-01/{token}")
        assert (read["closing_cents"], read["items"]) == (0, [])


def test_a_statement_adds_up_and_goes_on_from_the_day_before() -> None:
    room = CountRoom()
    (journal, *_) = all_of(room.auditor, f"journals?account=person:{PAYER}")
    day = journal["gaming_day"]
    whole = room.auditor.read(f"ledger/statements/{day}/{PAYER}")
    amounts = [line["amount_cents"] for line in whole["items"]]
    assert whole["received_cents"] == sum(cents for cents in amounts if cents > 0)
    assert whole["given_cents"] == -sum(cents for cents in amounts if cents < 0)
    assert whole["opening_cents"] == 0
    assert whole["closing_cents"] == sum(amounts) == balances(room.auditor)[f"person:{PAYER}"]
    later = room.auditor.read(f"ledger/statements/2099-01-01/{PAYER}")
    assert (later["opening_cents"], later["items"]) == (whole["closing_cents"], [])
    first = room.auditor.read(f"ledger/statements/{day}/{PAYER}?limit=1")
    rest = room.auditor.read(f"ledger/statements/{day}/{PAYER}?after={first['next_cursor']}")
    assert first["items"] + rest["items"] == whole["items"]


def test_the_trial_balance_is_zero_by_kind_and_purpose() -> None:
    room = CountRoom()
    trial = room.auditor.read("ledger/trial-balance")
    assert trial["balance_cents"] == 0
    assert trial["received_cents"] == trial["given_cents"] > 0
    lines = {(line["kind"], line["purpose"]): line["balance_cents"] for line in trial["items"]}
    assert lines.keys() == {("person", None), ("box", "collection")}
    assert sum(lines.values()) == 0
    assert room.auditor.read("ledger/trial-balance?gaming_day=2020-01-01")["items"] == []


def test_a_day_that_closes_is_an_event_of_the_feed_and_its_statement_stays() -> None:
    room = CountRoom()
    (journal, *_) = all_of(room.auditor, f"journals?account=person:{PAYER}")
    day = date.fromisoformat(journal["gaming_day"])
    before = room.auditor.read(f"ledger/statements/{day}/{PAYER}")
    sign_off(day)
    close_day(day)
    room.evening.post(room.evening.fee(1, FEE_CENTS))
    assert room.auditor.read(f"ledger/statements/{day}/{PAYER}") == before
    late = all_of(room.auditor, f"journals?gaming_day={day}")[-1]
    assert (late["kind"], late["posted_on"]) == ("fee_collected", str(day + timedelta(1)))
    payer = late["line"].split("/")[1]
    after = room.auditor.read(f"ledger/statements/{day + timedelta(1)}/{payer}")
    assert [line["gaming_day"] for line in after["items"]] == [str(day)]
    (closed,) = (one for one in room.auditor.read("events")["items"] if one["type"] == "day.closed")
    assert closed["data"] == {"gaming_day": str(day), "authorised_by": "sup-1"}


@pytest.mark.parametrize(
    "path",
    [
        "journals?round=1",
        "journals?table=T01&round=0",
        "journals?table=T01&account=person:P-1",
        "journals?after=999999",
        "journals?gaming_day=yesterday",
        "statements/yesterday/P-1",
        "statements/2026-13-01/P-1",
        "statements/2026-11-28/P%001",
        "accounts?after=a&after=b",
    ],
)
def test_what_cannot_be_meant_is_malformed(path: str) -> None:
    refused(CountRoom().auditor.get(f"ledger/{path}"), 400, "malformed")


def test_who_may_count_is_told_nothing_that_adds_up_to_an_uncounted_box() -> None:
    room = CountRoom()
    day = all_of(room.auditor, "journals")[0]["gaming_day"]
    assert balances(room.auditor)
    assert room.cage.read("ledger/accounts") == {
        "items": [],
        "next_cursor": None,
        "withheld": True,
    }
    told = room.cage.read("ledger/journals")
    assert (told["items"], told["withheld"]) == ([], True)
    assert room.cage.read(f"ledger/journals?table={TABLE}&round=1")["items"] == []
    statement = room.cage.read(f"ledger/statements/{day}/{PAYER}")
    assert statement["withheld"]
    assert {statement["closing_cents"], statement["given_cents"]} == {None}
    assert statement["items"] == []
    trial = room.cage.read("ledger/trial-balance")
    assert trial["items"] == []
    assert (trial["balance_cents"], trial["received_cents"]) == (0, None)


def test_money_of_no_announced_box_is_shown_to_auditors_alone() -> None:
    room = CountRoom()
    room.drop(box_in=None)
    room.evening.play()
    room.evening.post(room.evening.fee(2, FEE_CENTS))
    account = f"unboxed:{TABLE}:collection"
    shown = all_of(room.auditor, f"journals?account={account}")
    assert moved(shown)[account] >= FEE_CENTS
    assert all_of(room.cage, f"journals?account={account}") == []
    assert account not in balances(room.cage)


def test_once_a_box_is_counted_its_journals_are_shown_to_the_cage_as_well() -> None:
    room = CountRoom()
    room.drop()
    whole = all_of(room.auditor, "journals")
    assert {one["kind"] for one in whole} >= {"settlement", "fee_collected", "box_removed"}
    assert all_of(room.cage, "journals") == []
    room.counted()
    assert all_of(room.cage, "journals") == all_of(room.auditor, "journals")
    assert "withheld" not in room.auditor.read("ledger/journals")
    found = {one["account"]: one["balance_cents"] for one in all_of(room.cage, "accounts")}
    assert found["vault:collection"] is not None
    assert "box:B-1:collection" not in found  # another one hangs at the table by now
