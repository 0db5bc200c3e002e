"""What a count moves: from the count room to the vault, the rest to over and short. Pure."""

from ledger.rules import cash
from ledger.rules.counting.facts import CountAccepted, CountAdjusted, CountFact
from ledger.rules.counting.records import CountCells
from ledger.rules.posting import Posting, count_room, entries, over_short, unboxed, vault


def posting(count: CountCells, fact: CountFact, counted_cents: int) -> Posting | None:
    """The journal of an event; `counted_cents` is what the count came to before it."""
    purpose = count.purpose
    if isinstance(fact, CountAccepted):
        kind = "count"
        nowhere = unboxed(count.table_code, purpose)
        received = {
            nowhere if count.put_on_position is None else count_room(purpose): -fact.recorded_cents,
            vault(purpose): fact.total_cents,
            over_short(purpose): fact.recorded_cents - fact.total_cents,
        }
    elif isinstance(fact, CountAdjusted):
        kind = "count_adjusted"
        found_cents = cash.total_cents(fact.denominations) - counted_cents
        received = {vault(purpose): found_cents, over_short(purpose): -found_cents}
    else:
        return None
    moved = entries(received)
    line = f"{count.table_code}/{count.removed_position}"
    return Posting(kind=kind, line=line, entries=moved) if moved else None
