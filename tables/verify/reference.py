"""Reference data: every row of a house, its keys and codes, against the events of its stream."""

from collections.abc import Iterator

from django.db import DatabaseError
from msgspec import structs

from cardroom.house.history import replay
from cardroom.house.history.replay import Cells, Place
from cardroom.house.history.stream import folded, is_on_record, stream_of
from cardroom.house.models import House
from cardroom.log import store
from cardroom.log.records import Head
from tables.verify.cells import one_instant
from tables.verify.counts import Counts
from tables.verify.findings import Difference, Finding


def verify(head: Head, counts: Counts) -> Iterator[Finding]:
    """Every row has its event and says what that says; every event has its row."""
    with one_instant():
        now = store.head(head.house, head.stream) or head
        found = [*_compared(now, counts)] if is_on_record(now) else []
    yield from found


def not_on_record(counts: Counts) -> None:
    """Say of which houses nothing was recorded yet, so that nothing can be compared."""
    for house in House.objects.order_by("pk").values_list("pk", flat=True):
        head = store.head(house, stream_of(house))
        if head is None or not is_on_record(head):
            counts.not_checked.append(
                f"the people, contracts, offerings and keys of {house}: its next change records"
                " what stands"
            )


def _compared(head: Head, counts: Counts) -> Iterator[Finding]:
    there = replay.stored(head.house)
    counts.rows += len(there)
    try:
        right = replay.replayed(folded(head))
    except DatabaseError:
        raise
    except Exception as error:  # noqa: BLE001 - whatever a forged event breaks is a finding
        why = f"the house cannot be replayed: {type(error).__name__}: {error}"
        yield Finding.at(head, "replay", None, detail=why)
        counts.not_checked.append(f"the people, contracts, offerings and keys of {head.house}")
        return
    for place in sorted(there.keys() | right.keys()):
        yield from _differences(head, place, there.get(place), right.get(place))


def _differences(
    head: Head, place: Place, there: Cells | None, right: Cells | None
) -> Iterator[Finding]:
    """The cells of one row that differ; of a row that only one side has, its id."""
    if there is None or right is None:
        sides = (there and place.row, right and place.row)
        found = Difference("id", *sides)
        yield Finding.at(head, "row", found, table=place.table, row=place.row)
        return
    mine, other = structs.asdict(there), structs.asdict(right)
    for column in other:
        if mine[column] != other[column]:
            found = Difference(column, mine[column], other[column])
            yield Finding.at(head, "cell", found, table=place.table, row=place.row)
