"""A box is counted: what the count room and the cage send, by type."""

from typing import Any, Final

from api.examples.telling import Example, instant

_COUNT: Final = "0190f0c2-7d60-7000-8000-000000000301"
_BEFORE: Final = "0190f0c2-7d60-7000-8000-0000000003"

COUNTING: Final[dict[str, Example]] = {
    "count.started": {
        "id": _COUNT,
        "table": "T001",
        "removed_position": 812,
        "box": "BOX-100",
        "started_at": instant(400),
        "counters": ["count-1", "count-2"],
    },
    "count.amounts_entered": {
        "id": f"{_BEFORE}02",
        "denominations": {"500": 1, "100": 3},
        "by": "count-1",
    },
    "count.corrected": {
        "id": f"{_BEFORE}03",
        "denominations": {"100": 4},
        "by": "count-2",
        "reason": "the red chip was a hundred",
    },
    "count.signed": {"id": f"{_BEFORE}04", "by": "count-1", "code": "123456"},
    "count.adjusted": {
        "id": f"{_BEFORE}05",
        "denominations": {"100": 5},
        "by": "count-1",
        "reason": "a chip was found under the table of the count room",
        "authorised_by": "sup-1",
        "code": "123456",
    },
}


def example(name: str, **changes: Any) -> Example:
    """One of them, with some of it said otherwise."""
    return {**COUNTING[name], **changes}
