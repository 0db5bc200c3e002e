"""What only a checkpoint gives away that was kept elsewhere: everything rewritten, or cut off."""
# ruff: noqa: S608 - to tamper is the purpose

from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from cardroom import clock
from cardroom.log import checkpoints, signing
from ledger import rebuild as ledger
from tables import rebuild
from tables.verify import Asked, Counts, Finding, verify
from tests.drills.proof import clean, places
from tests.drills.registry import Seen, drill
from tests.drills.stage import fresh
from tests.forged import forge
from tests.played import HOUSE, OF_THE_HOUSE, STREAM, an_evening
from tests.recorded import recorded, tamper
from tests.tampering import Tampering

THEIRS: Final = Tampering(HOUSE, STREAM)
AT: Final = 30
KEPT: Final = 82  # the end of the second round


@drill("witnessed", "who rewrites everything, or cuts the end off, contradicts a kept checkpoint")
def witnessed() -> Iterator[Seen]:
    """A checkpoint in a file, as if kept elsewhere; the forger leaves no other trace."""
    for what, forger in (
        (f"event {AT} a microsecond later, every hash of stream, head and feed anew", _rewrite),
        ("the last round cut from stream, head, feed and read models", _cut),
    ):
        with fresh(), TemporaryDirectory() as elsewhere:
            an_evening(3)
            asked = _keep(Path(elsewhere))
            assert _found(asked) == []
            forger()
            yield Seen(what, f"without it {clean()}; with it {', '.join(places(_found(asked)))}")
            assert [one.kind for one in _found(asked)] == ["checkpoint"]


def _keep(elsewhere: Path) -> Asked:
    """Sign where the feed ends, by a key that isn't here any more; as it's read from its files."""
    key, kept, public = Ed25519PrivateKey.generate(), elsewhere / "kept", elsewhere / "key.pem"
    kept.write_text(checkpoints.written(checkpoints.make(HOUSE, key=key, now=clock.now())))
    public.write_text(signing.public_pem(key.public_key()))
    tamper("DELETE FROM log_checkpoint")
    return Asked(checkpoint=checkpoints.read(kept), keys=tuple(signing.public_keys(public)))


def _found(asked: Asked) -> list[Finding]:
    return list(verify(Counts(), asked))


def _rewrite() -> None:
    before = recorded(stream=STREAM, house=HOUSE)[AT - 1].occurred_at
    forge(AT, {}, occurred_at=before + timedelta(microseconds=1))


def _cut() -> None:
    head = f"UPDATE log_head SET snapshot = NULL WHERE stream = '{STREAM}'"
    feed = f"DELETE FROM log_feed WHERE cursor > {OF_THE_HOUSE + KEPT}"
    journals = f"SELECT id FROM ledger_journal WHERE position > {KEPT}"
    tamper(
        f"DELETE FROM ledger_entry WHERE journal_id IN ({journals})",
        f"DELETE FROM ledger_journal WHERE position > {KEPT}",
        *(THEIRS.set_back(KEPT), head, feed, THEIRS.cut(KEPT)),
    )
    list(rebuild.rebuild())
    ledger.balances()
