"""One file of every version of a house's events ever stored: what was written is read for ever."""

import json
from datetime import UTC, date, datetime
from pathlib import Path
from typing import Any, Final
from uuid import UUID

import msgspec
import pytest

from cardroom.house.history import facts
from cardroom.log.records import StoredEvent

FOLDER: Final = Path(__file__).parents[3] / "golden" / "house"
FILES: Final = {path.stem: path for path in sorted(FOLDER.glob("*.json"))}
AT: Final = datetime(2026, 11, 28, 20, tzinfo=UTC)


def stored(name: str, version: int, body: str) -> StoredEvent:
    """An event as it lies in the log, position 5 of the house's stream."""
    where = ("CASES", "house:CASES", 5, UUID(int=1), name, version)
    return StoredEvent(*where, AT, AT, "operator", AT.date(), None, body.encode(), b"", 1, b"")


def test_every_type_has_its_golden_file_and_no_file_stands_alone() -> None:
    assert FILES.keys() == {f"{name}.{facts.VERSION}" for name in facts.TYPES}


@pytest.mark.parametrize("name", FILES)
def test_a_stored_body_is_read_as_it_was_meant_and_stored_in_the_same_bytes(name: str) -> None:
    file: dict[str, Any] = json.loads(FILES[name].read_text())
    assert (file["type"], str(file["version"])) == tuple(name.rsplit(".", 1))
    entry = facts.entry(stored(file["type"], file["version"], file["body"]))
    assert (entry.house, entry.position, entry.type, entry.occurred_at) == (
        "CASES",
        5,
        file["type"],
        AT,
    )
    said = {key: getattr(entry.fact, key) for key in entry.fact.__struct_fields__}
    assert json.loads(msgspec.json.encode(said)) == file["fact"]
    again = facts.new_event("CASES", file["type"], entry.fact, occurred_at=AT, gaming_day=AT.date())
    assert again.body.decode() == file["body"]


def test_an_event_has_an_id_by_what_it_is_of_so_that_it_is_recorded_once() -> None:
    day = date(2026, 11, 28)

    def id_of(name: str, fact: facts.Fact, house: str = "CASES") -> UUID:
        return facts.new_event(house, name, fact, occurred_at=AT, gaming_day=day).id

    first = facts.CodesIssued(row=1, person="sup-1", fingerprint="ab")
    other = facts.CodesIssued(row=2, person="sup-1", fingerprint="ab")
    end = facts.KeyRevoked(row=1, prefix="a", revoked_at=AT)
    sooner = facts.KeyRevoked(row=1, prefix="a", revoked_at=AT.replace(hour=19))
    ids = [
        id_of("codes.issued", first),
        id_of("codes.issued", other),
        id_of("codes.issued", first, house="OTHER"),
        id_of("key.revoked", end),
        id_of("key.revoked", sooner),
    ]
    assert len(set(ids)) == len(ids)
    again = facts.CodesIssued(row=1, person="sup-1", fingerprint="ab", reason="a new phone")
    assert id_of("codes.issued", again) == ids[0]
