"""Roles by pages: what each room of the site wrote down, page by page."""

from typing import Final

from tests.pages.matrix import boxes, compliance, counting, events, floor, reconcile, rounds, setup

MATRIX: Final = {
    **compliance.ROWS,
    **floor.ROWS,
    **rounds.ROWS,
    **events.ROWS,
    **setup.ROWS,
    **reconcile.ROWS,
    **boxes.ROWS,
    **counting.ROWS,
}
