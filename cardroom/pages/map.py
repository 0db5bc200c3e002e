"""The map of the pages: every route of the site, what one needs to see it and to act on it."""

from typing import Final

from cardroom.pages import floor, rounds
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
    Page(
        name="rounds",
        path="rounds/",
        title="Rounds",
        view=rounds.index,
        sees="see_rounds",
        section=Section("Rounds", "R"),
    ),
    Page(
        name="evening",
        path="rounds/<str:code>/",
        title="The rounds of a table",
        view=rounds.evening,
        sees="see_rounds",
    ),
    Page(
        name="round",
        path="rounds/<str:code>/<int:number>/",
        title="A round, step by step",
        view=rounds.replay,
        sees="see_rounds",
    ),
    Page(
        name="dispute_sheet",
        path="rounds/<str:code>/<int:number>/sheet/",
        title="The dispute sheet of a round",
        view=rounds.sheet,
        sees="see_rounds",
    ),
    Page(
        name="correct_round",
        path="rounds/<str:code>/<int:number>/correct/",
        title="Correct a round",
        view=rounds.correct,
        sees="correct_rounds",
        acts="correct_rounds",
    ),
    Page(
        name="void_round",
        path="rounds/<str:code>/<int:number>/void/",
        title="Void a round",
        view=rounds.void,
        sees="correct_rounds",
        acts="correct_rounds",
    ),
    Page(
        name="search",
        path="search/",
        title="Search",
        view=rounds.search,
        sees="see_rounds",
    ),
)
