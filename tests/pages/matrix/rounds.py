"""Who may do what on the pages of rounds."""

from typing import Final

from tests.pages.matrix.row import FLOOR, ROUNDS, SUPERVISOR, Row

_ROUND: Final = {"code": "T01", "number": 1}

ROWS: Final = {
    "rounds": Row(ROUNDS),
    "evening": Row(ROUNDS, route={"code": "T01"}),
    "round": Row(ROUNDS, route=_ROUND),
    "dispute_sheet": Row(ROUNDS, route=_ROUND),
    "search": Row(ROUNDS),
    "correct_round": Row(SUPERVISOR, SUPERVISOR, route=_ROUND),
    "void_round": Row(FLOOR, FLOOR, route=_ROUND),
    "settle_round": Row(FLOOR, FLOOR, route=_ROUND),
}
