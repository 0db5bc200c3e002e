"""Tolerances: how far a variance may go before it is a finding. Pure."""

import msgspec
from msgspec import Struct

_WHOLE = 10_000  # basis points


class Tolerances(Struct, frozen=True, kw_only=True):
    """A house's tolerances, as one version of its settings has them; strict unless said."""

    assess_cents: int | None = None
    assess_basis_points: int | None = None
    count_cents: int | None = None
    count_basis_points: int | None = None

    def assess(self, expected_cents: int) -> int:
        """What fees may be off where so much was expected, in cents."""
        return _allowed(self.assess_cents, self.assess_basis_points, expected_cents)

    def count(self, collected_cents: int) -> int:
        """What a count may be off where so much was collected, in cents."""
        return _allowed(self.count_cents, self.count_basis_points, collected_cents)


def tolerances_of(settings: object) -> Tolerances:
    """The tolerances that a house's settings state."""
    return msgspec.convert(settings, Tolerances, from_attributes=True)


def _allowed(cents: int | None, basis_points: int | None, base_cents: int) -> int:
    """The smaller of what is said; nothing where nothing is."""
    said = [] if cents is None else [cents]
    if basis_points is not None:
        said.append(max(base_cents, 0) * basis_points // _WHOLE)
    return min(said, default=0)
