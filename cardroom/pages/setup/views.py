"""The overview of the house, and the page of one item: its facts, its ties, its versions."""

from collections import Counter
from typing import Final, NamedTuple

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.text import capfirst

from cardroom import clock
from cardroom.house import houses, item_views
from cardroom.house.item_views import ItemView
from cardroom.house.items import Kind
from cardroom.house.written import SECTIONS, Document
from cardroom.house_games import GAMES
from cardroom.pages.frame import moment
from cardroom.pages.setup.binding import ties
from cardroom.pages.setup.in_words import bound, lines
from cardroom.pages.setup.kinds.around import Around
from cardroom.pages.setup.kinds.every import KINDS, Words, kind_of, shape_of
from cardroom.pages.setup.summaries import Flag, flag, summary
from cardroom.pages.setup.told import history, of_game
from cardroom.pages.visitor import visitor_of
from tables.bound import bound as bound_tables

SHOWN: Final = {"in-use": "In use", "out-of-use": "Out of use", "all": "All"}


class Item(NamedTuple):
    """A line of the overview."""

    view: ItemView
    summary: str
    flag: Flag | None


class Part(NamedTuple):
    """The items of one kind."""

    kind: Kind
    words: Words
    items: list[Item]


def index(request: HttpRequest) -> HttpResponse:
    """The house by kind: what is in force and since when; filtered by what the address says."""
    house = visitor_of(request).house
    today = moment(houses.facts(house), clock.now()).at.date()
    views = item_views.newest(house)
    wanted = request.GET.get("kind", "")
    show, typed = request.GET.get("show", ""), request.GET.get("q", "").strip()
    show = show if show in SHOWN else "in-use"
    tables = {each.table: each for each in bound_tables(house)}
    found = [Item(view, summary(view, tables), flag(view, today)) for view in views]
    shown = [item for item in found if _is_shown(item, show, typed.casefold())]
    counts = Counter(view.kind for view in views if not view.retired)
    parts = [
        Part(kind, words, [item for item in shown if item.view.kind == kind])
        for kind, words in KINDS.items()
        if wanted in {"", kind}
    ]
    return render(
        request,
        "setup/index.html",
        {
            "title": "House",
            "parts": [part for part in parts if part.items or not typed],
            "kinds": [(kind, words.many, counts[kind]) for kind, words in KINDS.items()],
            "kind": wanted if wanted in KINDS else "",
            "shows": SHOWN.items(),
            "show": show,
            "typed": typed,
            "needs": sum(item.flag is not None and not item.view.retired for item in found),
        },
    )


def item(request: HttpRequest, kind: str, code: str) -> HttpResponse:
    """One item; a version of it is opened by its number in the address."""
    house, known = visitor_of(request).house, kind_of(kind)
    views = item_views.versions(house, known, code)
    newest = item_views.newest(house)
    around = around_of(newest)
    view, today = views[0], moment(houses.facts(house), clock.now()).at.date()
    shape = shape_of(known, of_game(around, view))
    return render(
        request,
        "setup/item.html",
        {
            "title": f"{capfirst(KINDS[known].one)} {code}",
            "kind": known,
            "words": KINDS[known],
            "view": view,
            "flag": flag(view, today),
            "lines": [*lines(shape, view.facts), *bound(view)],
            "ties": ties(view, newest, bound_tables(house)),
            "entries": history(house, views, around),
        },
    )


def around_of(views: list[ItemView], game: str = "") -> Around:
    """What the forms of a house draw on; `views` are its newest."""
    document: Document = {
        section: [view.facts for view in views if view.kind == kind and not view.retired]
        for kind, section in SECTIONS.items()
    }
    return Around(document, GAMES, game)


def _is_shown(item: Item, show: str, typed: str) -> bool:
    if show != "all" and item.view.retired != (show == "out-of-use"):
        return False
    return typed in f"{item.view.code} {item.summary}".casefold()
