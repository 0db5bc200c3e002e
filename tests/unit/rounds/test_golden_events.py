"""One file of every event version ever stored: what was written once is read for ever.

A file holds a stored body's exact bytes and the fact that they decode to today. A new type or
version gets a file of its own; a file that stands is never changed, but for its `fact` when an
upcast lifts it to a newer form.
"""

import json
from pathlib import Path
from typing import Any, Final

import msgspec
import pytest

from tables.rounds import codec

FOLDER: Final = Path(__file__).parents[2] / "golden" / "events"
FILES: Final = {path.stem: path for path in sorted(FOLDER.glob("*.json"))}


def golden(name: str) -> dict[str, Any]:
    """The content of a golden file."""
    content: dict[str, Any] = json.loads(FILES[name].read_text())
    return content


def plain(content: object) -> object:
    """As JSON has it, without tuples."""
    return json.loads(msgspec.json.encode(content))


def test_every_type_and_version_has_its_golden_file_and_no_file_stands_alone() -> None:
    assert {f"{name}.{codec.VERSION}" for name in codec.TYPES} <= set(FILES)
    assert {name.rpartition(".")[0] for name in FILES} == set(codec.TYPES)


@pytest.mark.parametrize("name", FILES)
def test_a_stored_body_decodes_to_the_fact_it_was_stored_for(name: str) -> None:
    file = golden(name)
    assert (file["type"], str(file["version"])) == tuple(name.rsplit(".", 1))
    body = codec.decode_body(file["body"])
    fact = codec.decode_fact(file["type"], file["version"], body.data)
    assert type(fact) is codec.TYPES[file["type"]]
    assert plain({key: getattr(fact, key) for key in fact.__struct_fields__}) == file["fact"]
    beside = {"round": body.round, "override": body.override, "noted": body.noted}
    assert plain(beside) == file["beside"]


@pytest.mark.parametrize("name", [name for name in FILES if name.endswith(f".{codec.VERSION}")])
def test_a_body_of_today_is_stored_in_the_same_bytes(name: str) -> None:
    file = golden(name)
    body = codec.decode_body(file["body"])
    again = codec.encode_body(
        bytes(body.data), round_number=body.round, override=body.override, noted=body.noted
    )
    assert again.decode() == file["body"]
