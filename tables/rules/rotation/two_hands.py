"""Profile `two_hands`: how the position goes round; each rule says what breaks it, or None.

Who may hold it is in `licence`.
"""

from collections.abc import Mapping

from cardroom.money import dollars
from tables.rules.rotation.breach import Breach
from tables.rules.rotation.facts import Deal
from tables.rules.rotation.settings import Settings


def r1(deal: Deal, settings: Settings) -> Breach | None:
    """At most so many consecutive hands of one holder (G-22)."""
    memory = deal.memory
    if not _is_above(deal, settings):
        return None
    return Breach(
        f"{memory.holder} is player-dealer for hand {memory.hands + 1} in a row,"
        f" {settings.hands} are allowed",
        tuple(memory.positions[-settings.hands :]),
    )


def r2(deal: Deal, settings: Settings) -> Breach | None:
    """Only another holder's hand ends a run; said beside R1 when something else lay between."""
    memory = deal.memory
    if not _is_above(deal, settings):
        return None
    between = [each.what for each in memory.breaks]
    if memory.day is not None and memory.day != deal.turn.gaming_day:
        between.append("another gaming day")
    if not between:
        return None
    return Breach(
        f"no other holder was player-dealer between {memory.holder}'s hands;"
        f" it is no such thing: {', '.join(between)}",
        tuple(each.position for each in memory.breaks),
    )


def _is_above(deal: Deal, settings: Settings) -> bool:
    """Whether the holder has had his hands already."""
    memory = deal.memory
    holder = deal.player_dealer.holder(settings.holder)
    return holder == memory.holder and memory.hands >= settings.hands


def r3(deal: Deal, settings: Settings) -> Breach | None:
    """Nobody takes the position: the game stops, and begins again with another holder."""
    memory = deal.memory
    if memory.is_stopped and deal.player_dealer.holder(settings.holder) == memory.holder:
        return Breach(f"the game stopped, and {memory.holder} is player-dealer again after it")
    if memory.is_begun or deal.turn.is_late or not all_declined(deal, settings):
        return None
    return Breach(
        f"{memory.holder} has had {memory.hands} hands and everyone else declined,"
        " and the game was not stopped"
    )


def all_declined(deal: Deal, settings: Settings) -> bool:
    """Whether the holder must pass and every other person at the table said no."""
    memory = deal.memory
    others = [
        person.seat
        for person in deal.seats
        if person.kind != "house" and person.holder(settings.holder) != memory.holder
    ]
    is_full = memory.hands >= settings.hands
    return is_full and bool(others) and all(memory.offers.get(s) is False for s in others)


def r6(deal: Deal, settings: Settings) -> Breach | None:
    """No more than W is paid or collected, and what W doesn't cover is returned."""
    del settings
    moved = deal.turn.moved
    if moved is None:
        return None
    if moved.moved_cents > moved.wager_cents:
        what = f"{dollars(moved.moved_cents)} moved, W is {dollars(moved.wager_cents)}"
        return Breach(what, moved.positions)
    if moved.kept:
        return Breach(
            f"not returned, though without action: {', '.join(moved.kept)}", moved.positions
        )
    return None


def r10(deal: Deal, settings: Settings) -> Breach | None:
    """The position goes clockwise to the next seat that takes it."""
    memory, person = deal.memory, deal.player_dealer
    if not memory.seat or memory.is_begun or deal.turn.is_late or person.seat == memory.seat:
        return None
    if person.holder(settings.holder) == memory.holder:
        return None  # the same holder in another seat: no rotation, and R1's affair
    passed = [p.seat for p in deal.seats if _is_between(memory.seat, p.seat, person.seat)]
    unasked = [seat for seat in passed if seat not in memory.came and seat in _able(deal, settings)]
    if not unasked:
        return None
    back = [p.seat for p in deal.seats if _is_between(person.seat, p.seat, memory.seat)]
    how = "against the direction" if len(back) < len(passed) else "clockwise"
    seats = ", ".join(map(str, unasked))
    return Breach(
        f"the position moved {how} from seat {memory.seat} to {person.seat},"
        f" and these did not decline: {seats}"
    )


def _able(deal: Deal, settings: Settings) -> set[int]:
    """Seats that might have taken the position and did not decline."""
    memory = deal.memory
    return {
        person.seat
        for person in deal.seats
        if person.kind != "house"
        and memory.offers.get(person.seat) is not False
        and not (person.holder(settings.holder) == memory.holder and memory.hands >= settings.hands)
    }


def _is_between(first: int, seat: int, last: int) -> bool:
    """Whether a seat lies clockwise between two others."""
    return first < seat < last if first < last else seat > first or seat < last


def r11(hands: Mapping[str, int], total: int, settings: Settings) -> dict[str, Breach]:
    """Patrons with a large share of the hands of some days; `total` has the TPPPS's too."""
    if total < settings.pattern_least_hands:
        return {}
    return {
        player: Breach(f"{player} was player-dealer in {own} of {total} hands")
        for player, own in hands.items()
        if own * 100 > settings.pattern_percent * total
    }
