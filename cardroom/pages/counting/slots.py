"""Who has to sign a count sheet, who did, and which signature is still needed, said in words."""

from collections.abc import Iterable, Sequence
from datetime import datetime
from typing import NamedTuple
from uuid import uuid4

from cardroom.house.houses import HouseFacts
from cardroom.pages.counting.acting import Refused
from ledger.rules.counting.policy import COUNTING_ROLE, SIGNING_ROLES, SUPERVISING_ROLE
from ledger.views.count import CountView


class Slot(NamedTuple):
    """A place to sign: one person's, or one of several people's; signed when `at` says."""

    title: str
    person: str
    people: Sequence[str]
    at: datetime | None = None
    is_next: bool = False
    id: str = ""
    refused: Refused | None = None


def slots(view: CountView, facts: HouseFacts) -> list[Slot]:
    """The counters in their order, and who signs beside them."""
    standing = {each.by: each.at for each in view.signatures if each.revision == len(view.figures)}
    found = [
        Slot(f"Counter {number}", person, [person], standing.get(person))
        for number, person in enumerate(view.counters, 1)
    ]
    beside = [person for person in standing if person not in view.counters]
    found += [Slot("Receives it", person, [person], standing[person]) for person in beside]
    if view.signer_missing:
        found.append(Slot("Receives it", "", signers(view, facts)))
    open_ones = [slot for slot in found if slot.at is None and view.status == "entered"]
    return [slot._replace(is_next=slot is open_ones[0], id=str(uuid4()))
            if slot in open_ones else slot for slot in found]  # fmt: skip


def told(found: list[Slot], refused: Refused | None) -> list[Slot]:
    """The places, with a refused signature where it was given, if anybody can sign there still."""
    by = "" if refused is None else refused.signing
    open_ones = [slot for slot in found if slot.id]
    own = [slot for slot in open_ones if by and slot.person == by]
    others = [slot for slot in open_ones if by and not slot.person]
    place = next(iter(own or others), None)
    return [slot._replace(refused=refused) if slot is place else slot for slot in found]


def signers(view: CountView, facts: HouseFacts) -> list[str]:
    """Who may sign beside the counters."""
    return [person for person in having(facts, SIGNING_ROLES) if person not in view.counters]


def counters(facts: HouseFacts) -> list[str]:
    """Who may count."""
    return having(facts, {COUNTING_ROLE})


def supervisors(facts: HouseFacts, *, but: Iterable[str] = ()) -> list[str]:
    """Who may let a deviation stand, or approve."""
    return [person for person in having(facts, {SUPERVISING_ROLE}) if person not in {*but}]


def having(facts: HouseFacts, roles: Iterable[str]) -> list[str]:
    """The house's people who have one of these roles."""
    return sorted(person for person, held in facts.people.items() if held & {*roles})


def needed(view: CountView) -> str:
    """What the sheet still waits for."""
    if view.status == "accepted":
        return "Every signature is there; from here on it can only be adjusted."
    if view.status == "started":
        return "Signing waits for the amounts: no line may be empty."
    missing = [*view.unsigned]
    if view.signer_missing:
        missing.append("a cashier or supervisor who didn't count")
    return f"Still to sign: {', then '.join(missing)}. The last signature accepts the count."
