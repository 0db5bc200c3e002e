"""Who may count a box is told nothing of what it holds or should hold, on any path of the API.

Every path has a verdict here; one that comes new has none, and fails.
"""

import json
from collections.abc import Callable
from typing import Final
from uuid import uuid4

import pytest

from api import matrix
from api.matrix import NO, Asker
from cardroom import clock
from cardroom.reports import asking, periods, store
from cardroom.reports.kinds import KINDS
from tests.api.club import JSON, Caller, Response, issue
from tests.api.test_report_notes import a_note
from tests.corrected import event_corrected, given, round_corrected, seat_taken
from tests.counting import (
    CountRoom,
    adjustment_body,
    amounts_body,
    closing_body,
    explanation_body,
    signature_body,
)
from tests.played import HOUSE, TABLE, an_evening

# Amounts that nothing else comes to: one fee that was collected, and what each player owes.
COLLECTED: Final = 7_654_321
ASSESSED: Final = 2_345_678
RATE: Final = ("to_cents = 10000, fee_cents = 100", f"to_cents = 10000, fee_cents = {ASSESSED}")
BLIND: Final[tuple[Asker, ...]] = ("cage", "count")

DAY: Final = "2026-11-28"

Ask = Callable[["Scene", Caller], Response]


class Scene:
    """A table whose box came off with a fee in it that is wrong, and is being counted."""

    def __init__(self) -> None:
        self.room = CountRoom(RATE)
        evening = self.room.evening
        self.known = evening.post(evening.fee(1, COLLECTED)).last_position
        self.room.drop()
        evening.play()
        self.count = str(uuid4())
        self.start = self.room.start_body(id=self.count)
        self.event = evening.next_round()[0]["id"]
        box = f"{TABLE}.collection.{self.room.since}"
        period = periods.day(DAY)
        asked = asking.ask(HOUSE, "fees", period, clock.now())
        kept = store.make(HOUSE, KINDS["fees"], period, now=clock.now)
        self.places = {"count": self.count, "table": TABLE, "box": box, "day": DAY} | {
            "report": kept.id,
            "due": asked.id,
        }


def _get(path: str) -> Ask:
    return lambda scene, caller: caller.get(path.format(**scene.places))


def _post(path: str, body: Callable[[Scene], JSON]) -> Ask:
    return lambda scene, caller: caller.send(
        path.format(**scene.places), json.dumps(body(scene)).encode()
    )


def _correction(scene: Scene) -> JSON:
    """The first round is corrected: somebody paid as much again."""
    evening = scene.room.evening
    events = [
        {key: event[key] for key in ("type", "occurred_at", "data")} for event in evening.round
    ]
    fee = {"seat": 4, "role": "player", "amount_cents": COLLECTED}
    events.insert(-1, {**events[-1], "type": "fee.collected", "data": fee})
    content = {"round": 1, "events": events, "reason": "cameras", "authorised_by": "sup-1"}
    return {"events": [evening.event("round.corrected", content)]}


# In this order; the verdict on each is that it tells nothing.
ASKED: Final[dict[str, Ask]] = {
    "GET /healthz": _get("/healthz"),
    "GET /readyz": _get("/readyz"),
    "GET /metrics": _get("/metrics"),
    "GET /api/v1/problems": _get("problems"),
    "GET /api/v1/problems/{name}": _get("problems/rule"),
    "GET /api/v1/schema": _get("schema"),
    "GET /api/v1/docs": _get("docs"),
    "GET /api/v1/house": _get("house"),
    "POST /api/v1/counts": _post("counts", lambda scene: scene.start),
    "POST /api/v1/counts/{count}/amounts": _post(
        "counts/{count}/amounts", lambda _: amounts_body()
    ),
    "POST /api/v1/counts/{count}/corrections": _post(
        "counts/{count}/corrections", lambda _: amounts_body(reason="again")
    ),
    "POST /api/v1/counts/{count}/adjustments": _post(
        "counts/{count}/adjustments", lambda _: adjustment_body()
    ),
    "POST /api/v1/counts/{count}/signatures": _post(
        "counts/{count}/signatures", lambda _: signature_body("cage-1")
    ),
    "POST /api/v1/tables/{code}/events": _post("tables/{table}/events", _correction),
    "GET /api/v1/tables": _get("tables"),
    "GET /api/v1/tables/{code}": _get("tables/{table}"),
    "GET /api/v1/tables/{code}/events": _get("tables/{table}/events"),
    "GET /api/v1/tables/{code}/rounds": _get("tables/{table}/rounds"),
    "GET /api/v1/tables/{code}/rounds/{number}": _get("tables/{table}/rounds/1"),
    "GET /api/v1/counts": _get("counts"),
    "GET /api/v1/counts/{count}": _get("counts/{count}"),
    "GET /api/v1/drops": _get("drops"),
    "GET /api/v1/reconciliations": _get("reconciliations"),
    "GET /api/v1/reconciliations/{reconciliation}": _get("reconciliations/{box}"),
    "GET /api/v1/reconciliations/{reconciliation}/rounds": _get("reconciliations/{box}/rounds"),
    "POST /api/v1/reconciliations/{reconciliation}/explanations": _post(
        "reconciliations/{box}/explanations", lambda _: explanation_body()
    ),
    "POST /api/v1/reconciliations/{reconciliation}/signatures": _post(
        "reconciliations/{box}/signatures", lambda _: signature_body("sup-1")
    ),
    "GET /api/v1/gaming-days/{gaming_day}": _get("gaming-days/{day}"),
    "POST /api/v1/gaming-days/{gaming_day}/closing": _post(
        "gaming-days/{day}/closing", lambda _: closing_body()
    ),
    "GET /api/v1/ledger/accounts": _get("ledger/accounts"),
    "GET /api/v1/ledger/journals": _get("ledger/journals"),
    "GET /api/v1/ledger/statements/{gaming_day}/{player}": _get(
        "ledger/statements/2026-11-28/P-1002"
    ),
    "GET /api/v1/ledger/trial-balance": _get("ledger/trial-balance"),
    "POST /api/v1/reports": _post("reports", lambda _: {"kind": "fees", "gaming_day": DAY}),
    "GET /api/v1/reports": _get("reports"),
    "GET /api/v1/reports/{report}": _get("reports/{report}"),
    "GET /api/v1/reports/{report}/charts/{chart}": _get(
        "reports/{report}/charts/variance_by_table"
    ),
    "GET /api/v1/reports/{report}/notes": _get("reports/{report}/notes"),
    "POST /api/v1/reports/{report}/notes": _post(
        "reports/{report}/notes", lambda _: a_note(rule=None)
    ),
    "GET /api/v1/trends": _get("trends?by=table&from=2026-11-28&to=2026-11-28"),
    "GET /api/v1/trends/chart": _get("trends/chart?by=table&from=2026-11-28&to=2026-11-28"),
    "GET /api/v1/reports/due": _get("reports/due"),
    "GET /api/v1/reports/due/{due}": _get("reports/due/{due}"),
    "GET /api/v1/events": _get("events"),
}
# What an auditor is told there, so that its silence elsewhere means something.
TOLD: Final = {
    "GET /api/v1/tables/{code}/events",
    "GET /api/v1/tables/{code}/rounds/{number}",
    "GET /api/v1/drops",
    "GET /api/v1/reconciliations",
    "GET /api/v1/reconciliations/{reconciliation}",
    "GET /api/v1/reconciliations/{reconciliation}/rounds",
    "GET /api/v1/gaming-days/{gaming_day}",
    "GET /api/v1/reports/{report}",
    "GET /api/v1/ledger/accounts",
    "GET /api/v1/ledger/journals",
    "GET /api/v1/ledger/statements/{gaming_day}/{player}",
    "GET /api/v1/ledger/trial-balance",
    "GET /api/v1/events",
}
# A count is adjusted when it is accepted, and a day closed with its findings signed; until then a
# box is uncounted.
EARLY: Final = {
    "POST /api/v1/counts/{count}/adjustments",
    "POST /api/v1/gaming-days/{gaming_day}/closing",
}
ANSWERS: Final = {name: 201 for name in ASKED if name.startswith("POST")} | {
    "POST /api/v1/reports": 202
}
# A report is withheld as a whole.
WITHHELD: Final = {
    "GET /api/v1/reports/{report}",
    "GET /api/v1/reports/{report}/charts/{chart}",
}
# The schedule of fees hangs at every table.
PUBLIC: Final = {"GET /api/v1/house"}


def _amounts(scene: Scene, name: str) -> set[int]:
    """What mustn't be told on a path: single amounts, and what lies in each box."""
    drops = scene.room.auditor.read("drops")["items"]
    sums = {drop["collected_cents"] for drop in drops if drop["collected_cents"] > COLLECTED}
    return {COLLECTED, *sums, *([] if name in PUBLIC else [ASSESSED])}


def _tells(response: Response, amounts: set[int]) -> bool:
    text = response.content.decode()
    return any(str(amount) in text for amount in amounts)


def test_every_path_has_a_verdict() -> None:
    assert matrix.paths().keys() == ASKED.keys()


@pytest.mark.slow
@pytest.mark.django_db
def test_no_path_tells_who_may_count_what_an_uncounted_box_holds(
    static_files: object,  # noqa: ARG001
) -> None:
    scene = Scene()
    callers: dict[Asker, Caller] = {"cage": scene.room.cage, "count": scene.room.counter}
    for caller in callers.values():
        caller.client.defaults["REMOTE_ADDR"] = "192.0.2.7"
    for name, ask in ASKED.items():
        for asker in BLIND:
            response = ask(scene, callers[asker])
            reaches = matrix.paths()[name][asker] != NO
            is_refused = not reaches or name in WITHHELD
            assert (response.status_code == 403) == is_refused, (name, asker, response.content)
            assert not _tells(response, _amounts(scene, name)), (name, asker)
            if asker == "cage" and not is_refused:
                right = 422 if name in EARLY else ANSWERS.get(name, 200)
                assert response.status_code == right, name
        if name.startswith("GET"):
            told = _tells(ask(scene, scene.room.auditor), _amounts(scene, name))
            assert told == (name in TOLD), name


@pytest.mark.django_db
def test_a_round_is_shown_as_a_whole_once_its_box_is_counted_and_not_at_all_before() -> None:
    scene = Scene()
    room = scene.room
    path = f"tables/{TABLE}/events"
    hidden, whole = room.cage.read(path), room.auditor.read(path)["items"]
    assert hidden["items"] == [one for one in whole if one["round"] is None]
    assert hidden["withheld"] is True
    (first, second) = room.cage.read(f"tables/{TABLE}/rounds")["items"]
    assert first == {"round": 1, "phase": "settled", "settlement": None, "withheld": True}
    for query in ("", f"?at={scene.known}"):
        told = room.cage.read(f"tables/{TABLE}/rounds/1{query}")
        assert (told["hands"], told["wagers"], told["settlement"]) == ([], [], None)
        assert (told["fees"], told["withheld"]) == (None, True)
    room.counted()
    assert room.cage.read(path)["items"] == [one for one in whole if one["round"] != 2]
    shown = room.cage.read(f"tables/{TABLE}/rounds/1")
    assert shown == room.auditor.read(f"tables/{TABLE}/rounds/1")
    assert room.cage.read(f"tables/{TABLE}/rounds/2")["withheld"] is True
    summaries = room.cage.read(f"tables/{TABLE}/rounds")["items"]
    assert summaries == [room.auditor.read(f"tables/{TABLE}/rounds")["items"][0], second]


@pytest.mark.django_db
def test_a_list_that_leaves_events_out_still_leads_on() -> None:
    scene = Scene()
    items, cursor = list[JSON](), "0"
    while cursor:
        page = scene.room.cage.read(f"tables/{TABLE}/events?limit=7&after={cursor}")
        items += page["items"]
        cursor = page["next_cursor"]
    assert items == scene.room.cage.read(f"tables/{TABLE}/events")["items"]


@pytest.mark.django_db
def test_the_round_in_play_shows_no_wager_and_nothing_that_is_next() -> None:
    scene = Scene()
    opening, wager, *_ = scene.room.evening.next_round()
    scene.room.evening.post(opening, wager)
    cage, auditor = (one.read(f"tables/{TABLE}") for one in (scene.room.cage, scene.room.auditor))
    assert auditor["next"]
    assert auditor["round"]["wager_cents"] > 0
    assert cage == auditor | {
        "next": [],
        "round": auditor["round"] | {"wager_cents": None},
        "last_position": scene.room.removed,
        "withheld": True,
    }
    assert scene.room.cage.read("tables")["items"][0] == cage
    tag = scene.room.cage.get(f"tables/{TABLE}")["ETag"]
    assert tag != scene.room.auditor.get(f"tables/{TABLE}")["ETag"]


@pytest.mark.django_db
def test_of_a_table_that_never_announced_a_box_the_fees_alone_are_withheld() -> None:
    evening = an_evening(1)
    cage, auditor = Caller(issue("cage")), Caller(issue("audit"))
    evening.post(evening.fee(1, 50))
    correction = round_corrected(evening, 1, given(evening))
    answer = cage.record(TABLE, [correction])
    assert [one["settlement"]["revision"] for one in answer["rounds"]] == [2]
    seat = seat_taken(evening, 4)
    moved = event_corrected(evening, seat, {**seat["data"], "player": "P-2001"})
    answer = cage.record(TABLE, [moved])
    assert [one["settlement"]["revision"] for one in answer["rounds"]] == [3]
    hidden, whole = (one.read(f"tables/{TABLE}/events") for one in (cage, auditor))
    assert hidden["withheld"] is True
    told = [one for one in whole["items"] if not one["type"].startswith("fee")]
    assert [one["position"] for one in hidden["items"]] == [one["position"] for one in told]
    assert len(told) < len(whole["items"])
    assert '"fee"' in json.dumps(told)
    assert '"fee' not in json.dumps(hidden)
    assert cage.read(f"tables/{TABLE}/rounds/1") == auditor.read(f"tables/{TABLE}/rounds/1") | {
        "fees": None,
        "withheld": True,
    }
    assert cage.read(f"tables/{TABLE}/rounds") == auditor.read(f"tables/{TABLE}/rounds")


@pytest.mark.django_db
def test_a_table_sees_its_own_fees_as_before() -> None:
    Scene()
    tablet = Caller(issue("tables", TABLE))
    assert _tells(tablet.get(f"tables/{TABLE}/events"), {COLLECTED})
