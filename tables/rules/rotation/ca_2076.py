"""Profile `ca_2076`: each rule says what breaks it, or None."""

from collections.abc import Iterable
from collections.abc import Set as AbstractSet

from tables.rules.rotation.breach import Breach
from tables.rules.rotation.deadline import deadlines
from tables.rules.rotation.facts import Deal, Person
from tables.rules.rotation.settings import MINUTE_MS, Settings


def d1(deal: Deal, settings: Settings) -> Breach | None:
    """Every seat that is occupied between two hands of a game is offered the position."""
    del settings
    memory = deal.memory
    if not memory.holder or memory.is_begun or deal.turn.is_late:
        return None
    asked = memory.offers
    left_out = [p.seat for p in deal.seats if p.kind != "house" and p.seat not in asked]
    if not left_out:
        return None
    return Breach(f"no offer since the last hand to: {', '.join(map(str, left_out))}")


def d2(deal: Deal, settings: Settings) -> Breach | None:
    """Two others within the span, by the clock and reading that count; else an alert."""
    over = [found for found in deadlines(deal.memory, deal.turn.at, settings) if found.left_ms < 0]
    if not over:
        return None
    counts = any((d.clock, d.reading) == (settings.clock, settings.reading) for d in over)
    late = [f"{d.clock}/{d.reading} by {-d.left_ms // MINUTE_MS} min" for d in over]
    what = f"dealt after the deadline for {settings.others} others in {settings.minutes} minutes"
    return Breach(f"{what}: {', '.join(late)}", is_alert=not counts)


def d3(deal: Deal, settings: Settings) -> Breach | None:
    """No two turns of TPPPS in a row."""
    memory, person = deal.memory, deal.player_dealer
    holder = person.holder(settings.holder)
    if memory.kind == person.kind == "tppps" and holder != memory.holder:
        return Breach(f"{holder} after {memory.holder}, both TPPPS", tuple(memory.positions[-1:]))
    return None


def d4(person: Person) -> Breach:
    """The player-dealer stays seated; asked when he left while his round was on."""
    return Breach(f"{person.player} left seat {person.seat} during his round")


def d5(person: Person, others: Iterable[Person]) -> Breach | None:
    """One TPPPS at a table."""
    for other in others:
        if person.kind == other.kind == "tppps" and person.tppps != other.tppps:
            return Breach(f"{other.tppps} at seat {other.seat}, {person.tppps} at {person.seat}")
    return None


def d6(deal: Deal, settings: Settings) -> Breach | None:
    """A TPPPS's player wagers only as player-dealer."""
    del settings
    players = {person.player for person in deal.seats if person.kind == "tppps"}
    players.discard(deal.player_dealer.player)
    bets = [bet for bet in deal.turn.bets if bet.player in players]
    if not bets:
        return None
    who = dict.fromkeys(bet.player for bet in bets)
    return Breach(f"wagered: {', '.join(who)}", tuple(bet.position for bet in bets))


def d7(played: AbstractSet[str], checked: AbstractSet[str]) -> dict[str, Breach]:
    """The notice is checked in each shift in which the table deals; found by shift."""
    return {
        shift: Breach(f"no notice was checked in shift {shift}")
        for shift in sorted(played - checked)
    }
