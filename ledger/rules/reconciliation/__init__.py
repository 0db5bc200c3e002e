"""Reconciliation: what was owed, collected and counted, by box period, and where a miss is. Pure.

All amounts are cents. `expected` is what was assessed, less what was waived, with later
corrections; `assess` variance is collected less expected (the wrong fee was taken), `count`
variance counted less collected (the box, or its count, is off). A waiver waives no more than the
fee, and `collected` is collected less refunded.
"""

from ledger.rules.reconciliation.figures import (
    BoxFigures,
    FeeItem,
    Figures,
    Finding,
    FindingKind,
    FindingStatus,
    Period,
    RoundFigures,
    Sum,
)
from ledger.rules.reconciliation.reckoning import figures, sums

__all__ = [
    "BoxFigures",
    "FeeItem",
    "Figures",
    "Finding",
    "FindingKind",
    "FindingStatus",
    "Period",
    "RoundFigures",
    "Sum",
    "figures",
    "sums",
]
