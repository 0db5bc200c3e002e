"""The pages of rounds: their routes and rights."""

from typing import Final

from cardroom.pages.page import Page, Section
from cardroom.pages.rounds.actions import correct, settle, void
from cardroom.pages.rounds.views import evening, index, replay, search, sheet

PAGES: Final = (
    Page(
        name="rounds",
        path="rounds/",
        title="Rounds",
        view=index,
        sees="see_rounds",
        section=Section("Rounds", "R"),
    ),
    Page(
        name="evening",
        path="rounds/<str:code>/",
        title="The rounds of a table",
        view=evening,
        sees="see_rounds",
    ),
    Page(
        name="round",
        path="rounds/<str:code>/<int:number>/",
        title="A round, step by step",
        view=replay,
        sees="see_rounds",
    ),
    Page(
        name="dispute_sheet",
        path="rounds/<str:code>/<int:number>/sheet/",
        title="The dispute sheet of a round",
        view=sheet,
        sees="see_rounds",
    ),
    Page(
        name="correct_round",
        path="rounds/<str:code>/<int:number>/correct/",
        title="Correct a round",
        view=correct,
        sees="correct_rounds",
        acts="correct_rounds",
    ),
    Page(
        name="void_round",
        path="rounds/<str:code>/<int:number>/void/",
        title="Void a round",
        view=void,
        sees="settle_rounds",
        acts="settle_rounds",
    ),
    Page(
        name="settle_round",
        path="rounds/<str:code>/<int:number>/settle/",
        title="Settle a round by hand",
        view=settle,
        sees="settle_rounds",
        acts="settle_rounds",
    ),
    Page(
        name="search",
        path="search/",
        title="Search",
        view=search,
        sees="see_rounds",
        lists="search",
    ),
)
