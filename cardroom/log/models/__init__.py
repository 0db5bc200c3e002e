"""The log's tables. Only the store and the proofs touch them.

What a model cannot say (triggers, grants, the sequencer) stands in the migrations.
"""

from cardroom.log.models.checkpoint import Checkpoint
from cardroom.log.models.feed import Feed, Outbox
from cardroom.log.models.stream import Event, Head

__all__ = ["Checkpoint", "Event", "Feed", "Head", "Outbox"]
