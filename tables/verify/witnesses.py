"""Witnesses: checkpoints, from outside and in the database, held against the feed."""

from collections.abc import Iterator

from cardroom.log import checkpoints, signing
from cardroom.texts import counted
from tables.verify import findings
from tables.verify.asked import Asked
from tables.verify.counts import Counts
from tables.verify.findings import Finding


def contradicted(asked: Asked, counts: Counts) -> Iterator[Finding]:
    """What was signed of the feed and isn't so; what no checkpoint can tell is noted."""
    if asked.checkpoint is None:
        counts.not_checked.append(
            "whether somebody with the signing key rewrote the log, or removed checkpoints: give"
            " one that was kept elsewhere (--checkpoint)"
        )
    else:
        counts.checkpoints += 1
        found = checkpoints.contradictions(asked.checkpoint, asked.keys)
        yield from map(findings.of_log, found)
    yield from _kept(asked, counts)


def _kept(asked: Asked, counts: Counts) -> Iterator[Finding]:
    """The database's own, by the keys that are known here or were given."""
    keys = [*asked.keys, *signing.known_keys()]
    unsigned = 0
    for one in checkpoints.kept():
        counts.checkpoints += 1
        unsigned += not keys
        yield from map(findings.of_log, checkpoints.contradictions(one, keys or None))
    if unsigned:
        unread = counted(unsigned, "checkpoint")
        counts.not_checked.append(f"the signatures of {unread}, for which no public key is at hand")
