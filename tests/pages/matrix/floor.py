"""Who may do what on the pages of the floor."""

from typing import Final

from tests.pages.matrix.row import TABLES, Row

ROWS: Final = {
    "floor": Row(TABLES),
    "floor_now": Row(TABLES),
}
