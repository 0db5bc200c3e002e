"""What is kept of a house, item by item, every name looked up; a version is one of these."""

from datetime import date

from msgspec import Struct

from cardroom.house.document import PersonRole, VoidFee
from cardroom.house.policies import BoxPolicy, ReportSchedule, Tolerances
from ledger.rules.fees import Schedule


class HouseRecord(Struct, frozen=True, kw_only=True):
    """The house's settings; `gaming_day_starts` is `HH:MM` in its own zone."""

    name: str
    timezone: str
    gaming_day_starts: str
    sandbox: bool
    void_fee: VoidFee
    box_policy: BoxPolicy
    tolerances: Tolerances = Tolerances()
    reports: ReportSchedule = ReportSchedule()


class ShiftRecord(Struct, frozen=True, kw_only=True):
    """When a shift starts, `HH:MM` in the house's zone."""

    starts: str


class PersonRecord(Struct, frozen=True, kw_only=True):
    """What a person may do."""

    login: str | None
    roles: tuple[PersonRole, ...]


class BadgeRecord(Struct, frozen=True, kw_only=True):
    """A badge that expires, good on that day still."""

    number: str
    expires_on: date


class TpppsRecord(Struct, frozen=True, kw_only=True):
    """A TPPPS company's contract, both days included; `hours` are `HH:MM-HH:MM`.

    A badge without a day on which it expires is its number alone.
    """

    licence: str
    contract_from: date
    contract_to: date
    games: tuple[str, ...]
    hours: tuple[str, ...]
    max_tables: int
    badges: tuple[str | BadgeRecord, ...]

    @property
    def expiries(self) -> dict[str, date | None]:
        """The day on which each badge expires, by its number."""
        return dict(
            (badge, None) if isinstance(badge, str) else (badge.number, badge.expires_on)
            for badge in self.badges
        )


class NamedPaytable(Struct, frozen=True, kw_only=True):
    """A pay table: odds to one by count, the last row open upwards."""

    name: str
    rows: dict[int, int]


class PaytableRecord(Struct, frozen=True, kw_only=True):
    """A pay table of the house's own."""

    bet: str
    rows: dict[int, int]


class OfferingRecord(Struct, frozen=True, kw_only=True):
    """A game as a table offers it; with all that binds when a table opens, so that it stands alone.

    `paytables` by side bet; `limits` by kind of wager and for `player_dealer`, `(least, most)`
    in cents.
    """

    game: str
    decks: int
    seats: int
    coverage_policy: str
    rotation_profile: str
    paytables: dict[str, NamedPaytable]
    limits: dict[str, tuple[int, int]]
    fee_schedule: Schedule


class TableRecord(Struct, frozen=True, kw_only=True):
    """A table; there is no more to it than its code."""
