"""Tables in play with their books: what each event posts, and what it comes to by account."""

from typing import Any

from msgspec import structs

from tables.rounds import codec
from tables.rounds.admit.facts import Facts
from tables.rounds.books import Booking, Books
from tables.rounds.codec import Recorded
from tables.rounds.state import Round
from tests.builders import Play, an_offering

TABLE = "T01"


class Kept(Play):
    """A table whose books are kept; `posted` is what all its events posted."""

    def __init__(self, *arguments: Any, **options: Any) -> None:
        super().__init__(*arguments, **options)
        self.books = Books(TABLE)
        self.posted: list[Booking] = []

    @property
    def facts(self) -> Facts:
        """As at any table; the books see each round before an event changes it."""
        return structs.replace(super().facts, past_round=self._past_round)

    def _past_round(self, number: int) -> Round:
        return self.books.watch(self.rounds[number])

    def take(self, event: codec.Event) -> list[Recorded]:
        """One event, and what it posts."""
        self.books.begin(event.fact, self.table.round)
        records = super().take(event)
        self.posted += self.books.post(records, self.rounds)
        return records

    def said(self, since: int = 0) -> list[tuple[str, str, dict[str, int]]]:
        """Kind, line and entries of what was posted, all but the first so many."""
        return [
            (
                booking.posting.kind,
                booking.posting.line,
                {entry.account: entry.amount_cents for entry in booking.posting.entries},
            )
            for booking in self.posted[since:]
        ]

    def balances(self) -> dict[str, int]:
        """What every account received less what it gave, where that is anything."""
        found: dict[str, int] = {}
        for booking in self.posted:
            for entry in booking.posting.entries:
                found[entry.account] = found.get(entry.account, 0) + entry.amount_cents
        return {account: cents for account, cents in sorted(found.items()) if cents}


def a_kept_table(game: str, *seats: int, box: str | None = "B-1") -> Kept:
    """A table that just opened, with players P-n at these seats and a collection box on it."""
    play = Kept(an_offering(game))
    play.send("table.opened", offering=game, gaming_day="2026-11-28")
    play.send("shoe.loaded", decks=play.offering.rules.decks)
    play.sit(*seats)
    if box is not None:
        change_box(play, box)
    return play


def change_box(play: Play, box_in: str | None, *, purpose: str = "collection") -> None:
    """The drop team takes a box off, puts one on, or both."""
    there = play.table.boxes.get(purpose)
    box_out = None if there is None else there.box
    people: dict[str, Any] = {"purpose": purpose, "removed_by": "drop-1"}
    play.send("box.changed", box_out=box_out, box_in=box_in, **people)
