"""Checkpoints: what was signed of the feed holds for ever, also against who may do everything."""
# ruff: noqa: S608 - to tamper is the purpose

import stat
from datetime import UTC, datetime
from pathlib import Path

import psycopg
import pytest
from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric.ec import SECP256R1, generate_private_key
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from django.core.exceptions import ImproperlyConfigured
from msgspec.structs import replace
from pytest_django import Settings

from cardroom.errors import Malformed, Missing
from cardroom.log import checkpoints, feed, signing
from cardroom.log.checkpoints import Checkpoint
from tests.recorded import HOUSE, at_once, events, record, superuser, tamper

pytestmark = pytest.mark.django_db(transaction=True, databases=["default", "owner"])
AT = datetime(2026, 11, 29, 13, 30, 0, 5, tzinfo=UTC)
OURS = f"WHERE house = '{HOUSE}'"


@pytest.fixture(autouse=True)
def _data(settings: Settings, tmp_path: Path) -> None:
    """An installation's data of its own."""
    settings.CARDROOM_DATA = tmp_path
    settings.CHECKPOINT_KEY = ""


def made() -> Checkpoint:
    """A checkpoint of three events."""
    record(events(3))
    return checkpoints.make(HOUSE, key=signing.signer(), now=AT)


def told(checkpoint: Checkpoint) -> list[str]:
    """What is said against a checkpoint, by the installation's key."""
    found = list(checkpoints.contradictions(checkpoint, signing.known_keys()))
    assert {(one.kind, one.house, one.stream, one.position) for one in found} <= {
        ("checkpoint", checkpoint.house, "feed", checkpoint.cursor)
    }
    return [one.detail for one in found]


def test_a_checkpoint_numbers_what_waits_is_kept_and_holds_while_the_feed_grows() -> None:
    checkpoint = made()
    assert (checkpoint.house, checkpoint.cursor, checkpoint.signed_at) == (HOUSE, 3, AT)
    assert list(checkpoints.kept()) == [checkpoint]
    record(events(2))
    feed.sequence()
    assert told(checkpoint) == []
    later = checkpoints.make(HOUSE, key=signing.signer(), now=AT)
    assert [one.cursor for one in checkpoints.kept()] == [3, 5]
    assert told(later) == []


def test_its_file_says_the_same_however_it_is_spelled(tmp_path: Path) -> None:
    checkpoint = made()
    file = tmp_path / "checkpoint.json"
    file.write_text(checkpoints.written(checkpoint))
    assert checkpoints.read(file) == checkpoint
    file.write_text(file.read_text().replace("T13:30:00.000005Z", "T14:30:00.000005+01:00"))
    assert told(checkpoints.read(file)) == []


def test_a_house_without_events_has_nothing_to_sign() -> None:
    with pytest.raises(Missing, match="house NONE has no events"):
        checkpoints.make("NONE", key=signing.signer(), now=AT)


@pytest.mark.parametrize(
    ("statement", "says"),
    [
        (f"UPDATE log_feed SET hash = sha256('') {OURS} AND cursor = 3", "another hash here"),
        (f"DELETE FROM log_feed {OURS} AND cursor = 3", "the feed ends at 2"),
        (f"DELETE FROM log_feed {OURS}", "the house has no feed"),
    ],
)
def test_whatever_the_feed_has_otherwise_is_told(statement: str, says: str) -> None:
    checkpoint = made()
    tamper(statement)
    (said,) = told(checkpoint)
    assert says in said
    assert "signed at 2026-11-29T13:30:00Z" in said


@pytest.mark.parametrize(
    "change",
    [{"house": "OTHER"}, {"cursor": 2}, {"hash": "0" * 64}, {"signed_at": AT.replace(year=2027)}],
)
def test_a_checkpoint_that_was_altered_fits_no_key(change: dict[str, object]) -> None:
    (said,) = told(replace(made(), **change))
    assert said.startswith("the signature doesn't fit")


def test_another_keys_checkpoint_fits_only_that_key() -> None:
    record(events(1))
    other = Ed25519PrivateKey.generate()
    checkpoint = checkpoints.make(HOUSE, key=other, now=AT)
    signing.signer()
    assert "another key's" in told(checkpoint)[0]
    both = [*signing.known_keys(), other.public_key()]
    assert list(checkpoints.contradictions(checkpoint, both)) == []
    assert list(checkpoints.contradictions(checkpoint, None)) == []


@pytest.mark.parametrize("cut", [0, 1, 40, -3])
def test_a_file_that_was_cut_cannot_be_read(cut: int, tmp_path: Path) -> None:
    file = tmp_path / "checkpoint.json"
    file.write_text(checkpoints.written(made())[:cut])
    with pytest.raises(Malformed, match=r"checkpoint\.json: not a checkpoint"):
        checkpoints.read(file)


def test_the_key_is_made_once_for_its_owner_alone_and_its_public_half_for_everybody(
    tmp_path: Path,
) -> None:
    keys = at_once(*[lambda: signing.public_pem(signing.signer().public_key())] * 4)
    assert len(set(keys)) == 1
    assert {path.name: stat.S_IMODE(path.stat().st_mode) for path in tmp_path.iterdir()} == {
        "checkpoint_key": 0o600,
        "checkpoint_key.pub": 0o644,
    }
    assert (tmp_path / "checkpoint_key.pub").read_text() == keys[0]


def test_a_key_that_others_may_read_signs_nothing(tmp_path: Path) -> None:
    signing.signer()
    (tmp_path / "checkpoint_key").chmod(0o640)
    with pytest.raises(ImproperlyConfigured, match=r"mode 0640.*chmod 600"):
        signing.signer()


def test_a_lost_key_is_not_silently_made_anew(tmp_path: Path) -> None:
    signing.signer()
    (tmp_path / "checkpoint_key").unlink()
    with pytest.raises(ImproperlyConfigured, match="is missing, which earlier checkpoints"):
        signing.signer()
    assert len(signing.known_keys()) == 1
    (tmp_path / "checkpoint_key.pub").unlink()
    assert signing.known_keys() == []
    signing.signer()


def test_a_key_of_ones_own_is_never_made(settings: Settings, tmp_path: Path) -> None:
    signing.signer()
    (tmp_path / "checkpoint_key").rename(tmp_path / "elsewhere")
    (tmp_path / "checkpoint_key.pub").unlink()
    settings.CHECKPOINT_KEY = str(tmp_path / "elsewhere")
    assert len(signing.known_keys()) == 1
    signing.signer()
    settings.CHECKPOINT_KEY = str(tmp_path / "nowhere")
    with pytest.raises(ImproperlyConfigured, match=r"CHECKPOINT_KEY names .*nowhere"):
        signing.signer()


def private(key: object) -> bytes:
    """Any private key in PEM."""
    return key.private_bytes(  # type: ignore[attr-defined, no-any-return]
        serialization.Encoding.PEM,
        serialization.PrivateFormat.PKCS8,
        serialization.NoEncryption(),
    )


def test_what_is_no_key_signs_nothing(tmp_path: Path) -> None:
    path = tmp_path / "checkpoint_key"
    for content in (b"", b"secret", private(generate_private_key(SECP256R1()))):
        path.write_bytes(content)
        path.chmod(0o600)
        with pytest.raises(ImproperlyConfigured, match=r"isn't an Ed25519 key|of another kind"):
            signing.signer()


def test_a_public_keys_file_may_hold_several_and_nothing_else(tmp_path: Path) -> None:
    keys = [Ed25519PrivateKey.generate() for _ in range(2)]
    pems = [signing.public_pem(key.public_key()) for key in keys]
    file = tmp_path / "keys.pem"
    file.write_text("\n".join(pems))
    assert [signing.public_pem(key) for key in signing.public_keys(file)] == pems
    other = generate_private_key(SECP256R1()).public_key()
    foreign = other.public_bytes(
        serialization.Encoding.PEM, serialization.PublicFormat.SubjectPublicKeyInfo
    )
    for content in (b"", pems[0][:-9].encode(), b"\xff", private(keys[0])):
        file.write_bytes(content)
        with pytest.raises(Malformed, match="not a public key"):
            signing.public_keys(file)
    file.write_bytes(foreign)
    with pytest.raises(Malformed, match="of another kind"):
        signing.public_keys(file)


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE log_checkpoint SET cursor = 1",
        "DELETE FROM log_checkpoint",
        "TRUNCATE log_checkpoint",
    ],
)
def test_nobody_changes_a_checkpoint(statement: str) -> None:
    made()
    with (
        superuser() as raw,
        pytest.raises(psycopg.errors.InsufficientPrivilege, match="only grows"),
    ):
        raw.execute(statement.encode())
