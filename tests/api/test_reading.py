"""Reading: tables, rounds as they are and were, events, and lists page by page."""

from datetime import datetime
from typing import Any

import pytest

from api.examples import EVENING
from tests.api.club import JSON, Caller, issue, load_house, refused

COMPLETED = next(i for i, event in enumerate(EVENING) if event["type"] == "round.completed") + 1


@pytest.fixture
def reader(db: None) -> Caller:  # noqa: ARG001 - the house is in it
    """An auditor of a house of three tables; the evening was played at the second."""
    codes = load_house(3)
    Caller(issue("tables", *codes)).record(codes[1], EVENING)
    return Caller(issue("audit"))


def pages(reader: Caller, path: str, limit: int) -> list[list[Any]]:
    """All pages of a list, following its cursors."""
    found, after = [], ""
    while True:
        page = reader.read(f"{path}?limit={limit}{after}")
        found.append(page["items"])
        if page["next_cursor"] is None:
            return found
        after = f"&after={page['next_cursor']}"


def test_tables_are_listed_by_code(reader: Caller) -> None:
    assert [item["table"] for item in reader.read("tables")["items"]] == ["T001", "T002", "T003"]
    by_two = [[item["table"] for item in page] for page in pages(reader, "tables", 2)]
    assert by_two == [["T001", "T002"], ["T003"]]


def test_a_table_that_nobody_opened_stands_at_nought(reader: Caller) -> None:
    assert reader.read("tables/T001")["last_position"] == 0
    assert reader.read("tables/T001/events") == {"items": [], "next_cursor": None}
    assert reader.read("tables/T001/rounds") == {"items": [], "next_cursor": None}
    refused(reader.get("tables/T001/rounds/1"), 404, "not_found")


def test_a_table_has_its_position_as_etag(reader: Caller) -> None:
    response = reader.get("tables/T002")
    position = response.json()["last_position"]
    assert response["ETag"] == f'"{position}"'
    for known in (f'"{position}"', f'W/"{position}"', f'"1", "{position}"'):
        again = reader.get("tables/T002", headers={"If-None-Match": known})
        assert (again.status_code, again.content) == (304, b"")
        assert again["ETag"] == response["ETag"]
    later = reader.get("tables/T002", headers={"If-None-Match": f'"{position - 1}"'})
    assert later.status_code == 200


@pytest.mark.parametrize("limit", [1, 7, 500])
def test_a_stream_is_read_page_by_page_without_gap_or_repetition(
    reader: Caller, limit: int
) -> None:
    read = pages(reader, "tables/T002/events", limit)
    items: list[JSON] = [item for page in read for item in page]
    last = reader.read("tables/T002")["last_position"]
    assert [item["position"] for item in items] == [*range(1, last + 1)]
    assert all(len(page) == limit for page in read[:-1])
    assert read[-1]


def test_an_event_is_read_back_as_it_was_sent(reader: Caller) -> None:
    items = reader.read("tables/T002/events")["items"]
    by_id = {item["id"]: item for item in items}
    for event in EVENING:
        item = by_id[event["id"]]
        assert item["stream"] == "table:T002"
        assert (item["type"], item["version"], item["data"]) == (event["type"], 1, event["data"])
        assert item["round"] == event.get("round")
        assert datetime.fromisoformat(item["occurred_at"]) == datetime.fromisoformat(
            event["occurred_at"]
        )
        assert item["recorded_at"].endswith("Z")
        assert item["gaming_day"] == "2026-11-28"
    fields = "cursor stream position id type version occurred_at recorded_at recorded_by"
    fields += " round gaming_day data override"
    assert items[0].keys() >= set(fields.split())
    decided = [item["type"] for item in items if item["id"] not in {e["id"] for e in EVENING}]
    assert decided == ["fees.assessed", "round.settled", "fees.assessed"]


def test_a_round_is_rebuilt_with_its_hands_wagers_fees_and_settlement(reader: Caller) -> None:
    found = reader.read("tables/T002/rounds/1")
    assert (found["round"], found["phase"]) == (1, "settled")
    assert [hand["cards"] for hand in found["hands"]] == [["TS", "9C"], ["6H", "5D", "TC"]]
    assert found["player_dealer"]["cards"] == ["AD", "6C", "4S"]
    assert found["fees"]["assessed_cents"] == 500
    assert found["settlement"]["lines"]


def test_a_round_is_read_as_it_was_known_at_a_position(reader: Caller) -> None:
    items = reader.read("tables/T002/events")["items"]
    where = {item["type"]: item["position"] for item in reversed(items)}
    phases = {
        "round.opened": "wagering",
        "card.dealt": "dealing",
        "hole_card.checked": "playing",
        "card.revealed": "drawing",
        "round.settled": "settled",
    }
    for name, phase in phases.items():
        found = reader.read(f"tables/T002/rounds/1?at={where[name]}")
        assert (found["phase"], found["last_position"]) == (phase, where[name])
        assert (found["settlement"] is None) == (phase != "settled")
    refused(reader.get(f"tables/T002/rounds/1?at={where['round.opened'] - 1}"), 404, "not_found")
    now = reader.read("tables/T002/rounds/2")
    assert (now["phase"], now["settlement"]) == ("voided", None)
    opened = [item["position"] for item in items if item["type"] == "round.opened"]
    assert reader.read(f"tables/T002/rounds/2?at={opened[1]}")["phase"] == "wagering"
    assert reader.read("tables/T002/rounds/2?at=999999")["phase"] == "voided"


def test_rounds_are_listed_by_number(reader: Caller) -> None:
    by_one = [[item["round"] for item in page] for page in pages(reader, "tables/T002/rounds", 1)]
    assert by_one == [[1], [2]]
    assert reader.read("tables/T002/rounds?after=2")["items"] == []


UNREADABLE = {
    "limit": ["0", "501", "-1", "x", "", "1.5", "1e2", "٣", "9" * 30],
    "after": ["-1", "x", "1.5", "9" * 30, "%00"],
    "wait": ["-1", "soon"],
    "at": ["0", "-1", "x", "", "9" * 30],
}


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("path", "names"),
    [
        ("tables", ["limit"]),
        ("tables/T002/events", ["limit", "after"]),
        ("tables/T002/rounds", ["limit", "after"]),
        ("tables/T002/rounds/1", ["at"]),
        ("events", ["limit", "after", "wait"]),
    ],
)
def test_a_parameter_that_cannot_be_read_is_named(path: str, names: list[str]) -> None:
    load_house(2)
    reader = Caller(issue("audit"))
    for name in names:
        for value in UNREADABLE[name]:
            said = refused(reader.get(f"{path}?{name}={value}"), 400, "malformed")
            assert (f"`{name}`" in said["detail"], said["pointer"]) == (True, ""), value


@pytest.mark.django_db
@pytest.mark.parametrize("name", ["limit", "after"])
def test_a_parameter_is_given_once(name: str) -> None:
    (table,) = load_house(1)
    response = Caller(issue("audit")).get(f"tables/{table}/events?{name}=1&{name}=2")
    assert "2 times" in refused(response, 400, "malformed")["detail"]


@pytest.mark.parametrize("parameter", ["limit=1", "limit=500", "after=0"])
def test_other_parameters_are_taken(reader: Caller, parameter: str) -> None:
    assert reader.read(f"tables/T002/events?{parameter}")["items"]


def test_answers_are_for_the_one_who_asked(reader: Caller) -> None:
    response = reader.get("tables/T002")
    assert "Set-Cookie" not in response
    assert response["X-Content-Type-Options"] == "nosniff"
    assert "no-cache" in response["Cache-Control"] or "no-store" in response["Cache-Control"]
