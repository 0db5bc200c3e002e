"""A played table told: its records as the log would give them."""

from datetime import timedelta
from uuid import UUID

from tables.rounds import codec
from tables.rounds.codec import Recorded
from tables.rounds.events import Override
from tables.rounds.replay import Logged, Replay, replay
from tables.rounds.round_fold import Offerings
from tests.builders import Play


def logged(record: Recorded, override: Override | None = None) -> Logged:
    """A record as the log gives it, recorded a second after it happened."""
    return Logged(
        record=record,
        id=UUID(int=record.position),
        recorded_at=record.occurred_at + timedelta(seconds=1),
        recorded_by="key:7",
        override=override,
    )


def told(records: list[Recorded], offerings: Offerings, number: int = 1) -> Replay:
    """The replay of one of their rounds."""
    return replay([logged(one) for one in records if one.round == number], offerings)


def told_of(play: Play, number: int = 1) -> Replay:
    """The replay of one of a played table's rounds."""
    found = [
        logged(record, codec.decode_body(body).override)
        for record, body in zip(play.records, play.bodies, strict=True)
        if record.round == number
    ]
    return replay(found, play.find_offering)


def why(found: Replay, order: int = 1, *, revision: int = -1) -> str:
    """Why a line came out as it did, in the last revision."""
    return found.revisions[revision].lines[order - 1].sentence
