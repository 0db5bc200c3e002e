"""One item at a time: the admin's way to change a house, by the rules and the code of its file."""

import tomllib
from datetime import timedelta
from threading import Barrier, Thread
from typing import Any

import pytest
from django.db import connection

from cardroom.errors import CardroomError, Conflict, Missing, RuleViolation
from cardroom.house import editing, houses, written
from cardroom.house.history.telling import told
from cardroom.house.items import Kind
from cardroom.house.models import Version
from cardroom.house.versions import Change, newest
from cardroom.house_games import GAMES
from tests.database.house.conftest import NOON, load
from tests.house_file import TEXT, changed

HOUR = timedelta(hours=1)
PERSON = {"code": "floor-9", "roles": ["floor"]}
SCHEDULE: dict[str, Any] = next(
    one for one in tomllib.loads(TEXT)["fee_schedules"] if one["code"] == "FS-1"
)


def put(kind: Kind, facts: dict[str, Any], **more: Any) -> list[Change]:
    """Change an item of the house, or add it."""
    return editing.put(
        house="CASES", kind=kind, facts=facts, games=GAMES, now=NOON + HOUR, by="person:a", **more
    )


def retire(kind: Kind, code: str, **more: Any) -> list[Change]:
    """Take an item out of use."""
    return editing.retire(
        house="CASES", kind=kind, code=code, games=GAMES, now=NOON + HOUR, by="person:a", **more
    )


def document() -> dict[str, Any]:
    """The house as its file would say it now."""
    return written.written(newest("CASES").values())


@pytest.mark.usefixtures("loaded")
def test_an_item_is_added_changed_and_retired_each_a_version_and_an_event() -> None:
    assert put("person", PERSON) == [Change("person", "floor-9", 1, ())]
    assert put("person", PERSON) == []
    assert put("person", PERSON | {"roles": ["cage"]}, reason="moved") == [
        Change("person", "floor-9", 2, ("roles",))
    ]
    assert retire("person", "floor-9") == [Change("person", "floor-9", 3, ("retired",))]
    assert put("person", PERSON | {"roles": ["cage"]}) == [
        Change("person", "floor-9", 4, ("back",))
    ]
    assert houses.facts("CASES").people["floor-9"] == {"cage"}
    changes = told("CASES", kind="person", code="floor-9")
    assert [(one.recorded_by, one.reason) for one in changes] == [
        ("person:a", None),
        ("person:a", "moved"),
        ("person:a", None),
        ("person:a", None),
    ]


@pytest.mark.usefixtures("loaded")
def test_what_binds_an_item_changes_with_it() -> None:
    first, second, third, *others = SCHEDULE["rates"]
    rates = [first, second, third | {"fee_cents": 400}, *others]
    changes = put("fee_schedule", SCHEDULE | {"rates": rates})
    assert str(changes[0]) == "fee schedule FS-1: version 2 (rates)"
    assert len(changes) == 7
    assert {change.kind for change in changes[1:]} == {"offering"}


@pytest.mark.usefixtures("loaded")
def test_the_settings_of_the_house_change_like_any_item() -> None:
    own = document()["house"] | {"gaming_day_starts": "08:00"}
    assert put("house", own) == [Change("house", "CASES", 2, ("gaming_day_starts",))]
    assert houses.facts("CASES").gaming_day_starts.hour == 8


@pytest.mark.usefixtures("loaded")
@pytest.mark.parametrize("kind", written.SECTIONS)
def test_what_stands_says_nothing_new_when_it_is_put_again(kind: Kind) -> None:
    section = document()[written.SECTIONS[kind]]
    for facts in [section] if isinstance(section, dict) else section:
        assert put(kind, facts) == []


REFUSED: list[tuple[Kind, dict[str, Any], str, str]] = [
    ("person", PERSON | {"roles": ["boss"]}, "/roles/0", r"floor-9\].roles\[1\]: unknown role"),
    ("person", {"roles": []}, "", r"people\[.\]: code is missing"),
    ("person", PERSON | {"age": 7}, "/age", r"people\[floor-9\].age: unknown key 'age'"),
    ("person", PERSON | {"code": 7}, "/code", r"people\[7\].code: expected a text in quotes"),
    ("shift", {"code": "late", "starts": "14:00"}, "/starts", "start '14:00' is given twice"),
    ("tppps", {"code": "X"}, "", r"tppps\[X\]: licence is missing"),
    ("table", {"code": "a b"}, "/code", "a code of letters"),
    ("offering", {"code": "P215-A", "game": "poker"}, "", "decks is missing"),
    ("fee_schedule", SCHEDULE | {"max_rates": 2}, "/rates/2", "one fee amount more than max_rates"),
    ("fee_schedule", SCHEDULE | {"rates": SCHEDULE["rates"][1:]}, "/rates/0", "no tier holds"),
    ("house", {"code": "OTHER"}, "", "name is missing"),
]  # fmt: skip


@pytest.mark.usefixtures("loaded")
@pytest.mark.parametrize(("kind", "facts", "pointer", "message"), REFUSED)
def test_an_item_that_makes_no_sense_is_refused_with_its_place_and_rule(
    kind: Kind, facts: dict[str, Any], pointer: str, message: str
) -> None:
    before = Version.objects.count()
    with pytest.raises(RuleViolation, match=message) as refusal:
        put(kind, facts)
    assert (refusal.value.rule, refusal.value.pointer) == ("house_file", pointer)
    assert Version.objects.count() == before


@pytest.mark.usefixtures("loaded")
def test_a_house_keeps_its_code() -> None:
    with pytest.raises(RuleViolation, match="keeps its code") as refusal:
        put("house", document()["house"] | {"code": "OTHER"})
    assert refusal.value.pointer == "/code"


@pytest.mark.usefixtures("loaded")
def test_nothing_is_retired_that_something_needs_or_that_is_not_there() -> None:
    with pytest.raises(RuleViolation, match=r"offerings\[.*\].fee_schedule: unknown fee schedule"):
        retire("fee_schedule", "FS-1")
    refused: list[tuple[Kind, str]] = [("person", "nobody"), ("house", "CASES")]
    retire("table", "T03")
    for kind, code in [*refused, ("table", "T03")]:
        with pytest.raises(Missing, match=f"house CASES has no {kind} {code}"):
            retire(kind, code)
    with pytest.raises(Missing, match="there is no house NOWHERE"):
        editing.retire(house="NOWHERE", kind="table", code="T1", games=GAMES, now=NOON)
    with pytest.raises(Missing, match="there is no house NOWHERE"):
        editing.put(house="NOWHERE", kind="table", facts={"code": "T"}, games=GAMES, now=NOON)


@pytest.mark.usefixtures("loaded")
def test_a_change_decided_on_a_version_that_is_not_the_newest_is_refused() -> None:
    put("person", PERSON, seen=0)
    with pytest.raises(Conflict, match="person floor-9 has version 1 by now, and not 0"):
        put("person", PERSON | {"roles": ["cage"]}, seen=0)
    put("person", PERSON | {"roles": ["cage"]}, seen=1)
    with pytest.raises(Conflict, match="by now, and not 1"):
        retire("person", "floor-9", seen=1)
    retire("person", "floor-9", seen=2)


@pytest.mark.django_db(transaction=True)
def test_of_two_who_change_the_same_version_one_is_told() -> None:
    load()
    put("person", PERSON)
    start, told_so = Barrier(2), []

    def run(role: str) -> None:
        start.wait()
        try:
            put("person", PERSON | {"roles": [role]}, seen=1)
        except CardroomError as error:
            told_so.append(error)
        connection.close()

    writers = [Thread(target=run, args=(role,)) for role in ("cage", "drop")]
    for writer in writers:
        writer.start()
    for writer in writers:
        writer.join()
    assert [type(error) for error in told_so] == [Conflict]
    assert Version.objects.filter(code="floor-9").count() == 2


@pytest.mark.django_db
def test_a_house_written_down_and_loaded_again_is_the_same() -> None:
    text = changed('"KN-12"]', '{ number = "KN-12", expires_on = 2027-01-31 }]')
    text += '\n[[paytables]]\ncode = "OURS"\nbet = "buster"\nrows = { "3" = 1, "4" = 300 }\n'
    text += "\n[house.tolerances]\nassess_cents = 500\n"
    load(text.replace("Case Study Card Club", 'Käse \\"Club\\" \\\\ 1', 1))
    again = written.toml(document())
    assert load(again) == []
    assert written.toml(document()) == again
    assert 'name = "Käse' in again


@pytest.mark.usefixtures("loaded")
def test_a_house_is_written_down_as_it_was() -> None:
    load(changed('["cage"]', '["drop"]'), now=NOON + HOUR)
    load(changed('[[tables]]\ncode = "T03"\n', ""), now=NOON + 2 * HOUR)

    def at(hours: int) -> tuple[list[str], int]:
        found = written.as_of("CASES", NOON + hours * HOUR)
        roles = next(one["roles"] for one in found["people"] if one["code"] == "drop-1")
        return roles, len(found["tables"])

    with pytest.raises(Missing, match=r"no house CASES at .* loaded at 2026-11-28T"):
        at(-9)
    with pytest.raises(Missing, match="there was no house NONE at"):
        written.as_of("NONE", NOON)
    assert [at(hours) for hours in (0, 1, 2)] == [
        (["cage"], 3),
        (["drop"], 3),
        (["cage"], 2),
    ]


@pytest.mark.usefixtures("loaded")
def test_what_would_change_is_told_and_kept_nowhere() -> None:
    facts = PERSON | {"code": "floor-7", "roles": ["cage"]}
    said = editing.would_put(house="CASES", kind="person", facts=facts, games=GAMES, seen=1)
    assert said == [Change("person", "floor-7", 2, ("roles",))]
    gone = editing.would_retire(house="CASES", kind="person", code="floor-7", games=GAMES, seen=1)
    assert gone == [Change("person", "floor-7", 2, ("retired",))]
    with pytest.raises(Conflict):
        editing.would_put(house="CASES", kind="person", facts=facts, games=GAMES, seen=2)
    with pytest.raises(RuleViolation):
        editing.would_retire(house="CASES", kind="fee_schedule", code="FS-1", games=GAMES)
    assert [one.what for one in told("CASES", kind="person", code="floor-7")] == ["version 1"]


@pytest.mark.usefixtures("loaded")
def test_what_nobody_sees_is_refused_of_an_item_as_of_a_file() -> None:
    with pytest.raises(RuleViolation, match=r"an invisible character stands in it, U\+202E") as no:
        put("person", PERSON | {"login": "floor\u202e9"})
    assert no.value.pointer == "/login"
