"""The pages of counts: their routes and rights."""

from typing import Final

from cardroom.pages.counting.adjusting import adjust
from cardroom.pages.counting.sheets import pdf, sheet
from cardroom.pages.counting.starting import start
from cardroom.pages.counting.views import index
from cardroom.pages.page import Page, Section

PAGES: Final = (
    Page(
        name="counts",
        path="counts/",
        title="Counts",
        view=index,
        sees="see_boxes",
        section=Section("Counts", "C"),
    ),
    Page(
        name="count_start",
        path="counts/start/<str:code>/<int:position>/",
        title="Start a count",
        view=start,
        sees="count_boxes",
        acts="count_boxes",
    ),
    Page(
        name="count",
        path="counts/<uuid:count>/",
        title="A count sheet",
        view=sheet,
        sees="see_boxes",
        acts="count_boxes",
    ),
    Page(
        name="count_adjust",
        path="counts/<uuid:count>/adjust/",
        title="Adjust a count",
        view=adjust,
        sees="sign_money",
        acts="sign_money",
    ),
    Page(
        name="count_sheet",
        path="counts/<uuid:count>/sheet/",
        title="A count sheet for printing",
        view=pdf,
        sees="see_boxes",
    ),
)
