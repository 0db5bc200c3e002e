"""Verification itself: killed in the middle, and told by a forger how far it had come."""

from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import msgspec
from msgspec import structs

from cardroom.log import feed, store
from cardroom.log.marks import Mark
from tests.concurrency.test_verifying import (
    ended,
    held_before_the_feed,
    read,
    two_tables,
    verify,
    wait_until_it_is_there,
)
from tests.drills.registry import Seen, drill
from tests.drills.stage import fresh
from tests.forged import forge, position_of
from tests.played import HOUSE, STREAM, an_evening
from tests.recorded import tamper
from tests.verified import Verifier

NAME = "run-full"


@drill("verification", "a verification is killed, or its progress forged, and something is skipped")
def verification() -> Iterator[Seen]:
    """`verify` as a process that is killed; and in this one, with a forger at its marks."""
    with fresh():
        yield from _killed()
    with fresh(), TemporaryDirectory() as place:
        yield _fooled(Verifier(Path(place)))
    with fresh(), TemporaryDirectory() as place:
        yield _before_and_after(Verifier(Path(place)))


def _killed() -> Iterator[Seen]:
    evening = two_tables()
    with held_before_the_feed():
        process = verify()
        wait_until_it_is_there()
        process.kill()
        process.communicate()
    evening.play()
    feed.sequence()
    for what in ("kill -9 between streams and feed, a round later again", "and once more"):
        code, document = ended(verify())
        assert code == 0, document["findings"]
        yield Seen(what, f"read {_stretches(document)}; findings none")


def _stretches(document: dict[str, Any]) -> str:
    return ", ".join(
        f"{stream} {after + 1} to {until}" if until > after else f"nothing of {stream}"
        for stream, (after, until) in read(document).items()
    )


def _fooled(verifier: Verifier) -> Seen:
    an_evening(6)
    feed.sequence()
    verifier.break_off(after=0)
    position = position_of("round.settled", number=4)
    forge(position, {"data.lines.3.paid_cents": 1})
    head = store.head(HOUSE, STREAM)
    assert head is not None
    there = structs.replace(verifier.mark(NAME), position=head.position, hash=head.hash)
    _forge_mark(verifier, there)
    found = verifier.full()
    assert found[0] == ("decision", position, "lines[3].paid_cents"), found
    return Seen(
        f"a settlement forged at {position}, and the progress moved behind it",
        f"{verifier.counts.notes[0].partition(':')[0]}; decision {STREAM} {position}",
    )


def _forge_mark(verifier: Verifier, mark: Mark) -> None:
    """All of a mark but its signature."""
    path = verifier.marks.path(HOUSE, STREAM, NAME)
    _, _, signature = path.read_text().rpartition(":")
    path.write_text(f"{msgspec.json.encode(mark).decode()}:{signature}")


def _before_and_after(verifier: Verifier) -> Seen:
    evening = an_evening(3)
    assert verifier.full() == []
    evening.play()
    tamper("UPDATE log_event SET recorded_by = 'x' WHERE position IN (60, 140)")
    assert verifier.since() == [("hash", 140, None)]
    (relied,) = (line for line in verifier.counts.not_checked if "earlier" in line)
    assert verifier.full() == [("hash", 60, None), ("hash", 140, None)]
    return Seen(
        "events 60 and 140 altered, the last sound verification at 119",
        f"since then: hash 140, not checked {relied.partition(',')[0]}; full: hash 60, hash 140",
    )
