"""Policies: who may combine what on a box, how far money may be off, when reports fall due."""

from typing import Annotated

from msgspec import Meta, Struct

Counters = Annotated[int, Meta(ge=1, le=10_000)]
Cents = Annotated[int, Meta(ge=0, le=100_000_000_000)]
BasisPoints = Annotated[int, Meta(ge=0, le=10_000)]
WaitMinutes = Annotated[int, Meta(ge=0, le=1_440)]


class Policy(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A table of the file; a key that it doesn't name is a fault."""


class BoxPolicy(Policy, frozen=True, kw_only=True):
    """Who may combine what on one drop box; strict unless said."""

    collector_differs_from_counters: bool = True
    counters: Counters = 2
    signer_differs_from_counters: bool = True


class Tolerances(Policy, frozen=True, kw_only=True):
    """How far money may be off before somebody has to explain it; strict, 0 cents, unless said.

    By amount, or in hundredths of a percent of what was expected (`assess`) or collected (`count`);
    where both are said, the smaller holds.
    """

    assess_cents: Cents | None = None
    assess_basis_points: BasisPoints | None = None
    count_cents: Cents | None = None
    count_basis_points: BasisPoints | None = None


class ReportTimes(Policy, frozen=True, kw_only=True):
    """When a kind of report falls due by itself: so long after a gaming day's or a month's end."""

    daily: bool = True
    monthly: bool = True
    wait_minutes: WaitMinutes = 0


class ReportSchedule(Policy, frozen=True, kw_only=True):
    """When reports fall due, kind by kind; at the end of every day and month unless said."""

    fees: ReportTimes = ReportTimes()
    rotation: ReportTimes = ReportTimes()
    irregularities: ReportTimes = ReportTimes()
    integrity: ReportTimes = ReportTimes()

    def by_kind(self) -> dict[str, ReportTimes]:
        """The times of each kind."""
        return {kind: getattr(self, kind) for kind in self.__struct_fields__}
