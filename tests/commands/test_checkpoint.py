"""`checkpoint`, and `verify` against one that was kept elsewhere, as people type them."""

import json
from pathlib import Path

import pytest
from pytest_django import Settings

from cardroom import clock
from cardroom.house.models import House
from tests.commands.test_verify import Captured, typed
from tests.forged import forge
from tests.played import HOUSE, STREAM, an_evening, as_owner, load_the_house
from tests.recorded import recorded, tamper

pytestmark = pytest.mark.django_db(transaction=True, databases=["default", "owner"])


@pytest.fixture(autouse=True)
def _data(settings: Settings, tmp_path: Path) -> None:
    """An installation's data of its own."""
    settings.CARDROOM_DATA = tmp_path / "data"


class Kept:
    """A checkpoint and a public key, kept elsewhere."""

    def __init__(self, capsys: Captured, place: Path) -> None:
        self.file = place / "checkpoint.json"
        self.key = place / "checkpoint.pem"
        self.capsys = capsys
        assert typed(capsys, "checkpoint", "--output", str(self.file)) == (0, "", "")
        code, pem, err = typed(capsys, "checkpoint", "--public-key")
        assert (code, err) == (0, "")
        self.key.write_text(pem)

    def verify(self, *more: str) -> tuple[int, list[str]]:
        """Exit code and findings of `verify` against them."""
        witness = ["--checkpoint", str(self.file), "--public-key", str(self.key)]
        code, out, err = typed(self.capsys, "verify", *witness, *more)
        assert err == ""
        said = out.splitlines()
        return code, [line for line in said if ": checkpoint; " in line]


@pytest.fixture
def kept(capsys: Captured, tmp_path: Path) -> Kept:
    """Of an evening with two rounds."""
    an_evening(2)
    return Kept(capsys, tmp_path)


def test_a_checkpoint_is_one_json_document_with_what_it_signs(kept: Kept) -> None:
    document = json.loads(kept.file.read_text())
    assert list(document) == ["checkpoint", "house", "cursor", "hash", "signed_at", "signature"]
    assert (document["checkpoint"], document["house"], document["cursor"]) == (1, "CASES", 103)
    assert "BEGIN PUBLIC KEY" in kept.key.read_text()


def test_a_log_that_goes_on_holds_and_is_witnessed(kept: Kept, capsys: Captured) -> None:
    assert kept.verify() == (0, [])
    code, out, _ = typed(capsys, "verify")
    assert code == 0
    assert any("--checkpoint" in line for line in out.splitlines())
    code, out, _ = typed(
        capsys, "verify", "--json", f"--checkpoint={kept.file}", f"--public-key={kept.key}"
    )
    checked = json.loads(out)["checked"]
    assert (code, checked["checkpoints"]) == (0, 2)
    assert not any("--checkpoint" in what for what in checked["not_checked"])


def test_who_rewrites_everything_consistently_is_found_from_outside(kept: Kept) -> None:
    """Neither hashes nor decisions tell; the database's own checkpoint went, the copy didn't."""
    events = recorded(stream=STREAM, house=HOUSE)
    taken = next(event.position for event in events if event.type == "seat.taken")
    forge(taken, {"data.badge": "B-9"})
    tamper("DELETE FROM log_checkpoint")
    as_owner("UPDATE tables_seatrow SET badge = 'B-9'")
    code, found = kept.verify()
    assert code == 1
    assert found[0].startswith("CASES feed, position 103: checkpoint; the feed had another hash")


def test_a_cut_tail_with_head_and_feed_is_found_from_outside(kept: Kept) -> None:
    tamper("DELETE FROM log_feed WHERE cursor > 102", "DELETE FROM log_event WHERE position > 81")
    code, found = kept.verify()
    assert code == 1
    assert len(found) == 2, "the copy, and the database's own"
    assert "the feed ends at 102" in found[0]


@pytest.mark.slow
def test_a_wrong_key_is_a_finding(kept: Kept, capsys: Captured, settings: Settings) -> None:
    settings.CARDROOM_DATA = settings.CARDROOM_DATA / "other"
    _, pem, _ = typed(capsys, "checkpoint", "--public-key")
    kept.key.write_text(pem)
    code, found = kept.verify()
    assert code == 1
    assert [line.partition(": checkpoint; ")[2] for line in found] == [
        "the signature doesn't fit: another key's, or the checkpoint was altered"
    ] * 2


@pytest.mark.slow
def test_a_lost_keys_public_half_still_proves_what_it_signed(
    kept: Kept, capsys: Captured, settings: Settings
) -> None:
    settings.CARDROOM_DATA = settings.CARDROOM_DATA / "other"
    code, out, _ = typed(capsys, "verify")
    assert code == 0
    assert "not checked: the signatures of 1 checkpoint, for which no" in out
    assert typed(capsys, "checkpoint")[0] == 0, "by a new key"
    assert typed(capsys, "verify")[0] == 1
    assert typed(capsys, "verify", f"--public-key={kept.key}")[0] == 0


@pytest.mark.slow
def test_another_houses_checkpoint_is_a_finding(kept: Kept, capsys: Captured) -> None:
    kept.file.write_text(kept.file.read_text().replace('"CASES"', '"OTHER"'))
    assert "the signature doesn't fit" in kept.verify()[1][0]
    code, _, err = typed(capsys, "checkpoint", "--house", "OTHER")
    assert (code, err) == (2, "house OTHER has no events\n")


def test_what_cannot_be_read_is_a_line_and_exit_2(kept: Kept, capsys: Captured) -> None:
    missing = kept.file.with_name("missing")
    cut = kept.file.with_name("cut")
    cut.write_text(kept.file.read_text()[:50])
    for checkpoint, key in (
        (missing, kept.key),
        (cut, kept.key),
        (kept.file, missing),
        (kept.file, cut),
        (kept.file, kept.file),
    ):
        code, out, err = typed(
            capsys, "verify", f"--checkpoint={checkpoint}", f"--public-key={key}"
        )
        assert (code, out, err.count("\n")) == (2, "", 1)
    code, out, err = typed(capsys, "verify", f"--checkpoint={kept.file}")
    assert (code, out) == (2, "")
    assert "--public-key" in err


@pytest.mark.slow
def test_what_cannot_be_signed_or_written_is_a_line(capsys: Captured, tmp_path: Path) -> None:
    House.objects.create(code="OLD", created_at=clock.now())
    assert typed(capsys, "checkpoint", "--house", "OLD") == (2, "", "house OLD has no events\n")
    load_the_house()
    an_evening(1)
    nowhere = str(tmp_path / "no" / "where")
    code, out, err = typed(capsys, "checkpoint", "--house", HOUSE, "--output", nowhere)
    assert (code, out, err) == (2, "", f"{tmp_path}/no/where: No such file or directory\n")
    (tmp_path / "data" / "checkpoint_key").chmod(0o604)
    code, out, err = typed(capsys, "checkpoint", "--house", HOUSE)
    assert (code, out, err.count("\n")) == (1, "", 1)
    assert "chmod 600" in err
