"""The map of the pages: every route of the site, what one needs to see it and to act on it."""

from typing import Final

from cardroom.pages import floor
from cardroom.pages.page import Page, Section

PAGES: Final = (
    Page(
        name="floor",
        path="floor/",
        title="Floor",
        view=floor.index,
        sees="see_floor",
        section=Section("Floor", "F"),
    ),
    Page(
        name="floor_now",
        path="floor/now/",
        title="The tables as they stand",
        view=floor.now,
        sees="see_floor",
    ),
)
