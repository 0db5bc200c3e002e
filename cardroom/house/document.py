"""A house file as people write it: the shape of every section, and nothing about its sense."""

from datetime import date
from typing import Annotated, Any, Final, Literal

from msgspec import Meta, Struct

from cardroom.house.policies import BoxPolicy, Cents, ReportSchedule, Tolerances
from ledger.rules.fees import Basis, Role, Timing
from ledger.rules.schedule import MAX_RATES

_CLOCK: Final = "([01][0-9]|2[0-3]):[0-5][0-9]"
CODE: Final = r"^[A-Za-z0-9][A-Za-z0-9._-]{0,63}\Z"
TEXT: Final = r"^[^\x00-\x1f\x7f]{1,200}\Z"
CLOCK_TIME: Final = rf"^{_CLOCK}\Z"
HOURS: Final = rf"^{_CLOCK}-{_CLOCK}\Z"

Code = Annotated[str, Meta(pattern=CODE)]
Text = Annotated[str, Meta(pattern=TEXT)]
ClockTime = Annotated[str, Meta(pattern=CLOCK_TIME)]
Hours = Annotated[str, Meta(pattern=HOURS)]
Seats = Annotated[int, Meta(ge=2, le=8)]
Decks = Annotated[int, Meta(ge=1, le=8)]
Count = Annotated[int, Meta(ge=1, le=10_000)]
MaxRates = Annotated[int, Meta(ge=1, le=MAX_RATES)]
PersonRole = Literal[
    "floor", "cage", "drop", "count", "supervisor", "compliance", "audit", "house_player"
]
VoidFee = Literal["kept", "refunded"]


class Section(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A table of the file; a key that it doesn't name is a fault."""


class HouseSection(Section, frozen=True, kw_only=True):
    """The establishment itself."""

    code: Code
    name: Text
    timezone: Text
    gaming_day_starts: ClockTime
    sandbox: bool = False
    void_fee: VoidFee = "kept"
    box_policy: BoxPolicy = BoxPolicy()
    tolerances: Tolerances = Tolerances()
    reports: ReportSchedule = ReportSchedule()


class ShiftSection(Section, frozen=True, kw_only=True):
    """A shift, which lasts until the next one starts."""

    code: Code
    starts: ClockTime


class PersonSection(Section, frozen=True, kw_only=True):
    """Someone who works for the house, as an opaque code; names are kept elsewhere."""

    code: Code
    login: Text | None = None
    roles: tuple[PersonRole, ...]


class BadgeSection(Section, frozen=True, kw_only=True):
    """A badge that expires; it is good on that day still."""

    number: Text
    expires_on: date


class TpppsSection(Section, frozen=True, kw_only=True):
    """A company of third-party proposition players, with its contract.

    A badge is its number alone, or with the day on which it expires.
    """

    code: Code
    licence: Text
    contract_from: date
    contract_to: date
    games: tuple[Text, ...]
    hours: tuple[Hours, ...]
    max_tables: Count
    badges: tuple[Text | BadgeSection, ...]


class PaytableSection(Section, frozen=True, kw_only=True):
    """A pay table of the house's own: odds to one by count, the last row open upwards."""

    code: Code
    bet: Text
    rows: dict[str, Any]


class RateSection(Section, frozen=True, kw_only=True):
    """One rate of a fee schedule; an absent `to_cents` is open."""

    role: Role
    basis: Basis
    kinds: tuple[Text, ...] | None = None
    from_cents: Cents | None = None
    to_cents: Cents | None = None
    fee_cents: Cents


class FeeScheduleSection(Section, frozen=True, kw_only=True):
    """A fee schedule as it was approved."""

    code: Code
    approval: Text
    option: Text
    effective_from: date
    effective_to: date | None = None
    timing: Timing = "before_deal"
    max_rates: MaxRates = MAX_RATES
    rates: tuple[RateSection, ...]


class OfferingSection(Section, frozen=True, kw_only=True):
    """A game as a table offers it; pay tables by side bet, limits by kind of wager."""

    code: Code
    game: Text
    decks: Decks
    seats: Seats
    fee_schedule: Text
    coverage_policy: Text
    rotation_profile: Text = "two_hands"
    paytables: dict[str, Any] = {}
    limits: dict[str, Any]


class TableSection(Section, frozen=True, kw_only=True):
    """A table of the floor."""

    code: Code


class HouseFile(Section, frozen=True, kw_only=True):
    """The whole file."""

    house: HouseSection
    shifts: tuple[ShiftSection, ...] = ()
    people: tuple[PersonSection, ...] = ()
    tppps: tuple[TpppsSection, ...] = ()
    paytables: tuple[PaytableSection, ...] = ()
    fee_schedules: tuple[FeeScheduleSection, ...] = ()
    offerings: tuple[OfferingSection, ...] = ()
    tables: tuple[TableSection, ...] = ()
