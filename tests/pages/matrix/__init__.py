"""Roles by pages: what each room of the site wrote down, page by page."""

from typing import Final

from tests.pages.matrix import boxes, counting, floor, rounds

MATRIX: Final = {
    **floor.ROWS,
    **rounds.ROWS,
    **boxes.ROWS,
    **counting.ROWS,
}
