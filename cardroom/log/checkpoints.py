"""Checkpoints: signed statements that a house's feed had this hash at this cursor, at this time.

The feed's hash follows from every event before it. So who rewrites the log, every hash of it
included, or cuts its end, contradicts a checkpoint; and without the key he can't make another. Kept
elsewhere it holds even against who has the key.

Signed is the JSON of the statement: its fields as in `Statement`, in that order, without blanks.
"""

from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Annotated, Final

import msgspec
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey
from django.db import transaction
from msgspec import Meta

from cardroom.errors import Malformed, Missing
from cardroom.log import feed, signing
from cardroom.log.feed_chain import hash_at
from cardroom.log.records import Finding
from cardroom.log.rows import rows

_PAGE: Final = 1_000
_END: Final = """
SELECT cursor, hash FROM log_feed WHERE house = %(house)b ORDER BY cursor DESC LIMIT 1
"""
_KEEP: Final = """
INSERT INTO log_checkpoint (house, cursor, hash, signed_at, signature)
VALUES (%(house)b, %(cursor)b, %(hash)b, %(signed_at)b, %(signature)b) RETURNING id
"""
_KEPT: Final = """
SELECT id, house, cursor, encode(hash, 'hex'), signed_at, encode(signature, 'hex')
FROM log_checkpoint WHERE id > %(after)b ORDER BY id LIMIT %(most)b
"""

_Digest = Annotated[str, Meta(pattern="^[0-9a-f]{64}$")]


class Statement(msgspec.Struct, frozen=True, kw_only=True, tag_field="checkpoint", tag=1):
    """What is signed; `checkpoint` is the version of its form, digests are hexadecimal."""

    house: str
    cursor: Annotated[int, Meta(ge=1)]
    hash: _Digest
    signed_at: Annotated[datetime, Meta(tz=True)]


class Checkpoint(Statement, frozen=True, kw_only=True, tag=1, forbid_unknown_fields=True):
    """A statement with its Ed25519 signature: what a checkpoint's file holds."""

    signature: Annotated[str, Meta(pattern="^[0-9a-f]{128}$")]


_encode = msgspec.json.Encoder().encode
_decode = msgspec.json.Decoder(Checkpoint).decode


def make(house: str, *, key: Ed25519PrivateKey, now: datetime) -> Checkpoint:
    """Number what has committed, sign where the feed ends, and keep that; no writer waits for it.

    Raises Missing when the house has no events.
    """
    feed.sequence()
    end = rows(_END, {"house": house})
    if not end:
        raise Missing(f"house {house} has no events")
    ((cursor, link),) = end
    statement = Statement(house=house, cursor=cursor, hash=link.hex(), signed_at=now)
    signature = key.sign(_encode(statement))
    with transaction.atomic(durable=True):
        kept = {"house": house, "cursor": cursor, "hash": link}
        rows(_KEEP, kept | {"signed_at": now, "signature": signature})
    return Checkpoint(**msgspec.structs.asdict(statement), signature=signature.hex())


def written(checkpoint: Checkpoint) -> str:
    """A checkpoint as its file says it."""
    return msgspec.json.format(_encode(checkpoint)).decode() + "\n"


def read(path: Path) -> Checkpoint:
    """The checkpoint in a file; Malformed when it cannot be read."""
    try:
        return _decode(path.read_bytes())
    except OSError as error:
        raise Malformed(f"{path}: {error.strerror}") from error
    except msgspec.MsgspecError as error:
        raise Malformed(f"{path}: not a checkpoint: {error}") from error


def kept() -> Iterator[Checkpoint]:
    """The checkpoints that lie in the database, in the order in which they were made."""
    after = 0
    while page := rows(_KEPT, {"after": after, "most": _PAGE}):
        for after, house, cursor, link, signed_at, signature in page:  # noqa: B007 - the next page
            yield Checkpoint(
                house=house, cursor=cursor, hash=link, signed_at=signed_at, signature=signature
            )


def contradictions(
    checkpoint: Checkpoint, keys: Sequence[Ed25519PublicKey] | None
) -> Iterator[Finding]:
    """What the feed has otherwise than was signed; without keys the signature isn't looked at."""
    for detail in _contradictions(checkpoint, keys):
        yield Finding("checkpoint", checkpoint.house, "feed", checkpoint.cursor, detail)


def _contradictions(
    checkpoint: Checkpoint, keys: Sequence[Ed25519PublicKey] | None
) -> Iterator[str]:
    if keys is not None and not _is_signed(checkpoint, keys):
        yield "the signature doesn't fit: another key's, or the checkpoint was altered"
        return
    when = f"{checkpoint.signed_at.astimezone(UTC):%Y-%m-%dT%H:%M:%SZ}"
    found = hash_at(checkpoint.house, checkpoint.cursor)
    if found is None:
        ends = rows(_END, {"house": checkpoint.house})
        end = f"the feed ends at {ends[0][0]}" if ends else "the house has no feed"
        yield f"missing, and was there when it was signed at {when}; {end}"
    elif found.hex() != checkpoint.hash:
        yield f"the feed had another hash here when it was signed at {when}"


def _is_signed(checkpoint: Checkpoint, keys: Sequence[Ed25519PublicKey]) -> bool:
    statement = Statement(
        house=checkpoint.house,
        cursor=checkpoint.cursor,
        hash=checkpoint.hash,
        signed_at=checkpoint.signed_at.astimezone(UTC),
    )
    return signing.fits(bytes.fromhex(checkpoint.signature), _encode(statement), keys)
