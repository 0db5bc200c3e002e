"""A house as its table systems need it: what they may offer, and who may let things stand."""

from collections.abc import Iterable
from typing import Final

from msgspec import Struct

from cardroom.house import houses
from cardroom.house.records import OfferingRecord

FLOOR: Final = frozenset({"floor", "supervisor"})


class HouseView(Struct, frozen=True, kw_only=True):
    """What holds now, by code; `gaming_day_starts` is `HH:MM` in the house's zone.

    `authorisers` have a role that allows overrides, waivers and voids; `tppps` gives the
    numbers of each company's badges.
    """

    house: str
    name: str
    timezone: str
    gaming_day_starts: str
    sandbox: bool
    authorisers: tuple[str, ...]
    tppps: dict[str, tuple[str, ...]]
    tables: tuple[str, ...]
    offerings: dict[str, OfferingRecord]


def house_view(code: str, *, tables: Iterable[str] | None = None) -> HouseView:
    """The house as it is now, with those tables or all. Raises Missing when there is no house."""
    facts = houses.facts(code)
    shown = facts.tables if tables is None else facts.tables.intersection(tables)
    return HouseView(
        house=code,
        name=facts.name,
        timezone=facts.zone,
        gaming_day_starts=facts.gaming_day_starts.strftime("%H:%M"),
        sandbox=facts.sandbox,
        authorisers=tuple(sorted(who for who, roles in facts.people.items() if roles & FLOOR)),
        tppps={company: tuple(record.expiries) for company, record in sorted(facts.tppps.items())},
        tables=tuple(sorted(shown)),
        offerings={code: version.data for code, version in sorted(facts.offerings.items())},
    )
