"""The proof of a house's feed: its chain, each stream's order in it, and that no event is lost."""

from collections.abc import Callable, Iterator, Mapping
from typing import Final

from cardroom.log import store
from cardroom.log.envelope import GENESIS, feed_hash
from cardroom.log.records import Finding
from cardroom.log.rows import Row, rows

_AT_ONCE: Final = 10_000  # events that one statement looks for
_FEED: Final = """
SELECT f.cursor, f.hash, e.hash, h.stream, e.position
FROM log_feed f
    LEFT JOIN log_event e ON e.id = f.event_id AND e.house = f.house
    LEFT JOIN log_head h ON h.id = e.stream_id
WHERE f.house = %(house)b AND f.cursor > %(after)b
ORDER BY f.cursor LIMIT %(most)b
"""
_AT: Final = "SELECT hash FROM log_feed WHERE house = %(house)b AND cursor = %(cursor)b"
# One statement sees an event either waiting or numbered, for it goes from one to the other at once.
_UNNUMBERED: Final = """
SELECT e.position FROM log_event e
WHERE e.stream_id = %(stream_id)b AND e.position > %(after)b AND e.position <= %(until)b
    AND NOT EXISTS (SELECT FROM log_feed f WHERE f.event_id = e.id)
    AND NOT EXISTS (
        SELECT FROM log_outbox o WHERE o.stream_id = e.stream_id
            AND e.position BETWEEN o.first_position AND o.last_position
    )
ORDER BY e.position
"""
_LAST: Final = "SELECT max(position) FROM log_event WHERE stream_id = %(stream_id)b"
# From one stream or house to the next by the index, whatever lies between.
_HEADLESS: Final = """
WITH RECURSIVE stream AS (
    (SELECT stream_id FROM log_event ORDER BY stream_id LIMIT 1)
    UNION ALL
    SELECT (
        SELECT e.stream_id FROM log_event e WHERE e.stream_id > stream.stream_id
        ORDER BY e.stream_id LIMIT 1
    ) FROM stream WHERE stream_id IS NOT NULL
)
SELECT stream_id FROM stream WHERE stream_id IS NOT NULL
    AND NOT EXISTS (SELECT FROM log_head WHERE id = stream_id)
    AND EXISTS (SELECT FROM log_event e WHERE e.stream_id = stream.stream_id AND house = %(house)b)
"""
_HOUSES: Final = """
WITH RECURSIVE fed AS (
    (SELECT house FROM log_feed ORDER BY house LIMIT 1)
    UNION ALL
    SELECT (SELECT f.house FROM log_feed f WHERE f.house > fed.house ORDER BY f.house LIMIT 1)
    FROM fed WHERE house IS NOT NULL
)
SELECT house FROM fed WHERE house IS NOT NULL
"""

_Fault = tuple[str, int, str]  # its kind, where, and a sentence


def houses() -> list[str]:
    """The houses that have a feed."""
    return [house for (house,) in rows(_HOUSES, {})]


def hash_at(house: str, cursor: int) -> bytes | None:
    """The hash at one cursor, as it is stored; None when there is no such cursor."""
    found = rows(_AT, {"house": house, "cursor": cursor})
    return bytes(found[0][0]) if found else None


def verify_feed(house: str) -> Iterator[Finding]:
    """What is wrong with a house's feed; a cursor is given as the position of a stream `feed`."""
    chain = FeedChain(house)
    yield from chain.read()
    yield from chain.unnumbered()


class FeedChain:
    """A feed as far as it was followed: cursor, hash, and how far each stream has come in it."""

    def __init__(
        self,
        house: str,
        cursor: int = 0,
        link: bytes = GENESIS,
        ends: Mapping[str, int] | None = None,
    ) -> None:
        self.house = house
        self.cursor = cursor
        self.link = link
        self.ends = dict(ends or {})
        self._since = dict(self.ends)

    def read(self, after_page: Callable[[], object] = lambda: None) -> Iterator[Finding]:
        """Follow it to its end, page by page."""
        while page := rows(_FEED, {"house": self.house, "after": self.cursor, "most": store.PAGE}):
            for row in page:
                for kind, cursor, detail in self._faults(row):
                    yield Finding(kind, self.house, "feed", cursor, detail)
                self.cursor, self.link = row[:2]
            after_page()

    def _faults(self, row: Row) -> Iterator[_Fault]:
        """Whether what stands at the next cursor follows there."""
        cursor, link, hashed, stream, position = row
        if hashed is None or stream is None:
            yield "feed_event", cursor, "the event isn't in the log"
            return
        if cursor != self.cursor + 1:
            yield "feed_gap", self.cursor + 1, f"missing; the next cursor is {cursor}"
        elif feed_hash(self.link, cursor, hashed) != link:
            yield "feed_hash", cursor, "moved or altered, or the hash of the cursor before it"
        if position != (last := self.ends.get(stream, 0)) + 1:
            yield "feed_order", cursor, f"{stream} {position} doesn't follow on {last}"
        self.ends[stream] = position

    def unnumbered(self) -> Iterator[Finding]:
        """Events, from where each stream stood at first, that were lost on the way to the feed."""
        streams = [(head.stream_id, head.stream) for head in store.streams(self.house)]
        streams += [(stream_id, "?") for (stream_id,) in rows(_HEADLESS, {"house": self.house})]
        for stream_id, stream in streams:
            after = self._since.get(stream, 0)
            ((last,),) = rows(_LAST, {"stream_id": stream_id})
            for low in range(after, last or 0, _AT_ONCE):
                stretch = {"stream_id": stream_id, "after": low, "until": low + _AT_ONCE}
                for (position,) in rows(_UNNUMBERED, stretch):
                    detail = "neither in the feed nor waiting for it"
                    yield Finding("unnumbered", self.house, stream, position, detail)
