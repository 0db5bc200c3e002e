"""The map of the pages: the rooms of the site in the order of the bar, each with its own routes."""

from typing import Final

from cardroom.pages.compliance import pages as compliance
from cardroom.pages.floor import pages as floor
from cardroom.pages.rounds import pages as rounds

PAGES: Final = (
    *floor.PAGES,
    *rounds.PAGES,
    *compliance.PAGES,
)
