"""The pages of the floor: their routes and rights."""

from typing import Final

from cardroom.pages.floor.views import index, now
from cardroom.pages.page import Page, Section

PAGES: Final = (
    Page(
        name="floor",
        path="floor/",
        title="Floor",
        view=index,
        sees="see_floor",
        section=Section("Floor", "F"),
        lists="floor",
    ),
    Page(
        name="floor_now",
        path="floor/now/",
        title="The tables as they stand",
        view=now,
        sees="see_floor",
        lists="floor",
    ),
)
