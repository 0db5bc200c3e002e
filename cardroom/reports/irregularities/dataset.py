"""The dataset of the report `irregularities`."""

from datetime import date, datetime
from typing import Literal

from msgspec import Struct

from cardroom.reports.dataset import Dataset

Authorisation = Literal["claimed", "confirmed"]


class IrregularItem(Struct, frozen=True, kw_only=True):
    """One note at one event; `event` is its number in a whole round given at once.

    `authorised_by` and the `reason` are the event's own, of an override, a void or a correction.
    `confirmed` was an authority by a one-time code, `claimed` by the table's word alone.
    """

    gaming_day: date
    table: str
    position: int
    round: int | None
    event: int | None
    at: datetime
    type: str
    code: str
    detail: str
    dealer: str | None
    authorised_by: str | None
    authorisation: Authorisation | None
    reason: str | None
    recorded_by: str


class AuthorisedEvent(Struct, frozen=True, kw_only=True):
    """An event on somebody's authority of which nothing was noted, as a confirmed waiver."""

    gaming_day: date
    table: str
    position: int
    round: int | None
    at: datetime
    type: str
    dealer: str | None
    authorised_by: str | None
    authorisation: Authorisation | None
    reason: str | None


class CodeCount(Struct, frozen=True, kw_only=True):
    """How often a code was noted, at how many tables."""

    code: str
    items: int
    tables: int


class DealerCount(Struct, frozen=True, kw_only=True):
    """What was noted while somebody dealt; null where nobody was on record."""

    dealer: str | None
    items: int
    codes: dict[str, int]


class AuthoriserCount(Struct, frozen=True, kw_only=True):
    """What rests on somebody's authority: events of this report, and how it was shown."""

    authorised_by: str
    events: int
    claimed: int
    confirmed: int
    types: dict[str, int]


class Irregularities(Dataset, frozen=True, kw_only=True):
    """Overrides, voids, corrections and all else that was noted at tables, in stream order."""

    items: tuple[IrregularItem, ...]
    authorised: tuple[AuthorisedEvent, ...]
    by_code: tuple[CodeCount, ...]
    by_dealer: tuple[DealerCount, ...]
    by_authoriser: tuple[AuthoriserCount, ...]
