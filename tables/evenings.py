"""Evenings: a table's rounds as they are listed, the newest first, from the read model."""

from datetime import date, datetime
from typing import Any, Final

from msgspec import Struct, structs

from cardroom.log import store
from tables import history
from tables.blind import Blind
from tables.models import RoundRow, TableRow

_COLUMNS = (
    "number", "phase", "gaming_day", "opened_at", "game", "player_dealer", "wager_cents",
    "stake_cents", "used_cents", "player_dealer_net_cents", "settlement_revision", "exhausted",
)  # fmt: skip


_WITHHELD: Final[dict[str, Any]] = dict.fromkeys(_COLUMNS[6:])


class Listed(Struct, frozen=True, kw_only=True):
    """A round in a list; its money is None until it is settled, and when it was voided.

    All of it is None for who may count the box that the round paid into, until that is counted, and
    while anything that came later of it lies in another one.
    """

    number: int
    phase: str
    gaming_day: date
    opened_at: datetime
    game: str
    player_dealer: str
    wager_cents: int | None
    stake_cents: int | None
    used_cents: int | None
    player_dealer_net_cents: int | None
    settlement_revision: int | None
    exhausted: bool | None


class TableListed(Struct, frozen=True, kw_only=True):
    """A table that rounds were played at, its open round if there is one, and its last."""

    code: str
    open_round: int | None
    last_round: int
    gaming_day: date | None
    is_open: bool


def evening(
    house: str, code: str, *, before: int | None = None, limit: int, is_blind: bool = False
) -> list[Listed]:
    """A table's rounds below a number, or its newest; nothing is counted."""
    found = RoundRow.objects.of(house, code)
    if before is not None:
        found = found.filter(number__lt=before)
    listed = [Listed(**row) for row in found.order_by("-number").values(*_COLUMNS)[:limit]]
    head = store.head(house, history.stream_of(code)) if is_blind else None
    if head is None:
        return listed
    seen = Blind(head).seen(one.number for one in listed)
    last = RoundRow.last_positions(house, code, seen)
    return [
        one if last[one.number] <= seen[one.number] else structs.replace(one, **_WITHHELD)
        for one in listed
    ]


def tables(house: str) -> list[TableListed]:
    """Every table of the house that ever had a round, by code."""
    found = TableRow.objects.filter(house=house, last_round__gt=0).order_by("code")
    return [
        TableListed(**row)
        for row in found.values("code", "open_round", "last_round", "gaming_day", "is_open")
    ]
