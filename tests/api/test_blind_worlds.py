"""Two worlds that differ only in the money of uncounted boxes: who may count can't tell them apart.

Whatever he reads and whatever he posts, he is answered the same in both.
"""

import json
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any, Final
from uuid import UUID, uuid4, uuid5

import pytest
from django.db import transaction

from cardroom.log import feed
from tests.api.club import JSON, Caller, Response, refused
from tests.corrected import given
from tests.counting import CountRoom, closing_body, explanation_body, signature_body
from tests.phones import a_phone
from tests.played import TABLE, Event
from tests.reconciling import DAY

pytestmark = pytest.mark.django_db

_IDS: Final = UUID("6ba7b811-9dad-11d1-80b4-00c04fd430c8")
# What differs though nothing else does: when and under which number something was kept.
_CHANCE: Final = frozenset({"cursor", "next_cursor", "recorded_at", "recorded_by", "at"})
_CHANCE_IDS: Final = frozenset(
    {"id", "count", "accepted_at", "started_at", "offering_version", "policy_version"}
)

World = Callable[[CountRoom], None]


def plain(room: CountRoom) -> None:
    """Every fee is as it should be; in two places something else is told instead of money."""
    note = room.evening.event("incident.noted", {"text": "spilt"}, number=1)
    room.evening.post(note)
    room.evening.play()
    room.evening.post(room.evening.event("incident.noted", {"text": "spilt"}, number=2))


def wild(room: CountRoom) -> None:
    """Late money for the counted box, other wagers and fees, one of which is too high."""
    room.evening.post(room.evening.fee(1, 70_000))
    room.evening.post(*(otherwise(event) for event in room.evening.next_round()))
    room.evening.post(room.evening.fee(2, 123_400))


def otherwise(event: Event) -> Event:
    """The same, with ten times the money of seat 4."""
    data = event["data"]
    if data.get("seat") == 4 and event["type"] in {"wager.placed", "fee.collected"}:
        return {**event, "data": {**data, "amount_cents": data["amount_cents"] * 10}}
    return event


def in_worlds(ask: Callable[[CountRoom], Any]) -> list[Any]:
    """What is answered in each world, behind a counted box, in one that is being counted."""
    found = []
    for world in (plain, wild):
        before = transaction.savepoint()
        room = CountRoom()
        room.drop()
        room.counted()
        world(room)
        room.removed = room.change_box(box_out="B-2", box_in="B-3")
        count = room.start(box="B-2")
        room.amounts(count)
        opening, *_ = room.evening.next_round()
        room.evening.post(opening)
        feed.sequence()
        found.append(ask(room))
        transaction.savepoint_rollback(before)
    return found


def same(told: Any) -> Any:  # noqa: ANN401 - JSON of any shape
    """An answer without what differs by chance."""
    if isinstance(told, dict):
        return {key: same(value) for key, value in told.items() if key not in _CHANCE | _CHANCE_IDS}
    return [same(each) for each in told] if isinstance(told, list) else told


PATHS: Final = (
    "tables",
    f"tables/{TABLE}",
    f"tables/{TABLE}/events",
    f"tables/{TABLE}/events?limit=20&after=40",
    f"tables/{TABLE}/rounds",
    f"tables/{TABLE}/rounds/1",
    f"tables/{TABLE}/rounds/1?at=50",
    f"tables/{TABLE}/rounds/2",
    f"tables/{TABLE}/rounds/2?at=60",
    f"tables/{TABLE}/rounds/3",
    "drops",
    "counts",
    "reconciliations",
    "reconciliations?state=open",
    f"gaming-days/{DAY}",
    "ledger/accounts",
    "ledger/journals",
    f"ledger/journals?table={TABLE}&round=1",
    f"ledger/journals?table={TABLE}&round=2",
    "ledger/journals?account=person:P-1002",
    "ledger/trial-balance",
    f"ledger/statements/{DAY}/P-1002",
    "reports",
)


def read(caller: Caller, room: CountRoom) -> Iterator[object]:
    """Every path, and each reconciliation by its name."""
    for path in PATHS:
        yield path, same(caller.read(path))
    for box in (room.since, room.removed):
        yield same(caller.read(f"reconciliations/{TABLE}.collection.{box}"))
        yield same(caller.read(f"reconciliations/{TABLE}.collection.{box}/rounds"))


def test_nothing_that_is_read_tells_the_worlds_apart() -> None:
    one, other = in_worlds(lambda room: [*read(room.cage, room)])
    for here, there in zip(one, other, strict=True):
        assert here == there


def test_an_auditor_tells_them_apart_on_every_path_of_money() -> None:
    one, other = in_worlds(lambda room: [*read(room.auditor, room)])
    alike = {path for path, _ in (here for here in one if here in other and len(here) == 2)}
    assert alike.isdisjoint(path for path in PATHS if path.split("/")[0] in {"drops", "ledger"})


def refund(cents: int) -> JSON:
    """A fee event of a whole round."""
    data = {"seat": 4, "role": "player", "amount_cents": cents}
    word = {"reason": "in error", "authorised_by": "floor-7"}
    return {"type": "fee.refunded", "data": data | word}


def whole(room: CountRoom, number: int, *fees: JSON) -> JSON:
    """A round corrected from the cage, with other fees than its own."""
    events = [event for event in given(room.evening) if not event["type"].startswith("fee.")]
    at = events[-1]["occurred_at"]
    events[-1:-1] = [{"occurred_at": at, **fee} for fee in fees]
    word = {"reason": "cameras", "authorised_by": "sup-1"}
    return room.evening.event("round.corrected", {"round": number, "events": events, **word})


def collected(cents: int) -> JSON:
    """A fee event of a whole round."""
    return {
        "type": "fee.collected",
        "data": {"seat": 4, "role": "player", "amount_cents": cents},
    }


def refunding(number: int, cents: int, room: CountRoom) -> JSON:
    """A round corrected so that it only gives back."""
    return whole(room, number, refund(cents))


CORRECTIONS: Final[dict[str, Callable[[CountRoom], JSON]]] = {
    **{
        f"round {number} gives {cents} back": partial(refunding, number, cents)
        for number in (1, 2)
        for cents in (1, 1_700, 10_000_000)
    },
    "less goes back than came": lambda room: whole(room, 2, collected(300), refund(200)),
    "as much as came": lambda room: whole(room, 2, collected(300), refund(300)),
    "more than came": lambda room: whole(room, 2, collected(300), refund(301)),
    "nothing": lambda room: whole(room, 2),
    "nothing of the counted round": lambda room: whole(room, 1),
    "more of the counted round": lambda room: whole(room, 1, collected(99_999_999)),
}


def test_no_correction_is_an_oracle() -> None:
    for name, make in CORRECTIONS.items():
        one, other = in_worlds(posting(make))
        assert one == other, name


def test_by_his_code_it_is_the_supervisor_who_takes_from_a_box_what_it_holds() -> None:
    room = CountRoom()
    room.drop()
    room.counted()
    room.evening.play()
    less = whole(room, 1, collected(1_200))
    assert refused(room.cage.post(TABLE, [less]), 422, "rule")["rule"] == "uncounted_box"
    less["data"]["code"] = a_phone("sup-1").shows()
    assert room.cage.record(TABLE, [less])["recorded"] == 1
    more = whole(room, 2, refund(10_000_000))
    more["data"]["code"] = a_phone("sup-1").shows()
    said = refused(room.cage.post(TABLE, [more]), 422, "rule")
    assert said["detail"].endswith("would give more than was ever recorded in it")


def test_what_decides_what_boxes_should_hold_is_corrected_by_a_supervisors_code_alone() -> None:
    room = CountRoom()
    room.drop()
    room.evening.play()
    events = room.auditor.read(f"tables/{TABLE}/events?limit=500")["items"]
    changes = [one for one in events if one["type"] in {"table.opened", "box.changed"}]
    assert [one["type"] for one in changes] == ["table.opened", "box.changed", "box.changed"]
    for change in changes:
        data = {"event": change["id"], "reason": "It never hung.", "authorised_by": "sup-1"}
        correction = {
            "id": str(uuid4()),
            "type": "event.corrected",
            "occurred_at": change["occurred_at"],
            "data": data | {"data": None},
        }
        said = refused(room.cage.post(TABLE, [correction]), 422, "rule")
        assert (said["rule"], said["pointer"]) == ("uncounted_box", "/events/0/data/code")
    correction["data"]["code"] = a_phone("sup-1").shows()
    assert room.cage.record(TABLE, [correction])["recorded"] == 1


def test_nothing_that_is_said_of_findings_is_an_oracle() -> None:
    one, other = in_worlds(lambda room: [*_said(room)])
    assert one == other
    assert [status for status, _ in one] == [201, 201, 201, 201, 422]


def _said(room: CountRoom) -> Iterator[tuple[int, object]]:
    """The findings of the counted box and of the other are explained and signed; the day closed."""
    for box in (room.since, room.removed):
        path = f"reconciliations/{TABLE}.collection.{box}"
        for deed, content in (
            ("explanations", explanation_body()),
            ("signatures", signature_body("sup-1")),
        ):
            yield _answered(room.cage.send(f"{path}/{deed}", json.dumps(content).encode()))
    closing = json.dumps(closing_body()).encode()
    yield _answered(room.cage.send(f"gaming-days/{DAY}/closing", closing))


def _answered(response: Response) -> tuple[int, object]:
    return response.status_code, same(json.loads(response.content))


def test_a_correction_from_the_cage_takes_nothing_from_an_uncounted_box() -> None:
    expected = {
        "round 2 gives 1 back": "uncounted_box",
        "less goes back than came": None,
        "as much as came": None,
        "more than came": "uncounted_box",
        "nothing": None,
        "nothing of the counted round": "uncounted_box",
        "more of the counted round": None,
    }
    for name, rule in expected.items():
        for told in in_worlds(posting(CORRECTIONS[name])):
            assert told.get("rule") == rule, (name, told)


def posting(make: Callable[[CountRoom], JSON]) -> Callable[[CountRoom], JSON]:
    """What the cage is answered to an event."""
    return lambda room: _posted(room, make(room))


def _posted(room: CountRoom, event: JSON) -> JSON:
    """What the cage is answered, but for how many events the service appended behind it."""
    event = {**event, "id": str(uuid5(_IDS, json.dumps(event["data"])))}
    response = room.cage.post(TABLE, [event])
    told: JSON = same(json.loads(response.content))
    positions = ("appended", "last_position", "positions")
    kept = {key: value for key, value in told.items() if key not in positions}
    if "state" in kept:
        kept["state"] = {**kept["state"], "last_position": None}
    return kept
