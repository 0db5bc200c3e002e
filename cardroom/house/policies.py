"""Policies of a house: who may combine what on a drop box, and how far its money may be off."""

from typing import Annotated

from msgspec import Meta, Struct

Counters = Annotated[int, Meta(ge=1, le=10_000)]
Cents = Annotated[int, Meta(ge=0, le=100_000_000_000)]
BasisPoints = Annotated[int, Meta(ge=0, le=10_000)]


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
