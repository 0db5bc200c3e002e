"""Keys: what one is bound to, how it is sent, and when it stops working."""

import pytest

from cardroom import clock
from cardroom.house import keys, loading
from cardroom.house_games import GAMES
from tests.api.club import HOUSE, Caller, body, issue, load_house, refused
from tests.cases import HOUSE_FILE

READS = ["house", "tables", "tables/T001", "tables/T001/events", "tables/T001/rounds"]
NO_KEYS = [
    None,
    "",
    "Bearer",
    "Bearer ",
    "Bearer nonsense",
    f"Bearer crk_{'0' * 12}_{'0' * 64}",
    "Bearer é",
    "Basic dXNlcjpwYXNz",
    "Token abc",
]
EVENT = {
    "id": "0190f0c2-7d60-7000-8000-000000000001",
    "type": "incident.noted",
    "occurred_at": "2026-11-28T20:00:00Z",
    "data": {"text": "x"},
}


def caller(scope: str) -> Caller:
    """Someone with a key of a scope; one of scope `tables` is bound to the first table."""
    load_house(2)
    return Caller(issue(scope, *(["T001"] if scope == "tables" else [])))


@pytest.mark.django_db
def test_a_head_request_needs_the_scope_of_a_get() -> None:
    counter = caller("count")
    assert counter.client.head("/api/v1/tables", headers=counter.headers).status_code == 403
    auditor = Caller(issue("audit"))
    assert auditor.client.head("/api/v1/tables", headers=auditor.headers).status_code == 200


@pytest.mark.django_db
@pytest.mark.parametrize("table", ["T002", "T999"])
def test_a_bound_key_does_not_reach_another_table(table: str) -> None:
    bound = caller("tables")
    for path in (f"tables/{table}", f"tables/{table}/events", f"tables/{table}/rounds/1"):
        assert table in refused(bound.get(path), 403, "forbidden")["detail"]
    refused(bound.post(table, [EVENT]), 403, "forbidden")
    assert [item["table"] for item in bound.read("tables")["items"]] == ["T001"]
    assert bound.read("house")["tables"] == ["T001"]


@pytest.mark.django_db
def test_who_recorded_an_event_is_its_key() -> None:
    bound = caller("tables")
    bound.record("T001", [EVENT])
    (item,) = bound.read("tables/T001/events")["items"]
    kind, _, number = item["recorded_by"].partition(":")
    assert kind == "key"
    keys.revoke(int(number), now=clock.now())
    refused(bound.get("tables/T001"), 401, "unauthenticated")


@pytest.mark.django_db
def test_a_key_of_another_house_sees_nothing_of_this_one() -> None:
    load_house(1)
    text = HOUSE_FILE.read_text(encoding="utf-8").replace(f'"{HOUSE}"', '"OTHER"')
    loading.load(text, path="other.toml", games=GAMES, now=clock.now())
    Caller(issue("tables", "T001")).record("T001", [EVENT])
    stranger = Caller(issue("audit", house="OTHER"))
    refused(stranger.get("tables/T001"), 404, "not_found")
    assert {item["stream"] for item in stranger.read("events")["items"]} == {"house:OTHER"}
    assert [item["table"] for item in stranger.read("tables")["items"]] == ["T01", "T02", "T03"]


@pytest.mark.django_db
@pytest.mark.parametrize("path", [*READS, "events"])
def test_without_a_valid_key_there_is_nothing_to_read(path: str) -> None:
    load_house(1)
    for header in NO_KEYS:
        response = Caller().get(path, headers={} if header is None else {"Authorization": header})
        assert refused(response, 401, "unauthenticated")["detail"], header
        assert response["WWW-Authenticate"] == "Bearer"


@pytest.mark.django_db
def test_nobody_records_without_a_key_and_a_table_shows_nothing_of_it() -> None:
    (table,) = load_house(1)
    response = Caller().post(table, [EVENT])
    assert response["WWW-Authenticate"] == "Bearer"
    refused(response, 401, "unauthenticated")
    assert Caller(issue("audit")).read(f"tables/{table}")["last_position"] == 0


@pytest.mark.django_db
def test_the_word_bearer_may_be_written_in_any_case() -> None:
    load_house(1)
    key = issue("audit")
    response = Caller().get("tables", headers={"Authorization": f"bearer  {key}"})
    assert response.status_code == 200


@pytest.mark.django_db
def test_a_query_cannot_carry_a_key() -> None:
    load_house(1)
    response = Caller().get(f"tables?key={issue('audit')}")
    assert body(response)["code"] == "unauthenticated"


@pytest.mark.parametrize("path", ["/healthz", "schema"])
def test_what_is_open_asks_no_key_and_heeds_none(path: str) -> None:
    assert Caller().get(path).status_code == 200
    assert Caller("nonsense").get(path).status_code == 200
