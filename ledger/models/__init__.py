"""The ledger's tables. Only its stores write them."""

from ledger.models.box_period import BoxPeriod
from ledger.models.count import Acceptance, Adjustment, Count, Figure, Signature
from ledger.models.day import ClosedDay
from ledger.models.journal import Account, Balance, Entry, Journal
from ledger.models.review import Review

__all__ = [
    "Acceptance",
    "Account",
    "Adjustment",
    "Balance",
    "BoxPeriod",
    "ClosedDay",
    "Count",
    "Entry",
    "Figure",
    "Journal",
    "Review",
    "Signature",
]
