"""Posted: journals as they are stored, against what their events should have posted."""

from collections.abc import Iterable, Iterator, Mapping
from datetime import date, timedelta
from typing import Any, Final

from cardroom.log.records import Head
from ledger.queries import days
from ledger.queries.stored import Key, StoredJournal
from ledger.store import Sourced
from tables.verify.findings import Difference, Finding

_TABLE: Final = "ledger_journal"


class Comparison:
    """What is stored otherwise of one stream's journals; it knows the days that are closed."""

    def __init__(self, head: Head) -> None:
        self.head = head
        self.closed: set[date] = set()

    def findings(
        self, there: Iterable[StoredJournal], right: Mapping[Key, Sourced]
    ) -> Iterator[Finding]:
        """Every journal that one side has alone, and every column in which both differ."""
        stored = {journal.key: journal for journal in there}
        for key in sorted(stored.keys() | right.keys()):
            for found in self._differences(stored.get(key), right.get(key)):
                position, *name = key
                place: dict[str, Any] = {"position": position, "row": " ".join(name)}
                yield Finding.at(self.head, "journal", found, table=_TABLE, **place)

    def _differences(
        self, there: StoredJournal | None, right: Sourced | None
    ) -> Iterator[Difference]:
        """What is wrong with one journal; of one that only one side has, its entries."""
        entries = right and {one.account: one.amount_cents for one in right.posting.entries}
        if there is None or right is None:
            yield Difference("entries", there and there.entries, entries)
            return
        pairs: dict[str, tuple[Any, Any]] = {
            "entries": (there.entries, entries),
            "house": (there.house, self.head.house),
            "table_code": (there.table, right.table),
            "round": (there.round, right.posting.round),
            "revision": (there.revision, right.posting.revision),
            "gaming_day": (there.gaming_day, right.gaming_day),
        }
        for column, (mine, other) in pairs.items():
            if mine != other:
                yield Difference(column, mine, other)
        if not there.is_of_one_day or not self._is_posted_well(there, right.gaming_day):
            yield Difference("posted_on", there.posted_on, right.gaming_day)

    def _is_posted_well(self, there: StoredJournal, gaming_day: date) -> bool:
        """On its gaming day, or on the day behind a closed one that isn't before its own."""
        if there.posted_on == gaming_day:
            return True
        last = there.posted_on - timedelta(1)
        if last not in self.closed:  # perhaps it closed meanwhile
            self.closed = days.closed(self.head.house)
        return last >= gaming_day and last in self.closed


def by_key(sourced: Iterable[Sourced]) -> dict[Key, Sourced]:
    """What should be posted, by position, kind and line."""
    return {(one.position, one.posting.kind, one.posting.line): one for one in sourced}
