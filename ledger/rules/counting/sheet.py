"""The sheet: a count with all that was recorded of it so far, and what it still needs. Pure."""

from msgspec import Struct

from ledger.rules.counting.policy import Policy
from ledger.rules.counting.records import (
    AcceptanceCells,
    AdjustmentCells,
    CountCells,
    FigureCells,
    SignatureCells,
)


class Sheet(Struct, frozen=True, kw_only=True):
    """A count; figures, signatures and adjustments in the order in which they were recorded."""

    count: CountCells
    figures: tuple[FigureCells, ...] = ()
    signatures: tuple[SignatureCells, ...] = ()
    acceptance: AcceptanceCells | None = None
    adjustments: tuple[AdjustmentCells, ...] = ()

    @property
    def figure(self) -> FigureCells | None:
        """The figure in force."""
        return self.figures[-1] if self.figures else None

    @property
    def standing(self) -> tuple[SignatureCells, ...]:
        """The signatures under the figure in force; a correction leaves those before it behind."""
        revision = len(self.figures)
        return tuple(signed for signed in self.signatures if signed.revision == revision)

    @property
    def counted_cents(self) -> int | None:
        """What it came to, as adjusted; None until it is accepted."""
        if self.acceptance is None:
            return None
        return (self.adjustments or (self.acceptance,))[-1].total_cents

    def unsigned(self) -> tuple[str, ...]:
        """The counters whose signatures are missing."""
        signed = {each.signed_by for each in self.standing}
        return tuple(person for person in self.count.counters if person not in signed)

    def lacks_signer(self, policy: Policy) -> bool:
        """Whether somebody who didn't count still has to sign."""
        if not policy.signer_differs_from_counters:
            return False
        return not any(
            each.role == "signer" or "signer_differs_from_counters" in each.deviations
            for each in self.standing
        )
