"""What is put right, as readers get it: who appended what, each history readable, pages whole."""

import pytest

from api.examples import CORRECTIONS, EVENING, LATER
from tests.api.club import JSON, Caller, issue, load_house
from tests.api.history import confirmed
from tests.api.scene import a_scene

SERVICE = {"fees.assessed", "round.settled", "round.refolded", "table.refolded", "round.reversed"}


@pytest.fixture
def told() -> dict[str, JSON]:
    """What the examples were answered with, by type, at the only table; what matters came alone."""
    (table,) = load_house(1)
    tablet, cage = Caller(issue("tables", table)), Caller(issue("cage"))
    tablet.record(table, [*EVENING, *LATER[:7]])
    floor, late, closing = LATER[7:]
    answers = {"round.settled_by_floor": tablet.record(table, [confirmed(floor)])}
    answers["round.reported_late"] = tablet.record(table, [late])
    tablet.record(table, [closing])
    return answers | {event["type"]: cage.record(table, [event]) for event in CORRECTIONS}


@pytest.fixture
def reader(told: dict[str, JSON]) -> Caller:  # noqa: ARG001 - what is read
    """Who reads all of it."""
    return Caller(issue("audit"))


def appended(answer: JSON) -> list[str]:
    """What the service added."""
    return [added["type"] for added in answer["appended"]]


def brief(answer: JSON) -> list[tuple[int, str, int | None]]:
    """The rounds of an answer with the revision of their settlement."""
    return [
        (found["round"], found["phase"], (found["settlement"] or {}).get("revision"))
        for found in answer["rounds"]
    ]


@pytest.mark.django_db
def test_an_answer_names_what_the_service_added_and_every_round_that_it_touched(
    told: dict[str, JSON],
) -> None:
    settled = told["round.settled_by_floor"]
    assert appended(settled) == ["round.settled"]
    assert brief(settled) == [(4, "settled", 1)]
    late = told["round.reported_late"]
    assert appended(late) == ["fees.assessed"]
    assert brief(late) == [(3, "voided", None)]
    corrected = told["round.corrected"]
    assert appended(corrected) == []  # the cage is told nothing of a box that isn't counted
    assert brief(corrected) == [(2, "settled", 1)]
    assert [number for number, _, _ in brief(told["event.corrected"])] == [1, 2]
    voided = told["round.voided"]
    assert appended(voided) == []
    assert brief(voided) == [(4, "voided", None)]


@pytest.mark.django_db
def test_a_corrected_seat_refolds_the_table_and_its_rounds() -> None:
    scene = a_scene()
    event = scene.table_corrected(authorised_by="sup-1", reason="another player sat there")
    answer = scene.cage.record(scene.table, [event])
    assert {"table.refolded", "round.refolded", "round.settled"} <= {*appended(answer)}
    assert brief(answer) == [(1, "settled", 2), (2, "dealing", None)]
    (seat,) = [seat for seat in answer["state"]["seats"] if seat["seat"] == 8]
    assert seat["player"] == "P-2004"
    items = scene.tablet.read(f"tables/{scene.table}/events")["items"]
    rounds = {item["type"]: item["round"] for item in reversed(items)}
    assert (rounds["table.refolded"], rounds["round.refolded"]) == (None, 1)


@pytest.mark.django_db
def test_notes_of_a_whole_round_are_told_under_the_event_that_brought_it(
    told: dict[str, JSON],
) -> None:
    late = told["round.reported_late"]
    assert [(note["index"], note["code"]) for note in late["irregularities"]] == [
        (0, "reported_late"),
        (0, "voided"),
        (0, "fee"),
        (0, "fee"),
        (0, "authorisation_claimed"),
    ]
    assert {note["position"] for note in late["irregularities"]} == {*late["positions"]}


@pytest.mark.django_db
def test_corrections_are_events_of_the_table_and_what_follows_is_the_rounds(
    reader: Caller,
) -> None:
    items = reader.read("tables/T001/events")["items"]
    of_table = {"round.corrected", "event.corrected", "round.reported_late", "table.refolded"}
    for item in items:
        if item["type"] in of_table:
            assert item["round"] is None, item["type"]
    of_round = {item["type"]: item["round"] for item in items if item["type"] in SERVICE}
    assert of_round["round.reversed"] == 4
    assert of_round["round.settled"] == 2
    sent = {event["id"]: event for event in [*EVENING, *LATER, *CORRECTIONS]}
    for item in items:
        if item["id"] in sent:
            data = {k: v for k, v in sent[item["id"]]["data"].items() if k != "code"}
            assert item["data"] == data
        else:
            assert item["type"] in SERVICE


@pytest.mark.django_db
@pytest.mark.parametrize("limit", [1, 7])
def test_stream_and_feed_give_corrections_in_their_pages_too(reader: Caller, limit: int) -> None:
    whole = reader.read("tables/T001/events")["items"]
    for path in ("tables/T001/events", "events"):
        found: list[JSON] = []
        cursor = "0"
        while page := reader.read(f"{path}?limit={limit}&after={cursor}")["items"]:
            found += [item for item in page if item["stream"] == "table:T001"]
            cursor = page[-1]["cursor"]
        assert [item["id"] for item in found] == [item["id"] for item in whole]
        assert [item["position"] for item in found] == [*range(1, len(whole) + 1)]


@pytest.mark.django_db
def test_each_history_of_a_round_stays_readable_at_its_position(
    told: dict[str, JSON], reader: Caller
) -> None:
    before = told["round.corrected"]["positions"][0] - 1
    assert reader.read(f"tables/T001/rounds/2?at={before}")["phase"] == "voided"
    now = reader.read("tables/T001/rounds/2")
    assert (now["phase"], now["settlement"]["revision"]) == ("settled", 1)
    assert now["fees"]["collected_cents"] == now["fees"]["assessed_cents"] == 300
    before = told["round.voided"]["positions"][0] - 1
    first = reader.read(f"tables/T001/rounds/4?at={before}")["settlement"]
    assert [line["result"] for line in first["lines"]] == ["push"]
    assert reader.read("tables/T001/rounds/4")["settlement"] is None
