"""What may come next: who, which actions, and the rule that leaves no choice.

Listed is what would be recorded without an override, so that a tablet greys out the rest. Left out
are corrections, which no table sends, and a `stand` for a hand that has ended, which says nothing.
"""

from collections.abc import Iterator

from tables.rounds.state import Round, Table
from tables.rounds.upcoming import at_table, playing, wagering
from tables.rounds.upcoming.entry import Next
from tables.rules import procedure
from tables.rules.ruleset import RuleSet

__all__ = ["Next", "upcoming"]


def upcoming(table: Table, rules: RuleSet | None) -> tuple[Next, ...]:
    """The legal next events, those of play first; `rules` are those that it is open with."""
    if rules is None:
        return tuple(at_table.while_closed(table))
    play = at_table.round_opened(table) if table.round is None else _of_round(table, table.round)
    return (*play, *at_table.while_open(table, rules))


def _of_round(table: Table, now: Round) -> Iterator[Next]:
    phase = procedure.phase(now.felt)
    if phase == "wagering":
        yield from wagering.wagers(table, now)
    if phase in {"wagering", "dealing"}:
        yield from playing.dealt(now)
    elif phase == "playing":
        yield from playing.played(now)
    else:
        yield from playing.drawn(now)
    yield Next(type="round.settled_by_floor", round=now.number)
    yield Next(type="round.voided", round=now.number)
