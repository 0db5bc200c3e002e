"""Opening: what a round finds at its table, and what its hand leaves there.

The live table, the incremental watch and the count from scratch all go through here.
"""

from msgspec import Struct, field

from tables.rounds.codec import Recorded
from tables.rounds.rotation.happenings import happen
from tables.rounds.rotation.people import deal_of
from tables.rules.rotation.facts import Deal, Person, Reference, Turn
from tables.rules.rotation.hand import hand
from tables.rules.rotation.memory import Memory
from tables.rules.rotation.profiles import DEFAULT, judging


class Opening(Struct):
    """What a round found when it opened, `people` by seat, and what has happened since."""

    memory: Memory
    people: tuple[Person, ...]
    during: list[Recorded] = field(default_factory=list)

    def deal(self, turn: Turn, reference: Reference) -> Deal:
        """The hand to be judged."""
        return deal_of(turn, self.people, self.memory, reference)

    def after(self, turn: Turn) -> Memory:
        """The memory behind the hand as it stands, and what happened meanwhile."""
        memory = self.memory.copy()
        if turn.counts:
            deal = deal_of(turn, self.people, memory, Reference())
            for profile in judging(DEFAULT, turn.gaming_day):
                hand(deal, profile.settings)
        elif turn.ended_position is not None:
            memory.seat = turn.seat  # the position lay there, though no hand did
            memory.note_break(f"round {turn.round} was no hand", turn.ended_position)
        for event in self.during:
            happen(memory, event, event.fact)
        return memory


def opening(memory: Memory, people: tuple[Person, ...]) -> Opening:
    """What a round finds that opens now."""
    return Opening(memory.copy(), people)
