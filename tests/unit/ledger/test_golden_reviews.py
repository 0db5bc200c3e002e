"""One file of every version of a review's events ever stored: what was written is read for ever."""

import json
from pathlib import Path
from typing import Any, Final

import msgspec
import pytest

from ledger.rules import saying
from ledger.rules.reconciliation import codec
from ledger.rules.reconciliation.reviews import TYPES, VERSION

FOLDER: Final = Path(__file__).parents[2] / "golden" / "cage"
FILES: Final = {path.stem: path for path in sorted(FOLDER.glob("reconciliation.*.json"))}


def plain(content: object) -> object:
    """As JSON has it, without tuples."""
    return json.loads(msgspec.json.encode(content))


def test_every_type_has_its_golden_file_and_no_file_stands_alone() -> None:
    assert FILES.keys() == {f"{name}.{VERSION}" for name in TYPES}


@pytest.mark.parametrize("name", FILES)
def test_a_stored_body_decodes_to_what_was_meant_and_is_stored_in_the_same_bytes(name: str) -> None:
    file: dict[str, Any] = json.loads(FILES[name].read_text())
    fact, noted = codec.decode_body(file["type"], file["body"])
    assert type(fact) is TYPES[file["type"]]
    assert plain({key: getattr(fact, key) for key in fact.__struct_fields__}) == file["fact"]
    assert plain(noted) == file["noted"]
    assert saying.encode_body(fact, noted).decode() == file["body"]
