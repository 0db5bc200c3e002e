"""The map of the pages: the rooms of the site in the order of the bar, each with its own routes."""

from typing import Final

from cardroom.pages.boxes import pages as boxes
from cardroom.pages.compliance import pages as compliance
from cardroom.pages.counting import pages as counting
from cardroom.pages.events import pages as events
from cardroom.pages.floor import pages as floor
from cardroom.pages.reconcile import pages as reconcile
from cardroom.pages.rounds import pages as rounds
from cardroom.pages.setup import pages as setup

PAGES: Final = (
    *floor.PAGES,
    *rounds.PAGES,
    *events.PAGES,
    *setup.PAGES,
    *reconcile.PAGES,
    *boxes.PAGES,
    *counting.PAGES,
    *compliance.PAGES,
)
