"""Profile `two_hands`: who may hold the position; each rule says what breaks it, or None."""

from collections.abc import Iterable

from tables.rules.rotation.breach import Breach
from tables.rules.rotation.facts import Company, Deal, Person, Reference
from tables.rules.rotation.settings import Settings


def r5(deal: Deal, settings: Settings) -> Breach | None:
    """The house is never player-dealer."""
    del settings
    person = deal.player_dealer
    if person.kind == "house":
        return Breach(f"seat {person.seat} is the house's")
    if person.player in deal.reference.house_players:
        return Breach(f"{person.player} plays for the house")
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
