"""Hand: what a hand that counts makes of a table's memory."""

from tables.rules.rotation.facts import Deal
from tables.rules.rotation.settings import Settings


def hand(deal: Deal, settings: Settings) -> None:
    """Add a dealt hand to the memory that it was judged by."""
    memory, turn, person = deal.memory, deal.turn, deal.player_dealer
    wall_ms, play_ms = memory.passage.elapsed(turn.at)
    holder = person.holder(settings.holder)
    is_new = holder != memory.holder or person.player != memory.player or not memory.became
    counted = None if person.kind == "tppps" else person.player
    if counted is not None and is_new:
        memory.take_over(counted, wall_ms, play_ms)
    memory.wall_block.add(wall_ms // settings.span_ms, counted)
    memory.play_block.add(play_ms // settings.span_ms, counted)
    memory.hold(holder, turn.position)
    memory.player, memory.seat, memory.kind = person.player, person.seat, person.kind
    memory.day = turn.gaming_day
    memory.offers, memory.came = {}, []
    memory.is_begun = memory.is_stopped = False
