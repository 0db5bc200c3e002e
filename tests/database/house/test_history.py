"""Every change of a house is an event of its stream: who, when, what, between which versions."""

import json
from datetime import timedelta
from threading import Barrier, Thread
from typing import Any

import pytest
from django.db import connection

from cardroom.errors import CardroomError, Malformed
from cardroom.house import codes, keys, loading
from cardroom.house.history.facts import KeyIssued, VersionAdded
from cardroom.house.history.stream import folded
from cardroom.house.history.telling import Told, told
from cardroom.house.models import House, Key, Secret, Version
from cardroom.house.versions import new_versions, newest
from cardroom.house_games import GAMES
from cardroom.log import chain, store
from cardroom.log.records import Head, StoredEvent
from tables import queries
from tests.database.house.conftest import NOON, load
from tests.house_file import TEXT, changed, read_items

STREAM = "house:CASES"
HOUR = timedelta(hours=1)


def stream(house: str = "CASES") -> list[StoredEvent]:
    """All events of the house's stream."""
    return list(store.load(house, f"house:{house}"))


def head() -> Head:
    """Where the stream ends."""
    found = store.head("CASES", STREAM)
    assert found is not None
    return found


def data(event: StoredEvent) -> dict[str, Any]:
    """What an event says."""
    said: dict[str, Any] = json.loads(event.body)["data"]
    return said


@pytest.mark.usefixtures("loaded")
def test_the_first_loading_is_recorded_item_by_item_with_who_and_when() -> None:
    events = stream()
    assert len(events) == Version.objects.count() == 21
    assert {(event.recorded_by, event.recorded_at, event.occurred_at) for event in events} == {
        ("operator", NOON, NOON)
    }
    assert {event.gaming_day.isoformat() for event in events} == {"2026-11-28"}
    first = Version.objects.order_by("id").first()
    assert first is not None
    assert (events[0].type, data(events[0])) == (
        "house.changed",
        {"row": first.pk, "code": "CASES", "version": 1, "data": first.data},
    )
    assert list(chain.verify_stream("CASES", STREAM)) == []


@pytest.mark.usefixtures("loaded")
def test_a_load_that_changes_nothing_appends_nothing() -> None:
    before = stream()
    assert load() == []
    assert load("# another comment\n" + TEXT) == []
    assert stream() == before


@pytest.mark.usefixtures("loaded")
def test_a_change_says_from_which_version_to_which_and_why() -> None:
    text = changed('["cage"]', '["cage", "drop"]')
    later = NOON + HOUR
    loading.load(
        text, path="x", games=GAMES, now=later, by="person:sup-1", reason="drops as well now"
    )
    *_, event = stream()
    row = Version.objects.get(code="drop-1", version=2)
    assert (event.type, event.recorded_by, event.recorded_at) == (
        "person.changed",
        "person:sup-1",
        later,
    )
    assert data(event) == {
        "reason": "drops as well now",
        "row": row.pk,
        "code": "drop-1",
        "version": 2,
        "former": 1,
        "changed": ["roles"],
        "data": {"login": None, "roles": ["cage", "drop"]},
    }


@pytest.mark.usefixtures("loaded")
def test_what_is_left_out_is_recorded_as_retired_and_its_return_too() -> None:
    load(changed('[[tables]]\ncode = "T03"\n', ""))
    load()
    said = [data(event) for event in stream()[-2:]]
    assert [(one["changed"], one.get("retired", False)) for one in said] == [
        (["retired"], True),
        (["back"], False),
    ]


@pytest.mark.usefixtures("loaded")
def test_keys_and_codes_are_recorded_without_their_secrets() -> None:
    token = keys.issue(name="table 1", scope="tables", house="CASES", tables=["T01"], now=NOON)
    uri = codes.issue(person="sup-1", house="CASES", now=NOON, reason="a new phone")
    issued, given = stream()[-2:]
    _, prefix, secret = token.split("_")
    key, code = Key.objects.get(), Secret.objects.get()
    assert (issued.type, given.type) == ("key.issued", "codes.issued")
    assert data(issued) == {
        "row": key.pk,
        "prefix": prefix,
        "name": "table 1",
        "scope": "tables",
        "tables": ["T01"],
        "fingerprint": bytes(key.digest).hex(),
    }
    assert data(given).keys() == {"row", "person", "fingerprint", "reason"}
    hidden = uri.partition("secret=")[2].partition("&")[0]
    for event in stream():
        for form in (secret, hidden, bytes(code.secret).hex()):
            assert form not in event.body.decode()


@pytest.mark.usefixtures("loaded")
def test_the_feed_shows_the_house_before_anything_happened_in_it(transactional_db: None) -> None:
    del transactional_db
    items = queries.feed("CASES", after=0, limit=100)
    assert [item.stream for item in items] == [STREAM] * 21
    assert (items[0].type, items[0].position, items[0].recorded_by) == (
        "house.changed",
        1,
        "operator",
    )


def an_older_house() -> None:
    """A house from before its changes were recorded: two loadings, a key that ended, two codes."""
    House.objects.create(code="CASES", created_at=NOON)
    for text, at in ((TEXT, NOON), (changed('["cage"]', '["drop"]'), NOON + HOUR)):
        rows = new_versions([*read_items(text).values()], newest("CASES"))
        for row in rows:
            row.house_id, row.created_at = "CASES", at
        Version.objects.bulk_create(rows)
    plain = {"house_id": "CASES", "scope": "cage", "tables": [], "created_at": NOON}
    Key.objects.create(name="old", prefix="aa", digest=b"1", revoked_at=NOON + HOUR, **plain)
    Key.objects.create(name="new", prefix="bb", digest=b"2", **plain)
    for number in range(2):
        Secret.objects.create(
            house_id="CASES",
            person="sup-1",
            secret=bytes([number]) * 20,
            created_at=NOON + number * HOUR,
            revoked_at=None if number else NOON + HOUR,
            last_step=0,
            wrong_at=[],
        )


@pytest.mark.django_db
def test_the_first_loading_of_an_older_house_records_what_stands_and_invents_nothing() -> None:
    an_older_house()
    assert stream() == []
    later = NOON + 24 * HOUR
    assert load(changed('["cage"]', '["drop"]'), now=later) == []
    events = stream()
    assert len(events) == 22 + 3 + 2
    assert all(data(event)["stood"] for event in events)
    assert {event.recorded_at for event in events} == {later}
    assert [event.occurred_at - NOON for event in events[20:23]] == [0 * HOUR, HOUR, 0 * HOUR]
    assert [event.type for event in events[22:]] == [
        "key.issued",
        "key.revoked",
        "key.issued",
        "codes.issued",
        "codes.issued",
    ]
    assert load(changed('["cage"]', '["drop"]'), now=later) == []
    assert stream() == events


@pytest.mark.django_db
def test_any_first_change_of_an_older_house_records_what_stands_before_it() -> None:
    an_older_house()
    keys.revoke(Key.objects.get(prefix="bb").pk, now=NOON + 2 * HOUR, reason="lost")
    *stood, last = stream()
    assert [data(event).get("stood") for event in stood] == [True] * 27
    assert (last.type, data(last).get("stood"), data(last)["reason"]) == (
        "key.revoked",
        None,
        "lost",
    )
    assert folded(head()).keys.keys() == set(Key.objects.values_list("pk", flat=True))


@pytest.mark.usefixtures("loaded")
def test_a_refused_change_leaves_no_event() -> None:
    before = stream()
    with pytest.raises(Malformed):
        load(changed('code = "T03"', 'code = "T01"'))
    for wrong in (
        {"tables": ["T99"]},
        {"scope": "all"},
        {"by": "two\nlines"},
        {"reason": ""},
        {"reason": "x" * 501},
    ):
        facts: dict[str, Any] = {"name": "a", "scope": "tables", "tables": ["T01"]} | wrong
        with pytest.raises(CardroomError):
            keys.issue(house="CASES", now=NOON, **facts)
    assert stream() == before
    assert not Key.objects.exists()


@pytest.mark.usefixtures("loaded")
def test_who_changed_what_is_told_by_thing() -> None:
    load(changed('["cage"]', '["cage", "drop"]'), now=NOON + HOUR)
    token = keys.issue(name="cage", scope="cage", house="CASES", now=NOON)
    prefix = token.split("_")[1]
    second = keys.rotate(Key.objects.get().pk, now=NOON, overlap=HOUR).split("_")[1]
    codes.issue(person="sup-1", house="CASES", now=NOON)

    def what(**about: str) -> list[str]:
        return [change.what for change in told("CASES", **about)]

    assert what(kind="person", code="drop-1") == ["version 1", "version 2 after 1 (roles)"]
    assert what(kind="key") == [
        "issued to cage for cage",
        f"issued to cage for cage in the place of {prefix}",
        f"ends 2026-11-28T21:00:00Z, replaced by {second}",
    ]
    assert what(kind="codes") == ["issued"]
    assert len(what(kind="offering")) == 6
    assert what(kind="offering", code="drop-1") == []
    assert list(told("NOWHERE")) == []
    keys.issue(name="t", scope="tables", tables=["T02", "T01"], house="CASES", now=NOON)
    *_, last = told("CASES")
    assert (last.what, last.recorded_by, last.stood) == (
        "issued to t for tables at T01, T02",
        "operator",
        False,
    )
    assert isinstance(last, Told)
    assert isinstance(last.fact, KeyIssued)
    assert isinstance(next(told("CASES")).fact, VersionAdded)


@pytest.mark.django_db(transaction=True)
def test_crossing_changes_come_one_after_the_other_and_the_rows_are_what_they_fold_to() -> None:
    load()
    start = Barrier(6)

    def run(number: int) -> None:
        start.wait()
        if number % 2:
            load(changed('["cage"]', '["cage", "drop"]' if number % 3 else '["drop"]'))
        else:
            keys.issue(name=f"key {number}", scope="cage", house="CASES", now=NOON)
        connection.close()

    writers = [Thread(target=run, args=(number,)) for number in range(6)]
    for writer in writers:
        writer.start()
    for writer in writers:
        writer.join()
    assert [event.position for event in stream()] == list(range(1, len(stream()) + 1))
    rows = folded(head())
    assert rows.versions.keys() == set(Version.objects.values_list("pk", flat=True))
    assert len(rows.keys) == 3
    newest_roles = Version.objects.filter(code="drop-1").latest("version")
    assert rows.versions[newest_roles.pk].data == newest_roles.data
