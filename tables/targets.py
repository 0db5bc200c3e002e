"""Targets: the events that corrections name, and what an opening binds when it is corrected."""

from uuid import UUID

from cardroom.errors import Missing, RuleViolation
from cardroom.log import store
from cardroom.log.records import Head, StoredEvent
from tables import history, offerings, sessions
from tables.rounds import codec
from tables.rounds import events as e
from tables.rounds.codec import Event
from tables.rules.offering import Offering
from tables.sessions import Corrections


def find(head: Head, event_id: UUID) -> StoredEvent | None:
    """An event of this stream, as far as the head knows it."""
    known = store.known(head.house, [event_id]).get(event_id)
    if known is None or known.stream != head.stream or known.position > head.position:
        return None
    return store.load_positions(head, [known.position])[0]


def read(head: Head, event: Event) -> Event:
    """An event, and if it corrects another, its data read as that one's; Malformed if they aren't.

    What stands in data by default is left out, so that each spelling of them means the same.
    """
    if not isinstance(event.fact, e.EventCorrected):
        return event
    stored = find(head, event.fact.event)
    if stored is None or not issubclass(codec.TYPES[stored.type], e.TableFact):
        return event  # the next who looks refuses it
    return codec.corrected(event, stored.type)


def bound(head: Head, fact: e.EventCorrected, corrections: Corrections) -> Offering | None:
    """The offering that a corrected opening binds: the same again, or another as it was then."""
    stored = find(head, fact.event)
    if stored is None or stored.type != sessions.OPENED or fact.data is None:
        return None
    named = codec.read_corrected(stored.type, fact.data)
    record = sessions.entry_of(stored, sessions.known(head, corrections)).record
    stands = record or history.recorded(stored)
    if not isinstance(named, e.TableOpened) or not isinstance(stands.fact, e.TableOpened):
        raise TypeError(f"position {stored.position} opens no table")
    noted = stands.noted
    if named.offering == stands.fact.offering and noted.offering_version and noted.ruleset_version:
        return offerings.offering(noted.offering_version, noted.ruleset_version)
    try:
        return offerings.at(head.house, named.offering, stored.recorded_at)
    except Missing as missing:
        raise RuleViolation(missing.detail, pointer="/data/data/offering") from None
