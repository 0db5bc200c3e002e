"""Heads: the snapshot and the open round that the writer keeps, against the fold of the events."""

from collections.abc import Iterator

import msgspec

from cardroom.log.records import Head
from tables import history
from tables.rounds.state import Table
from tables.verify.findings import Difference, differing


def differences(head: Head, snapshot: bytes, open_round: int | None) -> Iterator[Difference]:
    """What a head keeps otherwise than it should; without a snapshot the writer folds anew."""
    if head.open_round != open_round:
        yield Difference("open_round", head.open_round, open_round)
    try:
        table, position = history.thaw(head.snapshot)
    except msgspec.MsgspecError as error:
        yield Difference("snapshot", str(error), None)
        return
    if (table, position) == (Table(), 0):
        return  # none, or another fold's, which the writer discards
    right, right_position = history.thaw(snapshot)
    if position != right_position:
        yield Difference("snapshot.position", position, right_position)
    for found in differing(table, right):
        yield Difference(f"snapshot.{found.path}", found.stored, found.replayed)
