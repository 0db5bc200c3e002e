"""The cage: the signed records of counts, against the events of the cage's stream."""

from collections.abc import Iterator, Mapping
from uuid import UUID

from django.db import DatabaseError
from msgspec import structs

from cardroom.log import store
from cardroom.log.records import Head
from ledger import count_records, count_replay
from ledger.rules.counting.records import TABLES, AnyCells, cells
from tables.verify.cells import one_instant
from tables.verify.counts import Counts
from tables.verify.findings import Difference, Finding


def verify(head: Head, counts: Counts) -> Iterator[Finding]:
    """Every record has its event and says what that says; every event of a count has its record."""
    with one_instant():
        now = store.head(head.house, head.stream) or head
        found = [*_compared(now, counts)]
    yield from found


def _compared(head: Head, counts: Counts) -> Iterator[Finding]:
    there = {record.id: record for record in count_records.of_house(head.house)}
    counts.rows += len(there)
    right: dict[UUID, AnyCells] = {}
    try:
        for record in count_replay.replayed(head):
            counts.events += 1
            right[record.id] = cells(record)
    except DatabaseError:
        raise
    except Exception as error:  # noqa: BLE001 - whatever a forged event breaks is a finding
        why = f"counts cannot be read: {type(error).__name__}: {error}"
        yield Finding.at(head, "replay", None, detail=why)
        counts.not_checked.append(f"the counts of {head.house}")
        return
    yield from _differences(head, there, right)


def _differences(
    head: Head, there: Mapping[UUID, AnyCells], right: Mapping[UUID, AnyCells]
) -> Iterator[Finding]:
    places = {**there, **right}
    for key in sorted(places, key=lambda key: places[key].position):
        stored, replayed = there.get(key), right.get(key)
        if stored is None or replayed is None or type(stored) is not type(replayed):
            sides = (stored and str(key), replayed and str(key))
            yield _finding(head, "row", places[key], Difference("id", *sides))
            continue
        mine, other = structs.asdict(stored), structs.asdict(replayed)
        for column in mine:
            if mine[column] != other[column]:
                found = Difference(column, mine[column], other[column])
                yield _finding(head, "cell", replayed, found)


def _finding(head: Head, kind: str, record: AnyCells, found: Difference) -> Finding:
    return Finding.at(
        head,
        kind,
        found,
        position=record.position,
        table=TABLES[type(record)],
        row=str(record.id),
    )
