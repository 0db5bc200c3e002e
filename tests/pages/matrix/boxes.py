"""Who may do what on the pages of drop boxes."""

from typing import Final

from tests.pages.matrix.row import Row

BOXES: Final = frozenset({"floor", "supervisor", "cage", "drop", "count", "compliance", "audit"})

ROWS: Final = {
    "boxes": Row(BOXES),
    "box": Row(BOXES, route={"box": "B-1"}),
}
