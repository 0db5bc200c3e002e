"""A draft: the form of an item in hand, and what it would change."""

from typing import Any, NamedTuple

from django.http import HttpRequest

from cardroom.house import item_views
from cardroom.house.item_views import ItemView
from cardroom.house.items import Kind
from cardroom.house.versions import Change
from cardroom.pages.asked import Asked, asked
from cardroom.pages.setup.fields import OWN_CODE, Field, Rows, Shape
from cardroom.pages.setup.filling import Filled, Typed, posted, typed
from cardroom.pages.setup.in_words import compared, lines
from cardroom.pages.setup.kinds.around import Around
from cardroom.pages.setup.kinds.every import BEGINS, shape_of
from cardroom.pages.setup.signing import digest
from cardroom.pages.setup.told import of_game
from cardroom.pages.setup.views import around_of
from cardroom.pages.visitor import visitor_of
from cardroom.staff.names import check_free


class Draft(NamedTuple):
    """A form in hand: of which item, what was typed, and what was asked for."""

    house: str
    kind: Kind
    held: ItemView | None
    around: Around
    shape: Shape
    form: Typed
    asked: Asked


def drafted(request: HttpRequest, kind: Kind, held: ItemView | None) -> Draft:
    """The form as it is opened, or as it was sent; of an item that there is, the newest version."""
    house = visitor_of(request).house
    around = around_of(item_views.newest(house))
    around = around if held is None else of_game(around, held)
    form = posted(dict(request.POST.lists()))
    asked_for = request.GET.get("game", around.game)
    game = (form.get("game") or [asked_for])[0]
    around = around._replace(game=game if kind == "offering" else "")
    shape = shape_of(kind, around)
    if held is not None:
        shape = tuple(_fixed(part) for part in shape)
    if request.method != "POST":
        begins = {"game": game, **BEGINS.get(kind, {})}
        form = typed(shape, begins if held is None else held.facts)
    elif held is not None:
        form[OWN_CODE] = [held.code]
    seen = "0" if held is None else str(held.version)
    return Draft(house, kind, held, around, shape, form, asked(request, seen=seen))


def previewed(draft: Draft, filled: Filled, changes: list[Change]) -> dict[str, Any]:
    """What would change: facts old to new, and what binds them with them."""
    now = lines(draft.shape, filled.facts)
    was = (
        []
        if draft.held is None
        else lines(shape_of(draft.kind, of_game(draft.around, draft.held)), draft.held.facts)
    )
    own = (draft.kind, filled.facts["code"])
    return {
        "changes": changes,
        "changed": compared(was, now),
        "with_it": [one for one in changes if (one.kind, one.code) != own],
        "digest": digest(filled.facts),
    }


def check_name(draft: Draft, filled: Filled) -> None:
    """A person signs in by no name that is another's log-in. Raises Malformed."""
    if draft.kind == "person":
        code, login = filled.facts["code"], filled.facts.get("login")
        place = "/login" if login else "/code"
        check_free(login or code, house=draft.house, person=code, pointer=place)


def _fixed(part: Field | Rows) -> Field | Rows:
    """What there is keeps its code."""
    return part._replace(fixed=True) if isinstance(part, Field) and part.name == OWN_CODE else part
