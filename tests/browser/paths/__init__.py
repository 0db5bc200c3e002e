"""What of the site a browser opens, in the demo, as its supervisor: the pages of each room."""

from typing import Final

from tests.browser.paths import boxes, counting, floor, rounds

PATHS: Final = (
    *floor.PATHS,
    *rounds.PATHS,
    *boxes.PATHS,
    *counting.PATHS,
)
