"""Who may do what on the pages of reconciliation, the day and statements."""

from typing import Final

from tests.pages.matrix.row import Row

_SEES: Final = frozenset({"supervisor", "cage", "compliance", "audit"})
_SIGNS: Final = frozenset({"supervisor", "cage"})
_BOX: Final = {"name": "T01.collection.2"}

ROWS: Final = {
    "reconciliation": Row(_SEES),
    "trends": Row(_SEES),
    "box_period": Row(_SEES, _SIGNS, route=_BOX),
    "box_rounds": Row(_SEES, route=_BOX),
    "day": Row(_SEES, _SIGNS),
    "statements": Row(_SEES),
    "statement": Row(_SEES, route={"player": "P-1001"}),
    "account": Row(_SEES, route={"account": "vault:collection"}),
    "round_journal": Row(_SEES, route={"code": "T01", "number": 1}),
}
