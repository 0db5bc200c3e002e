"""Profile `two_hands`: each rule says what breaks it, or None."""

from collections.abc import Iterable, Mapping

from cardroom.money import dollars
from tables.rules.rotation.breach import Breach
from tables.rules.rotation.facts import Company, Deal, Person, Reference
from tables.rules.rotation.settings import Settings


def r1(deal: Deal, settings: Settings) -> Breach | None:
    """At most so many consecutive hands of one holder."""
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


def r5(deal: Deal, settings: Settings) -> Breach | None:
    """The house is never player-dealer."""
    del settings
    person = deal.player_dealer
    if person.kind == "house":
        return Breach(f"seat {person.seat} is the house's")
    if person.player in deal.reference.house_players:
        return Breach(f"{person.player} plays for the house")
    return None


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


def r7(deal: Deal, settings: Settings) -> Breach | None:
    """A TPPPS has a badge and a contract, for this day, game and time."""
    del settings
    person = deal.player_dealer
    if person.kind != "tppps" or deal.reference.companies is None:
        return None
    company = deal.reference.companies.get(person.tppps or "")
    if company is None:
        return Breach(f"no contract with {person.tppps or 'a company that nobody named'}")
    if person.badge is None:
        return Breach(f"{person.player} of {person.tppps} has no badge")
    if person.badge not in company.badges:
        return Breach(f"badge {person.badge} is none of {person.tppps}'s")
    return _outside(deal, company, deal.reference)


def _outside(deal: Deal, company: Company, reference: Reference) -> Breach | None:
    turn, code = deal.turn, deal.player_dealer.tppps
    if not company.contract_from <= turn.gaming_day <= company.contract_to:
        until = f"{company.contract_from} to {company.contract_to}"
        return Breach(f"{code}'s contract is from {until}")
    if turn.game not in company.games:
        return Breach(f"{code}'s contract is not for {turn.game}")
    now = reference.local_time.strftime("%H:%M")
    if company.hours and not any(_is_within(now, hours) for hours in company.hours):
        return Breach(f"{code}'s hours are {', '.join(company.hours)}, it is {now}")
    return None


def _is_within(now: str, hours: str) -> bool:
    """Whether a time of the clock lies in hours, both ends included, which may pass midnight."""
    begin, end = hours.split("-")
    return begin <= now <= end if begin <= end else now >= begin or now <= end


def r8(person: Person, others: Iterable[Person]) -> Breach | None:
    """One player of a TPPPS at a table."""
    for other in others:
        if person.kind == other.kind == "tppps" and person.tppps == other.tppps:
            return Breach(f"{person.tppps} has seats {other.seat} and {person.seat}")
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
