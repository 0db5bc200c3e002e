"""Findings of a box are explained and signed, and a gaming day is closed: what the cage sends."""

from typing import Final

from api.examples.telling import Example

_ID: Final = "0190f0c2-7d60-7000-8000-0000000004"

RECONCILING: Final[dict[str, Example]] = {
    "reconciliation.explained": {
        "id": f"{_ID}01",
        "text": "the dealer was new: two fees of the second tier were taken by the first",
        "by": "floor-7",
        "findings": ["assess"],
    },
    "reconciliation.signed": {"id": f"{_ID}02", "by": "sup-1", "code": "123456"},
    "day.closed": {"id": f"{_ID}03", "authorised_by": "sup-1", "code": "123456"},
}
