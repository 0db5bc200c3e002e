"""What admission is told: the house, the clock's reading, and rounds of the past."""

from collections.abc import Callable, Collection, Mapping
from datetime import date, datetime, timedelta
from typing import Final

from msgspec import Struct

from tables.rounds.admit.repeated import Words
from tables.rounds.codec import Event, Recorded
from tables.rounds.events import BoxChanged, EventCorrected, Override, TableFact
from tables.rounds.fold import fold_table
from tables.rounds.furniture import Box
from tables.rounds.state import Round, Table
from tables.rules.offering import Offering
from tables.rules.rotation.facts import Company

AHEAD: Final = timedelta(minutes=5)

# Codes of class `procedure` with what happened, in the order in which they are answered.
Breaches = list[tuple[str, str]]


class Scene(Struct):
    """A table of its own, as it was when a round opened; `during` is what happened meanwhile.

    Its boxes stay, for a round's fees lie in those of its opening.
    """

    table: Table
    during: list[Recorded]

    def catch_up(self, *, instant: datetime | None = None, position: int | None = None) -> None:
        """Let happen what had happened before an instant, or before a position of the log."""
        while self.during and _was_before(self.during[0], instant, position):
            happened = self.during.pop(0)
            if isinstance(happened.fact, TableFact) and not isinstance(happened.fact, BoxChanged):
                fold_table(self.table, happened, happened.fact)


def _was_before(happened: Recorded, instant: datetime | None, position: int | None) -> bool:
    if position is not None:
        return happened.position < position
    return instant is not None and happened.occurred_at < instant


def nowhere(number: int) -> Scene:
    """For those who send no corrections: nobody asks how an old table was."""
    raise LookupError(f"no scene of round {number}")


def unbound(fact: EventCorrected) -> Offering | None:
    """For those who send no corrections: nobody asks what another opening would have bound."""
    raise LookupError(f"no offering for event {fact.event}")


def uncounted(purpose: str, box: Box) -> bool:
    """For those who know no counts."""
    del purpose, box
    return False


def unsaid(number: int) -> Words:
    """For those who send no corrections: nobody asks whose word was recorded before."""
    raise LookupError(f"no words of round {number}")


def is_new(event: Event, override: Override | None) -> bool:
    """For whatever is said for the first time: it repeats nobody's word."""
    del event, override
    return False


class House(Struct, frozen=True, kw_only=True):
    """The licensed establishment: people's roles, its present offerings and tables, gaming days.

    `gaming_day` is the day of an instant, by its calendar. `tppps` are its contracts; None for
    those who don't know them.
    """

    code: str
    timezone: str
    gaming_day: Callable[[datetime], date]
    people: Mapping[str, frozenset[str]]
    offerings: Mapping[str, Offering]
    void_fee: str = "kept"
    tppps: Mapping[str, Company] | None = None
    tables: Collection[str] = ()


class Facts(Struct, frozen=True, kw_only=True):
    """Facts of one batch; `scope` is the sender's: `tables`, `cage`, or `supervisor` signed in.

    `offering` finds an offering by its version and its rule set's. For corrections, `scene` gives a
    table as it was when a round opened, with its seating and shoe, and `bound` the offering that an
    opening binds when it is corrected; None for any other event. `words` are those recorded of a
    round, and `is_repeated` whether an event and its word, the override or its own, are among them.
    `is_counted` says of a box period of a purpose whether its count is signed.
    """

    house: House
    recorded_at: datetime
    offering: Callable[[int, int], Offering]
    past_round: Callable[[int], Round]
    is_confirmed: Callable[[str, str], bool]
    scope: str = "tables"
    scene: Callable[[int], Scene] = nowhere
    bound: Callable[[EventCorrected], Offering | None] = unbound
    words: Callable[[int], Words] = unsaid
    is_repeated: Callable[[Event, Override | None], bool] = is_new
    is_counted: Callable[[str, Box], bool] = uncounted

    @property
    def latest(self) -> datetime:
        """The last instant that a sender's clock may show."""
        return self.recorded_at + AHEAD
