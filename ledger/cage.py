"""The cage's stream of a house: its name, and what was recorded in it before."""

from uuid import UUID

from cardroom.log import store
from cardroom.log.records import Head


def stream_of(house: str) -> str:
    """The name of a house's stream of the cage."""
    return f"cage:{house}"


def is_known(head: Head, event: UUID, sameness: bytes) -> bool:
    """Whether an id was recorded here before, as the same; IdReused when it was another."""
    known = store.known(head.house, [event]).get(event)
    if known is None:
        return False
    if known.stream != head.stream or known.sameness != sameness:
        raise known.refusal(event, sameness)
    return True
