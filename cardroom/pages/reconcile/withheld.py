"""What is withheld of the ledger from a visitor who may count boxes."""

from cardroom.pages.visitor import Visitor
from ledger.queries.hidden import NOTHING, Hidden, hidden


def withheld_from(visitor: Visitor) -> Hidden:
    """All that tells of uncounted boxes, or nothing."""
    return hidden(visitor.house) if visitor.is_blind else NOTHING
