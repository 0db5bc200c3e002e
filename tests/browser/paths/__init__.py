"""What of the site a browser opens, in the demo, as its supervisor: the pages of each room."""

from typing import Final

from tests.browser.paths import compliance, floor, rounds

PATHS: Final = (
    *compliance.PATHS,
    *floor.PATHS,
    *rounds.PATHS,
)
