"""What a count moves: from the count room to the vault, the rest to over and short. Pure."""

from collections.abc import Iterable, Iterator
from uuid import UUID

from msgspec import Struct

from ledger.rules import cash
from ledger.rules.counting.facts import CountAccepted, CountAdjusted, CountFact, CountRecord
from ledger.rules.counting.records import AcceptanceCells, AdjustmentCells, CountCells, cells
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


class Posted(Struct, frozen=True):
    """A posting at the event of the cage that causes it, and the count that it is of."""

    position: int
    count: CountCells
    posting: Posting


def postings(records: Iterable[CountRecord]) -> Iterator[Posted]:
    """The journals of a cage's events about counts, from the first on."""
    counts = dict[UUID, CountCells]()
    counted_cents = dict[UUID, int]()
    for record in records:
        kept = cells(record)
        if isinstance(kept, CountCells):
            counts[kept.id] = kept
            continue
        count = counts[kept.count_id]
        found = posting(count, record.fact, counted_cents.get(count.id, 0))
        if isinstance(kept, AcceptanceCells | AdjustmentCells):
            counted_cents[count.id] = kept.total_cents
        if found is not None:
            yield Posted(record.position, count, found)
