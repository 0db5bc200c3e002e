"""The pages of drop boxes: their routes and rights."""

from typing import Final

from cardroom.pages.boxes.views import board, box
from cardroom.pages.page import Page, Section

PAGES: Final = (
    Page(
        name="boxes",
        path="boxes/",
        title="Boxes",
        view=board,
        sees="see_boxes",
        section=Section("Boxes", "B"),
    ),
    Page(
        name="box",
        path="boxes/<path:box>/",
        title="A box and its chain of custody",
        view=box,
        sees="see_boxes",
    ),
)
