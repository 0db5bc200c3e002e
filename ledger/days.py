"""Gaming days: how one is closed, by an event of the cage; what comes late posts on the next one.

Days close in their order, each with all days before it that weren't closed by themselves, and only
when every finding of theirs is explained and signed. A closed day isn't opened again.
"""

from collections.abc import Collection
from datetime import date, datetime
from typing import Final

from msgspec import Struct

from cardroom import clock
from cardroom.days import calendars
from cardroom.errors import RuleViolation
from cardroom.house import houses, keys
from cardroom.house.codes import Checker
from cardroom.log import store as log
from cardroom.log.records import Head, NewEvent
from cardroom.texts import counted
from ledger import cage, store
from ledger.queries import closing
from ledger.rules import saying
from ledger.rules.reconciliation.closing import DayClosing, Signed

TYPE: Final = "day.closed"
VERSION: Final = 1
_SUPERVISOR: Final = "supervisor"


class DayClosed(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A gaming day whose journals are complete; why it was closed, where somebody said so."""

    gaming_day: date
    authorised_by: str
    reason: str | None = None


class DayNoted(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """What the service adds: every finding of the days that close, as it was signed."""

    signed: tuple[Signed, ...] = ()


def record(
    *,
    house: str,
    gaming_day: date,
    content: bytes,
    recorded_by: str,
    is_blind: bool = False,
    present: Collection[str] = (),
) -> bool:
    """Close a gaming day by a supervisor's one-time code; whether anything was recorded.

    What is missing is what the sender can see; blind is who may count. `present` are who gave the
    password that they sign in with, which was checked: they need no code.
    Raises Malformed and IdReused, RuleViolation when the day isn't over, is closed already, or
    anything of it is missing.
    """
    sent = saying.read(content, DayClosing)
    who, code = sent.fact.authorised_by, sent.fact.code
    checker = Checker(house, set() if code is None else {who})
    with checker.counting(), log.recording():
        head = log.lock(house, cage.stream_of(house))
        keys.check_runs(recorded_by, now=clock.now())
        if cage.is_known(head, sent.id, saying.sameness(TYPE, str(gaming_day), sent.fact)):
            return False
        now = clock.now()
        _check(house, gaming_day, who, now)
        is_known = who in present or (code is not None and checker.is_confirmed(who, code, at=now))
        if not is_known:
            raise RuleViolation(
                f"a valid one-time code of `{who}` is needed", pointer="/code", rule="code"
            )
        _close(head, gaming_day, sent, recorded_by, is_blind=is_blind)
    return True


def _check(house: str, day: date, authorised_by: str, now: datetime) -> None:
    facts = houses.facts(house)
    if _SUPERVISOR not in facts.people.get(authorised_by, frozenset()):
        raise RuleViolation(
            f"{authorised_by} is no supervisor", pointer="/authorised_by", rule="by"
        )
    if day >= calendars.of(house).gaming_day(now):
        raise RuleViolation(
            f"gaming day {day} isn't over", pointer="/gaming_day", rule="gaming_day"
        )
    if closing.closed_by(house, day) is not None:
        raise RuleViolation(f"gaming day {day} is closed", pointer="/gaming_day", rule="gaming_day")


def _close(
    head: Head,
    day: date,
    sent: saying.Sent[DayClosing],
    recorded_by: str,
    *,
    is_blind: bool = False,
) -> None:
    """Append the event and close the day, when nothing is missing."""
    found = closing.checklist(head.house, day, is_blind=is_blind)
    if found.missing:
        first = found.missing[0]
        raise RuleViolation(
            f"{counted(len(found.missing), 'item')} open, the first is {first.path}: {first.needs}",
            pointer="/gaming_day",
            rule="open_items",
        )
    now = clock.now()
    fact = sent.fact
    data = DayClosed(gaming_day=day, authorised_by=fact.authorised_by, reason=fact.reason)
    event = NewEvent(
        id=sent.id,
        type=TYPE,
        version=VERSION,
        occurred_at=now,
        gaming_day=calendars.of(head.house).gaming_day(now),
        round=None,
        body=saying.encode_body(data, DayNoted(signed=found.signed)),
        sameness=saying.sameness(TYPE, str(day), sent.fact),
    )
    (position,) = log.append(
        head,
        [event],
        recorded_at=now,
        recorded_by=recorded_by,
        snapshot=None,
        open_round=head.open_round,
    )
    store.close_day(head.house, head.stream_id, position, day)
