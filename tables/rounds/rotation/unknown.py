"""Unknown: what of a table's rotation is on record with something missing, by its gaming days."""

from collections.abc import Iterable
from datetime import date

from msgspec import Struct, field

from tables.rounds import events as e
from tables.rounds.codec import Recorded
from tables.rounds.rotation.happenings import NOBODY
from tables.rounds.state import Table
from tables.rules.rotation.answers import is_unanswered, is_unasked
from tables.rules.rotation.facts import Deal, Person, Turn
from tables.rules.rotation.settings import Settings


class Unknown(Struct):
    """Rounds whose player-dealer nobody identified, or who is on record with no acceptance.

    `unasked` are positions of stops for want of a player-dealer before everyone had answered,
    `unstarted` rounds of a game that had ended, `unended` positions of starts of one that ran.
    """

    unidentified: dict[int, date] = field(default_factory=dict)
    unanswered: dict[int, date] = field(default_factory=dict)
    unasked: dict[int, date] = field(default_factory=dict)
    unstarted: dict[int, date] = field(default_factory=dict)
    unended: dict[int, date] = field(default_factory=dict)

    def copy(self) -> "Unknown":
        """Another one, which changes by itself."""
        return Unknown(*(dict(getattr(self, name)) for name in self.__struct_fields__))

    def opened(self, turn: Turn, table: Table) -> None:
        """A round opens, or comes late, which tells of no game."""
        if not turn.is_late and not table.game_runs:
            self.unstarted[turn.round] = turn.gaming_day

    def stands(self, deal: Deal) -> None:
        """A round as it stands now; the position went also to where no hand came of it."""
        turn = deal.turn
        self.unidentified.pop(turn.round, None)
        self.unanswered.pop(turn.round, None)
        if turn.counts and deal.player_dealer.unidentified:
            self.unidentified[turn.round] = turn.gaming_day
        if is_unanswered(deal, Settings()):
            self.unanswered[turn.round] = turn.gaming_day

    def turned(self, event: Recorded, table: Table, people: Iterable[Person]) -> None:
        """A game ends or starts at the table as it was before, with those who sit there."""
        match event.fact:
            case e.GameStarted() if table.game_runs:
                self.unended[event.position] = event.gaming_day
            case e.GameEnded(reason=reason) if reason == NOBODY and is_unasked(
                table.rotation, people, Settings()
            ):
                self.unasked[event.position] = event.gaming_day
            case _:
                pass


def of_day(found: dict[int, date], day: date) -> list[int]:
    """Those of a gaming day, in order."""
    return sorted(number for number, its_day in found.items() if its_day == day)
