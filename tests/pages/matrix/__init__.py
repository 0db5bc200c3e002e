"""Roles by pages: what each room of the site wrote down, page by page."""

from typing import Final

from tests.pages.matrix import compliance, floor, rounds

MATRIX: Final = {
    **compliance.ROWS,
    **floor.ROWS,
    **rounds.ROWS,
}
