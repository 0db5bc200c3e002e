"""Who may do what on the pages of a table's events."""

from typing import Final

from tests.pages.matrix.row import ROUNDS, SUPERVISOR, Row

ROWS: Final = {
    "events": Row(ROUNDS, route={"code": "T01"}),
    "correct_event": Row(SUPERVISOR, SUPERVISOR, route={"code": "T01", "position": 1}),
}
