"""Summaries: an item in one line of a list, and what of it needs somebody soon."""

from collections.abc import Callable, Mapping
from datetime import date, timedelta
from typing import Any, Final, NamedTuple

from cardroom.house.item_views import ItemView
from cardroom.house.items import Kind
from cardroom.pages.setup.kinds.around import wager
from cardroom.pages.setup.kinds.people import ROLES
from cardroom.pages.words import GAMES
from cardroom.texts import counted
from tables.bound import Bound

SOON: Final = timedelta(days=30)


class Flag(NamedTuple):
    """What needs somebody: the state's shape and its words."""

    kind: str
    word: str


def summary(view: ItemView, tables: Mapping[str, Bound]) -> str:
    """The line; `tables` are the open ones."""
    if view.kind == "table":
        with_ = tables.get(view.code)
        return f"open with {with_.offering}, version {with_.version}" if with_ else "closed"
    return _SAID[view.kind](view.facts)


def flag(view: ItemView, today: date) -> Flag | None:
    """What ended, or ends within 30 days; the worst of it."""
    if view.retired:
        return Flag("off", "out of use")
    found = [
        Flag("breach", f"{what} over") if day < today else Flag("warn", f"{what} ends {day}")
        for what, day in _ends(view)
        if day < today + SOON
    ]
    return min(found, key=lambda one: one.kind != "breach", default=None)


def _ends(view: ItemView) -> list[tuple[str, date]]:
    """What of it ends on a day."""
    facts = view.facts
    if view.kind == "fee_schedule" and facts["effective_to"]:
        return [("approval", date.fromisoformat(facts["effective_to"]))]
    if view.kind != "tppps":
        return []
    badges = [badge for badge in facts["badges"] if isinstance(badge, dict)]
    return [
        ("contract", date.fromisoformat(facts["contract_to"])),
        *((f"badge {one['number']}", date.fromisoformat(one["expires_on"])) for one in badges),
    ]


def _house(facts: Mapping[str, Any]) -> str:
    return f"{facts['name']}; {facts['timezone']}, the day starts at {facts['gaming_day_starts']}"


def _person(facts: Mapping[str, Any]) -> str:
    words = dict(ROLES)
    roles = ", ".join(words.get(role, role) for role in facts["roles"]) or "no role"
    return f"{roles}; signs in as {facts['login']}" if facts["login"] else roles


def _company(facts: Mapping[str, Any]) -> str:
    badges = len(facts["badges"])
    return (
        f"licence {facts['licence']}, contract {facts['contract_from']} to {facts['contract_to']},"
        f" {counted(badges, 'badge')}"
    )


def _schedule(facts: Mapping[str, Any]) -> str:
    tiers = len(facts["rates"])
    until = f" to {facts['effective_to']}" if facts["effective_to"] else ""
    return (
        f"approval {facts['approval']}, option {facts['option']}, from {facts['effective_from']}"
        f"{until}, {counted(tiers, 'tier')}"
    )


def _offering(facts: Mapping[str, Any]) -> str:
    game = GAMES.get(facts["game"], facts["game"])
    decks, seats = counted(facts["decks"], "deck"), counted(facts["seats"], "seat")
    return f"{game}, {decks}, {seats}, fees by {facts['fee_schedule']}"


def _paytable(facts: Mapping[str, Any]) -> str:
    odds = "-".join(str(one) for one in facts["rows"].values())
    return f"{wager(facts['bet'])}: {odds}"


_SAID: Final[dict[Kind, Callable[[Mapping[str, Any]], str]]] = {
    "house": _house,
    "shift": lambda facts: f"starts at {facts['starts']}",
    "person": _person,
    "tppps": _company,
    "fee_schedule": _schedule,
    "paytable": _paytable,
    "offering": _offering,
}
