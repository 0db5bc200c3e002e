"""Verification of streams that nothing but a fault, or a forger, could have written."""
# ruff: noqa: S608 - nothing from outside

import json
from hashlib import sha256
from typing import Any
from uuid import uuid4

import pytest
from django.db import OperationalError

from cardroom import clock
from cardroom.log import chain, store
from cardroom.log.records import NewEvent
from tables import history, rebuild
from tables.verify import Counts, Finding, verify
from tests.forged import forge, position_of
from tests.played import HOUSE, OF_THE_HOUSE, STREAM, an_evening, as_owner
from tests.recorded import recorded, tamper

pytestmark = pytest.mark.django_db(transaction=True, databases=["default", "owner"])


def append(kind: str, content: dict[str, Any]) -> int:
    """Append an event past all admission, on the day and with the instant of the last one."""
    last = recorded(stream=STREAM, house=HOUSE)[-1]
    body = json.dumps(content).encode()
    event = NewEvent(
        id=uuid4(),
        type=kind,
        version=1,
        occurred_at=last.occurred_at,
        gaming_day=last.gaming_day,
        round=content.get("round"),
        body=body,
        sameness=sha256(body).digest(),
    )
    with store.recording():
        head = store.lock(HOUSE, STREAM)
        (position,) = store.append(
            head,
            [event],
            recorded_at=clock.now(),
            recorded_by="key:7",
            snapshot=None,
            open_round=head.open_round,
        )
    return position


def in_events(found: list[Finding]) -> list[tuple[str, int | None, str]]:
    """The findings in events, by kind, position and words."""
    return [(one.kind, one.position, one.detail) for one in found if one.position is not None]


def test_a_decision_that_follows_from_nothing_is_found() -> None:
    an_evening(1)
    settled = json.loads(recorded(stream=STREAM, house=HOUSE)[-1].body)
    position = append("round.settled", settled)
    assert in_events(list(verify(Counts()))) == [
        ("decision", position, "round.settled follows from nothing")
    ]


@pytest.mark.parametrize("goes_on", [True, False])
def test_a_decision_that_was_never_appended_is_found(*, goes_on: bool) -> None:
    evening = an_evening(1)
    evening.post(*evening.next_round()[:-1])
    position = append("round.completed", {"data": {}, "round": 2}) + 1
    if goes_on:
        assert append("incident.noted", {"data": {"text": "on"}}) == position
    found = in_events(list(verify(Counts())))
    missing, journals = found[0], found[1:]
    assert missing == ("decision", position, "round.settled is missing")
    of_journals = {("journal", position)} if goes_on else set()
    assert {(kind, at) for kind, at, _ in journals} == of_journals


BROKEN = [
    ("card.dealt", {"data": {"to": "nobody"}, "round": 1}, "ValidationError"),
    ("card.played", {"data": {}, "round": 1}, "KeyError: 'card.played'"),
    ("round.opened", {"data": {"player_dealer_seat": 6, "wager_cents": 1}, "round": 2}, "KeyError"),
    ("fee.collected", {"data": {"seat": 4, "role": "player", "amount_cents": 1}, "round": 9}, "no"),
]


def test_a_round_that_opened_while_another_was_open_is_found() -> None:
    evening = an_evening(1)
    evening.post(*evening.next_round()[:5])
    opened = json.loads(recorded(stream=STREAM, house=HOUSE)[8].body)
    position = append("round.opened", opened | {"round": 3})
    first = next(iter(verify(Counts())))
    assert (first.kind, first.position) == ("replay", position)
    assert "round 2 is open" in first.detail


@pytest.mark.parametrize(("kind", "content", "why"), BROKEN)
def test_what_cannot_be_replayed_is_found_and_what_follows_isnt_checked(
    kind: str, content: dict[str, Any], why: str
) -> None:
    evening = an_evening(2)
    position = append(kind, content)
    append("incident.noted", {"data": {"text": "on"}})
    as_owner("UPDATE tables_roundrow SET wager_cents = 1 WHERE number = 1")
    counts = Counts()
    broken, altered = verify(counts)
    assert (broken.kind, broken.position) == ("replay", position)
    assert broken.detail.startswith("it cannot go on: ")
    assert why in broken.detail
    assert (altered.row, altered.column) == ("round 1", "wager_cents")
    where = f"CASES table:T01 behind position {position}"
    assert f"{where}, but for its chain" in counts.not_checked
    assert counts.events == OF_THE_HOUSE + position + 1
    assert evening.rounds == 2


def test_a_table_that_opened_with_another_offering_is_found() -> None:
    an_evening(1)
    forge(1, {"data.offering": "NBB4-A"})
    assert [(one.kind, one.position, one.column) for one in verify(Counts()) if one.position] == [
        ("noted", 1, "noted.offering_version")
    ]


def test_a_table_that_opened_with_nothing_bound_is_found() -> None:
    an_evening(1)
    forge(1, {"noted": {}})
    first = next(one for one in verify(Counts()) if one.position)
    assert (first.position, first.column) == (1, "noted.offering_version")
    assert (first.stored, first.replayed) == (None, "P215-A")


HEADS = [
    ({"open_round": "9"}, "open_round", 9, None),
    ({"snapshot": "'{}'"}, "snapshot", "Object missing required field `fold_version`", None),
    ({'"position":45': '"position":44'}, "snapshot.position", 44, 45),
    ({'"last_round":1': '"last_round":5'}, "snapshot.last_round", 5, 1),
]


@pytest.mark.parametrize(("change", "column", "stored", "replayed"), HEADS)
def test_a_head_that_keeps_something_else_is_found(
    change: dict[str, str], column: str, stored: object, replayed: object
) -> None:
    an_evening(1)
    ((what, value),) = change.items()
    if what.startswith('"'):
        kept = "convert_from(snapshot, 'UTF8')"
        what, value = "snapshot", f"convert_to(replace({kept}, '{what}', '{value}'), 'UTF8')"
    tamper(f"UPDATE log_head SET {what} = {value}")
    (found,) = verify(Counts())
    assert (found.kind, found.column) == ("head", column)
    assert (found.stored, found.replayed) == (stored, replayed)


def test_a_snapshot_of_another_fold_or_none_is_no_finding(monkeypatch: pytest.MonkeyPatch) -> None:
    an_evening(1)
    monkeypatch.setattr(history, "FOLD_VERSION", 0)
    assert list(verify(Counts())) == []
    tamper("UPDATE log_head SET snapshot = NULL")
    assert list(verify(Counts())) == []


def test_streams_of_other_things_are_verified_as_chains_alone() -> None:
    an_evening(1)
    body = b'{"data": {}}'
    with store.recording():
        head = store.lock(HOUSE, "cage:CASES")
        last = recorded(stream=STREAM, house=HOUSE)[-1]
        event = NewEvent(
            id=uuid4(),
            type="shift.opened",
            version=1,
            occurred_at=last.occurred_at,
            gaming_day=last.gaming_day,
            round=None,
            body=body,
            sameness=sha256(body).digest(),
        )
        store.append(
            head, [event], recorded_at=clock.now(), recorded_by="p", snapshot=None, open_round=None
        )
    counts = Counts()
    assert list(verify(counts)) == []
    assert counts.streams == 3, "the house's, the table's, the cage's"
    assert [one.code for one in rebuild.rebuild()] == ["T01"]


def test_a_fault_of_the_chain_is_given_with_the_others() -> None:
    an_evening(1)
    position = position_of("round.settled", number=1)
    tamper(f"UPDATE log_event SET recorded_by = 'nobody' WHERE position = {position}")
    (found,) = verify(Counts())
    assert (found.kind, found.position) == ("hash", position)
    (of_log,) = chain.verify_stream(HOUSE, STREAM)
    assert of_log.detail == found.detail


def test_a_database_that_goes_away_is_no_finding(monkeypatch: pytest.MonkeyPatch) -> None:
    an_evening(1)

    def gone(*_: object, **__: object) -> None:
        raise OperationalError("the connection is closed")

    as_owner("UPDATE tables_roundrow SET wager_cents = 1")
    for reads_the_log in ("recorded", "round_at"):
        monkeypatch.setattr(history, reads_the_log, gone)
        with pytest.raises(OperationalError):
            list(verify(Counts()))
        monkeypatch.undo()
    monkeypatch.setattr(history, "recorded", gone)
    with pytest.raises(OperationalError):
        list(rebuild.rebuild())
