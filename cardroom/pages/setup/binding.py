"""Binding: what an item is bound by, and what it binds, from the house as it is in force."""

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from cardroom.house.item_views import ItemView
from cardroom.house.items import Kind
from cardroom.pages.setup.kinds.every import KINDS
from tables.bound import Bound


class Tie(NamedTuple):
    """One thing that is bound: a sentence about it, and where it stands."""

    kind: Kind
    code: str
    said: str

    @property
    def kind_word(self) -> str:
        """The kind in words."""
        return KINDS[self.kind].one


def ties(view: ItemView, house: Iterable[ItemView], open_tables: Sequence[Bound]) -> list[Tie]:
    """What stands and falls with the item."""
    others = [other for other in house if not other.retired]
    return [*_ties(view, others, open_tables)]


def _ties(view: ItemView, others: list[ItemView], tables: Sequence[Bound]) -> Iterator[Tie]:
    offerings = [other for other in others if other.kind == "offering"]
    if view.kind == "fee_schedule":
        for one in offerings:
            if one.facts["fee_schedule"] == view.code:
                yield Tie("offering", one.code, f"binds version {one.schedule_version} of it")
    elif view.kind == "paytable":
        for one in offerings:
            if view.code in one.facts["paytables"].values():
                yield Tie("offering", one.code, "pays by it")
    elif view.kind == "offering":
        schedule = f"version {view.schedule_version} of it is bound"
        yield Tie("fee_schedule", view.facts["fee_schedule"], schedule)
        own = {other.code for other in others if other.kind == "paytable"}
        for name in dict.fromkeys(view.facts["paytables"].values()):
            if name in own:
                yield Tie("paytable", name, "is paid by")
        for table in tables:
            if table.offering == view.code:
                yield Tie("table", table.table, f"is open with version {table.version}")
    elif view.kind == "table":
        for table in tables:
            if table.table == view.code:
                yield Tie(
                    "offering", table.offering, f"version {table.version} is what it opened with"
                )
