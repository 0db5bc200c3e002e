"""What of the site a browser opens, in the demo, as its supervisor: the pages of each room."""

from typing import Final

from tests.browser.paths import boxes, compliance, counting, events, floor, reconcile, rounds, setup

PATHS: Final = (
    *compliance.PATHS,
    *floor.PATHS,
    *rounds.PATHS,
    *events.PATHS,
    *setup.PATHS,
    *reconcile.PATHS,
    *boxes.PATHS,
    *counting.PATHS,
)
