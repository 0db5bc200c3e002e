"""Recasting: what changes when an event of no round is corrected (contract, `event.corrected`).

The session's table events are folded anew. Each round whose seating or offering comes out
otherwise is folded anew as well: its procedure was judged once and isn't judged again, but what
cannot be folded any more is refused.
"""

from collections.abc import Iterable, Iterator
from typing import Any

from msgspec import Struct

from cardroom.errors import RuleViolation
from cardroom.log.records import Head
from tables import sessions, targets, touching
from tables.rounds import events as e
from tables.rounds import payments, standing
from tables.rounds.admit import fees, owing, tables
from tables.rounds.admit.facts import Facts
from tables.rounds.codec import Recorded
from tables.rounds.decide import revised
from tables.rounds.furniture import Shoe
from tables.rounds.rotation.answered import corrected
from tables.rounds.standing import Left
from tables.rounds.state import Round, Table
from tables.rounds.take import add, stand
from tables.sessions import Corrections
from tables.touching import Change, Touched


class Recast(Struct, frozen=True):
    """What the service decided behind a correction, and the rounds that the correction touched.

    The correction brings fee exceptions, and payments that differ from the settlement now.
    """

    records: list[Recorded]
    rounds: list[Round]
    brought: list[e.Irregularity]


def recast(
    head: Head, table: Table, own: Recorded, facts: Facts, corrections: Corrections
) -> Recast:
    """Correct an event and fold what follows; RuleViolation when it can't be done.

    `corrections` are those of the same batch, which aren't stored yet.
    """
    if not isinstance(own.fact, e.EventCorrected):
        raise TypeError(f"position {own.position} corrects no event")
    change = _change(head, own, own.fact, corrections)
    _check(change, facts)
    touched = list(touching.touched(change, facts))
    before: dict[int, Left] = {}
    records, noted = [own], list[e.Irregularity]()
    for one in touched:
        if not one.is_changed:
            continue
        noted += _of(one.round, _owing(one))
        paid = payments.differing(one.round)
        before[one.round.number] = standing.left_by(one.round)
        instead = fees.instead(table, one.round.boxes, facts)
        refolded = e.RoundRefolded(event=own.fact.event, noted=one.noted, instead=instead)
        since = records[-1].position
        records += add(table, one.round, own, [refolded], facts.offering, since=since)
        records += add(table, one.round, own, revised(one.round), facts.offering, since=since + 1)
        noted += _of(one.round, payments.brought(paid, one.round))
    records += stand(table, records, _stands(table, change, before, facts), facts.offering)
    return Recast(records[1:], [one.round for one in touched], noted)


def _owing(one: Touched) -> list[e.Irregularity]:
    """Fee exceptions that a round comes to."""
    return owing.brought((event.noted for event in one.round.events), one.noted)


def _of(now: Round, found: Iterable[e.Irregularity]) -> Iterator[e.Irregularity]:
    """What is found of a round, each said with its number."""
    for note in found:
        yield e.Irregularity(note.code, f"round {now.number}: {note.detail}")


def _change(head: Head, own: Recorded, fact: e.EventCorrected, corrections: Corrections) -> Change:
    """The session without and with a correction."""
    target = targets.find(head, fact.event)
    if target is None:
        raise RuleViolation("no such event at this table", pointer="/data/event")
    before = sessions.load(head, target.position, corrections)
    if not any(entry.id == fact.event and entry.is_table_event for entry in before.entries):
        raise RuleViolation(
            "only an event of no round is corrected; a round is by `round.corrected`",
            pointer="/data/event",
        )
    after = sessions.load(head, target.position, {**corrections, fact.event: own})
    return Change(before, after, target.position)


def _check(change: Change, facts: Facts) -> None:
    """Each event of the session must be possible where it stands, and so must the next opening."""
    table = change.after.start()
    for entry in change.after.entries:
        fact = None if entry.record is None else entry.record.fact
        is_moot = entry.position != change.position and _is_moot(table, fact)
        if isinstance(fact, e.TableFact) and not is_moot:
            try:
                tables.check_open(table, fact)
                if isinstance(fact, e.TableOpened):  # its offering was bound, then or anew
                    tables.check_closed(table)
                else:
                    tables.breaches(table, fact, facts)
            except RuleViolation as refusal:
                where = f"position {entry.position} couldn't be folded then: {refusal.detail}"
                raise RuleViolation(where, pointer="/data", rule=refusal.rule) from None
        entry.apply(table)
    if change.after.is_over and table.is_open:
        where = f"position {change.after.until + 1} couldn't be folded then: the table is open"
        raise RuleViolation(where, pointer="/data")


def _is_moot(table: Table, fact: e.AnyFact | None) -> bool:
    """Whether someone leaves a seat that he never took, now that his taking it was withdrawn."""
    return isinstance(fact, e.SeatLeft) and fact.seat not in table.seats


def _stands(
    table: Table, change: Change, before: dict[int, Left], facts: Facts
) -> e.TableRefolded | None:
    """How the table stands now; None when it stands as it did."""
    after = change.after
    goes_on = after.frame_end()
    changes: dict[str, Any] = {"dealer": goes_on.dealer, "boxes": goes_on.boxes}
    if not after.is_over:
        end = after.end()
        for name in ("offering", "offering_version", "ruleset_version", "is_open", "game_runs"):
            changes[name] = getattr(end, name)
        changes |= {"is_paused": end.is_paused, "seats": end.seats}
        changes["shoe"] = _shoe(table, change, facts)
    if any(standing.left_by(facts.past_round(n)).hand != before[n].hand for n in before):
        changes |= standing.handed(table, facts.past_round)
    if not after.is_over and table.round is None:
        both = (change.before.records(), after.records())
        memory = changes.get("rotation", table.rotation)
        changes["rotation"] = corrected(table, memory, *both, past_round=facts.past_round)
    if all(getattr(table, name) == value for name, value in changes.items()):
        return None
    return standing.refolded(table, **changes)


def _shoe(table: Table, change: Change, facts: Facts) -> Shoe | None:
    """The live shoe, or counted anew if the correction makes it another."""
    was, will_be = change.before.end().shoe, change.after.end().shoe
    if was == will_be:
        return table.shoe
    return change.after.shoe(change.after.until + 1, facts.past_round)
