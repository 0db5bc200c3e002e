"""The database refuses records of counts against the house's policy: raw SQL as the application."""
# ruff: noqa: S608 - nothing from outside

from typing import Any, Final
from uuid import UUID, uuid4

import msgspec
import pytest
from django.db import DatabaseError, connections, transaction

from cardroom import clock
from cardroom.log import store
from cardroom.log.records import NewEvent
from cardroom.log.rows import rows
from ledger.rules.counting.records import TABLES
from tests.counting import CountRoom, exception_body, load_the_house
from tests.played import HOUSE
from tests.recorded import DAY

pytestmark = pytest.mark.django_db(transaction=True, databases=["default", "owner"])

_TYPES: Final = {
    "ledger_count": "count.started",
    "ledger_figure": "count.corrected",
    "ledger_signature": "count.signed",
    "ledger_acceptance": "count.accepted",
    "ledger_adjustment": "count.adjusted",
}
EXCEPTION: Final = {"exception_by": "sup-2", "exception_reason": "a short night"}


def an_event(name: str) -> dict[str, Any]:
    """An event of the cage that says nothing; its id, place and time."""
    event, at = uuid4(), clock.now()
    new = NewEvent(
        id=event,
        type=name,
        version=1,
        occurred_at=at,
        gaming_day=DAY,
        round=None,
        body=b"{}",
        sameness=bytes(32),
    )
    head = store.lock(HOUSE, f"cage:{HOUSE}")
    (position,) = store.append(
        head, [new], recorded_at=at, recorded_by="key:7", snapshot=None, open_round=None
    )
    return {"id": str(event), "position": position, "recorded_at": at.isoformat()}


def last(table: str, **where: Any) -> dict[str, Any]:
    """The last record of a table, as JSON."""
    found = rows(f"SELECT to_json(t) FROM {table} t ORDER BY position DESC LIMIT 1", {})
    return {**found[0][0], **where}


def refusal(table: str, record: dict[str, Any], name: str = "") -> str:
    """Why the application may not insert a record behind an event of its own; nothing stays."""
    try:
        with transaction.atomic():
            sent = {**record, **an_event(name or _TYPES[table])}
            statement = f"INSERT INTO {table} SELECT * FROM json_populate_record(NULL::{table}, %s)"
            with connections["default"].cursor() as cursor:
                cursor.execute(statement, [msgspec.json.encode(sent).decode()])
            transaction.set_rollback(True)
    except DatabaseError as error:
        return str(error).partition("\n")[0]
    return ""


def test_a_count_is_started_within_the_policy_or_by_an_exception() -> None:
    room = CountRoom()
    room.drop(removed_by="both-1", witness="count-3")
    room.start()
    other = last("ledger_count", removed_position=room.drop(box_out="B-2", box_in="B-3"), box="B-2")
    other |= {"collector": "drop-1", "witness": "floor-7"}
    assert refusal("ledger_count", other) == ""
    first = other | {"removed_position": room.since, "box": "B-1"}
    for wrong, why in (
        (other | {"counters": ["count-1"]}, "{counters}"),
        (other | {"counters": ["count-1", "count-1"]}, "each once"),
        (other | {"counters": []}, "each once"),
        (other | {"counters": ["count-1", "floor-7"]}, "each once"),
        (other | {"counters": ["count-1", "nobody"]}, "each once"),
        (other | {"counters": ["count-1"], "deviations": ["counters"]}, "without an exception"),
        (other | EXCEPTION, "an exception from nothing"),
        (other | {"deviations": ["counters"]}, "against the policy: {}"),
        (other | {"collector": "drop-2"}, "the table says otherwise"),
        (other | {"box": "B-7"}, "the table says otherwise"),
        (other | {"purpose": "jackpot"}, "the table says otherwise"),
        (other | {"removed_position": 1}, "the table says otherwise"),
        (other | {"table_code": "T99"}, "the table says otherwise"),
        (other | {"policy_version": 2}, "another policy"),
        (first, "the table says otherwise"),
        (last("ledger_count"), "ledger_count_once"),
    ):
        assert why in refusal("ledger_count", wrong), wrong
    alone = other | {"counters": ["both-1"], "deviations": ["counters"], **EXCEPTION}
    assert refusal("ledger_count", alone) == ""
    for person in ("both-1", "drop-1", "count-2", "nobody"):
        assert "no part" in refusal("ledger_count", alone | {"exception_by": person})
    assert "no part" in refusal("ledger_count", alone | {"exception_reason": None})
    same = last("ledger_count") | {"removed_position": room.removed, "box": "B-2"}
    assert "says otherwise" in refusal("ledger_count", same)
    load_the_house(("counters = 2", "counters = 1"))
    assert "another policy" in refusal("ledger_count", other)


def test_collector_and_witness_count_nothing_without_an_exception() -> None:
    room = CountRoom()
    room.drop(removed_by="count-1", witness="count-2")
    broken = ["collector_differs_from_counters"]
    room.start(counters=["count-1", "count-3"], exception=exception_body())
    room.drop(box_out="B-2", box_in="B-3", removed_by="count-1", witness="count-2")
    told = last("ledger_count", removed_position=room.removed, box="B-2")
    assert (told["deviations"], refusal("ledger_count", told)) == (broken, "")
    for counters in (["count-1", "count-3"], ["count-2", "count-3"], ["count-1", "count-2"]):
        plain = told | {"deviations": [], "exception_by": None, "exception_reason": None}
        assert f"{{{broken[0]}}}" in refusal("ledger_count", plain | {"counters": counters})


def test_figures_are_their_counters_and_follow_each_other() -> None:
    room = CountRoom()
    room.drop()
    count = room.start()
    room.amounts(count)
    told = last("ledger_figure", revision=2, reason="again")
    assert refusal("ledger_figure", told) == ""
    for wrong, why in (
        (told | {"revision": 1}, "there is no such event"),
        (told | {"revision": 3}, "a figure follows another"),
        (told | {"reason": None}, "a figure follows another"),
        (told | {"count_id": str(uuid4())}, "a figure follows another"),
        (told | {"entered_by": "count-3"}, "only its counters"),
        (told | {"total_cents": 901}, "the total is another"),
        (told | {"denominations": {"100": -4, "500": 1}}, "the total is another"),
    ):
        assert why in refusal("ledger_figure", wrong), wrong
    assert "no such event" in refusal("ledger_figure", told, "count.signed")
    room.sign(count, "count-1", "count-2", "sup-1")
    assert "it is accepted" in refusal("ledger_figure", told)


def test_signatures_are_of_counters_and_of_a_signer_with_a_role() -> None:
    room = CountRoom()
    room.drop(removed_by="cage-1")
    count = room.start()
    room.amounts(count)
    room.sign(count, "count-1")
    told = last("ledger_signature", signed_by="count-2")
    signer = told | {"signed_by": "sup-1", "role": "signer"}
    assert [refusal("ledger_signature", each) for each in (told, signer)] == ["", ""]
    collector = signer | {"signed_by": "cage-1"}
    broken = {"deviations": ["collector_differs_from_counters"]}
    for wrong, why in (
        (told | {"signed_by": "count-1"}, "ledger_signature_once"),
        (told | {"revision": 2}, "only the figure in force"),
        (told | {"count_id": str(uuid4())}, "only the figure in force"),
        (told | {"role": "signer"}, "counters sign"),
        (signer | {"role": "counter"}, "counters sign"),
        (signer | {"signed_by": "count-3"}, "counters sign"),
        (signer | {"signed_by": "drop-2"}, "counters sign"),
        (signer | EXCEPTION, "an exception from nothing"),
        (collector, "{collector_differs_from_counters}"),
        (collector | broken, "without an exception"),
        (collector | broken | EXCEPTION | {"exception_by": "cage-1"}, "no part"),
        (told | {"deviations": ["signer_differs_from_counters"]}, "without an exception"),
        (told | {"deviations": ["counters"]} | EXCEPTION, "against the policy"),
    ):
        assert why in refusal("ledger_signature", wrong), wrong
    assert refusal("ledger_signature", collector | broken | EXCEPTION) == ""
    alone = told | {"deviations": ["signer_differs_from_counters"]} | EXCEPTION
    assert refusal("ledger_signature", alone) == ""
    room.sign(count, "count-2", "sup-1")
    assert "it is accepted" in refusal("ledger_signature", signer | {"signed_by": "sup-2"})


def test_a_count_is_accepted_when_all_have_signed_and_adjusted_by_who_did_not_count() -> None:
    room = CountRoom()
    room.drop()
    count = room.start()
    room.amounts(count)
    accepted = {"house": HOUSE, "count_id": count, "revision": 1, "total_cents": 900}
    accepted |= {"recorded_cents": 0, "table_position": 1}
    adjusted = accepted | {"denominations": {"100": 9}, "adjusted_by": "count-1"}
    adjusted |= {"authorised_by": "sup-1", "reason": "found"}
    assert "a counter has not signed" in refusal("ledger_acceptance", accepted)
    room.sign(count, "count-1")
    room.sign(count, "count-2")
    assert "nobody but its counters" in refusal("ledger_acceptance", accepted)
    assert "follows the acceptance" in refusal("ledger_adjustment", adjusted)
    for wrong in ({"total_cents": 901}, {"revision": 2}, {"count_id": str(uuid4())}):
        assert "figure in force" in refusal("ledger_acceptance", accepted | wrong)
    room.sign(count, "sup-1")
    assert "ledger_acceptance_once" in refusal("ledger_acceptance", accepted)
    assert refusal("ledger_adjustment", adjusted) == ""
    for person in ("count-1", "count-2", "cage-1", "floor-7", "nobody"):
        wrong = {"authorised_by": person}
        assert "a supervisor approves" in refusal("ledger_adjustment", adjusted | wrong)
    assert "approves" in refusal("ledger_adjustment", adjusted | {"adjusted_by": "sup-1"})
    assert "follows" in refusal("ledger_adjustment", adjusted | {"revision": 2})
    assert "total" in refusal("ledger_adjustment", adjusted | {"total_cents": 1})


def test_signed_records_only_grow_and_each_has_its_event() -> None:
    room = CountRoom()
    room.drop()
    count = room.counted()
    room.adjust(count)
    for table in TABLES.values():
        for alias, why in (("default", "permission denied"), ("owner", "the ledger only grows")):
            for statement in (f"UPDATE {table} SET house = house", f"DELETE FROM {table}"):
                with (
                    pytest.raises(DatabaseError, match=why),
                    transaction.atomic(using=alias),
                    connections[alias].cursor() as cursor,
                ):
                    cursor.execute(statement)
        record = {**last(table), "id": str(UUID(int=7))}
        sent = msgspec.json.encode(record).decode()
        with (
            pytest.raises(DatabaseError, match="there is no such event"),
            transaction.atomic(),
            connections["default"].cursor() as cursor,
        ):
            cursor.execute(
                f"INSERT INTO {table} SELECT * FROM json_populate_record(NULL::{table}, %s)", [sent]
            )
