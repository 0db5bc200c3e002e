"""Box periods' money: what lies in the boxes on the table, and what leaves with those taken off.

A period's account is its box's while that is on the table, then the count room's; so money that
comes late to a box that was taken off goes through it. A period is named by purpose, box and the
position since which it was on: `collection/B-014/812`.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping

from ledger.rules import posting
from ledger.rules.posting import Posting
from tables.rounds.books.money import Place
from tables.rounds.furniture import Box

# What was recorded to lie at a place before the books were opened, in cents.
Recorded = Callable[[Place], int]


def nothing(_place: Place) -> int:
    """For books that are opened with the table."""
    return 0


def name(purpose: str, box: Box) -> str:
    """The name of a box period in the stream of its table."""
    return f"{purpose}/{box.box}/{box.since}"


class Periods:
    """The boxes on a table, and what came to each place since the books were opened.

    `lowered` are the places that gave, until somebody clears them.
    """

    def __init__(self, boxes: Mapping[str, Box], recorded: Recorded) -> None:
        self.boxes = dict(boxes)
        self.recorded = recorded
        self.received: Counter[Place] = Counter()
        self.lowered: set[Place] = set()

    def holds(self, place: Place) -> int:
        """All that is recorded to lie, or have lain, at a place."""
        return self.recorded(place) + self.received[place]

    def receive(self, places: Mapping[Place, int]) -> Iterator[Posting]:
        """Money that comes to places; the postings that pass it on where the box is off."""
        for place, cents in places.items():
            self.received[place] += cents
            if cents < 0:
                self.lowered.add(place)
            if place.box is not None and cents and self.boxes.get(place.purpose) != place.box:
                yield removed(place.purpose, place.box, cents)

    def stand(self, boxes: Mapping[str, Box]) -> Iterator[Posting]:
        """Other boxes are on the table now: what was taken off goes to the count room.

        What a correction puts back on the table comes back from there.
        """
        was, self.boxes = self.boxes, dict(boxes)
        for purpose in sorted(was.keys() | boxes.keys()):
            off, on = was.get(purpose), boxes.get(purpose)
            if off == on:
                continue
            for box, sign in ((off, 1), (on, -1)):
                cents = 0 if box is None else self.holds(Place(purpose, box))
                if box is not None and cents:
                    yield removed(purpose, box, sign * cents)


def removed(purpose: str, box: Box, cents: int) -> Posting:
    """What goes with a box to the count room, or comes back from there."""
    accounts = posting.box(box.box, purpose), posting.count_room(purpose)
    return Posting(
        kind="box_removed", line=name(purpose, box), entries=posting.moved(*accounts, cents)
    )
