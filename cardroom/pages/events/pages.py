"""The pages of a table's events: their routes and rights."""

from typing import Final

from cardroom.pages.events.changing import change
from cardroom.pages.events.views import events
from cardroom.pages.page import Page

PAGES: Final = (
    Page(
        name="events",
        path="rounds/<str:code>/events/",
        title="The events of a table",
        view=events,
        sees="see_rounds",
        lists="events",
    ),
    Page(
        name="correct_event",
        path="rounds/<str:code>/events/<int:position>/correct/",
        title="Correct an event of a table",
        view=change,
        sees="correct_rounds",
        acts="correct_rounds",
    ),
)
