"""Codec: names and versions of events, their bytes, and what a sender meant to be the same."""

from tables.rounds.codec.names import (
    CLIENT_TYPES,
    GIVEN_TYPES,
    NAMES,
    SERVICE_TYPES,
    TYPES,
    VERSION,
)
from tables.rounds.codec.sent import (
    Batch,
    Event,
    as_stored,
    corrected,
    read_batch,
    read_corrected,
    read_event,
    read_events,
)
from tables.rounds.codec.stored import (
    Body,
    Recorded,
    decode_body,
    decode_fact,
    encode_body,
    encode_fact,
    given_facts,
)

__all__ = [
    "CLIENT_TYPES",
    "GIVEN_TYPES",
    "NAMES",
    "SERVICE_TYPES",
    "TYPES",
    "VERSION",
    "Batch",
    "Body",
    "Event",
    "Recorded",
    "as_stored",
    "corrected",
    "decode_body",
    "decode_fact",
    "encode_body",
    "encode_fact",
    "given_facts",
    "read_batch",
    "read_corrected",
    "read_event",
    "read_events",
]
