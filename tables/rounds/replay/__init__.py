"""Replay: a round told step by step, and why each of its wagers came out as it did.

Made from a round's events alone, of whatever revision; nothing here decides, it only tells.
"""

from tables.rounds.replay.changes import Change, LineChange, PersonChange
from tables.rounds.replay.coverage import Coverage, Segment
from tables.rounds.replay.explained import Explained
from tables.rounds.replay.logged import Logged
from tables.rounds.replay.picture import Picture
from tables.rounds.replay.steps import Step
from tables.rounds.replay.told import Replay, Revision, replay

__all__ = [
    "Change",
    "Coverage",
    "Explained",
    "LineChange",
    "Logged",
    "PersonChange",
    "Picture",
    "Replay",
    "Revision",
    "Segment",
    "Step",
    "replay",
]
