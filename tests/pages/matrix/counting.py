"""Who may do what on the pages of counts."""

from typing import Final

from tests.pages.matrix.boxes import BOXES
from tests.pages.matrix.row import Row

_COUNTER: Final = frozenset({"count"})
_MONEY: Final = frozenset({"supervisor", "cage"})
_COUNT: Final = {"count": "6f0f2a37-3c1b-4d5e-9b7a-51d0c0a7e001"}

ROWS: Final = {
    "counts": Row(BOXES),
    "count_start": Row(_COUNTER, _COUNTER, route={"code": "T01", "position": 1}),
    "count": Row(BOXES, _COUNTER, route=_COUNT),
    "count_adjust": Row(_MONEY, _MONEY, route=_COUNT),
    "count_sheet": Row(BOXES, route=_COUNT),
}
