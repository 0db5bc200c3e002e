"""Judging what is sent of a count: what can be said of it at all, and by whom. Pure.

A refusal is a RuleViolation with the place in the body and the rule. One-time codes are asked for
last, so that a slip elsewhere costs nobody his code.
"""

from collections.abc import Callable, Collection, Mapping
from datetime import datetime, timedelta
from typing import Final
from uuid import UUID

from msgspec import Struct

from cardroom.errors import RuleViolation
from ledger.rules import cash
from ledger.rules.boxes import PeriodCells
from ledger.rules.counting import policy as policies
from ledger.rules.counting.facts import (
    AmountsEntered,
    CountAdjusted,
    CountCorrected,
    CountNoted,
    CountSigned,
    CountStarted,
    Drop,
    SignedException,
)
from ledger.rules.counting.policy import Policy
from ledger.rules.counting.sheet import Sheet

AHEAD: Final = timedelta(minutes=5)  # how far clocks may be apart


class Facts(Struct, frozen=True, kw_only=True):
    """What judging asks: people and tables of the house, this count's policy, codes, the time.

    `present` are who gave the password that they sign in with, at the screen that asks.
    """

    people: Mapping[str, frozenset[str]]
    tables: frozenset[str]
    policy: Policy
    policy_version: int
    now: datetime
    is_confirmed: Callable[[str, str], bool]
    present: Collection[str] = ()

    def check_role(self, person: str, roles: frozenset[str], pointer: str) -> None:
        """RuleViolation unless the person belongs to the house and has one of the roles."""
        held = self.people.get(person)
        if held is None:
            raise RuleViolation(f"`{person}` is nobody of this house", pointer=pointer, rule="by")
        if not held & roles:
            needed = " or ".join(sorted(roles))
            raise RuleViolation(f"`{person}` has no role {needed}", pointer=pointer, rule="by")

    def check_code(self, person: str, code: str | None, pointer: str) -> None:
        """RuleViolation unless the person is known to be there, by a valid code as a rule."""
        if person in self.present:
            return
        if code is None or not self.is_confirmed(person, code):
            raise RuleViolation(
                f"a valid one-time code of `{person}` is needed", pointer=pointer, rule="code"
            )


class Start(Struct, frozen=True, kw_only=True):
    """A count to be started, the box period that it names, and the count that this has already."""

    id: UUID
    period: PeriodCells | None
    begun: UUID | None
    shift: str | None


def started(fact: CountStarted, start: Start, facts: Facts) -> CountNoted:
    """A count starts, of a box that came off a table and that nobody counts yet."""
    if fact.table not in facts.tables:
        raise RuleViolation(f"no table `{fact.table}`", pointer="/table", rule="table")
    drop = _drop(fact, start.period, start.shift)
    if start.begun is not None:
        raise RuleViolation(
            f"this box is counted already: count {start.begun}",
            pointer="/removed_position",
            rule="counted_once",
        )
    _check_start(fact, drop.removed_at, facts)
    for index, person in enumerate(fact.counters):
        pointer = f"/counters/{index}"
        facts.check_role(person, frozenset({policies.COUNTING_ROLE}), pointer)
        if person in fact.counters[:index]:
            raise RuleViolation(f"`{person}` is named twice", pointer=pointer, rule="counters")
    if fact.received_by is not None and fact.received_by not in facts.people:
        nobody = f"`{fact.received_by}` is nobody of this house"
        raise RuleViolation(nobody, pointer="/received_by", rule="by")
    took_it = (drop.collector, drop.witness)
    deviations = policies.of_counters(facts.policy, fact.counters, took_it)
    concerned = {*took_it, *fact.counters}
    _check_exception(deviations, fact.exception, concerned, facts, pointer="/counters")
    return CountNoted(
        count=start.id,
        drop=drop,
        policy_version=facts.policy_version,
        deviations=deviations,
    )


def _drop(fact: CountStarted, period: PeriodCells | None, shift: str | None) -> Drop:
    if period is None or period.removed_position is None or period.removed_at is None:
        raise RuleViolation(
            f"no box came off table {fact.table} at position {fact.removed_position}",
            pointer="/removed_position",
            rule="removed_position",
        )
    if fact.box != period.counted_box:
        raise RuleViolation(
            f"the box that came off there is `{period.counted_box}`", pointer="/box", rule="box"
        )
    if period.gaming_day is None or period.removed_by is None:
        raise ValueError(f"position {period.removed_position} doesn't say who took the box off")
    return Drop(
        purpose=period.purpose,
        removed_at=period.removed_at,
        gaming_day=period.gaming_day,
        collector=period.removed_by,
        witness=period.witness,
        put_on_position=period.put_on_position,
        shift=shift,
    )


def _check_start(fact: CountStarted, removed_at: datetime, facts: Facts) -> None:
    if fact.started_at > facts.now + AHEAD:
        raise RuleViolation("this instant is still to come", pointer="/started_at", rule="instant")
    if fact.started_at < removed_at - AHEAD:
        raise RuleViolation(
            f"the box came off the table at {removed_at.isoformat()}",
            pointer="/started_at",
            rule="instant",
        )


def entered(sheet: Sheet, fact: AmountsEntered, facts: Facts) -> CountNoted:
    """The first figure of a count."""
    _check_open(sheet)
    if sheet.figure is not None:
        raise RuleViolation("amounts are entered already: correct them", rule="entered_once")
    _check_figure(sheet, fact, facts)
    return CountNoted(count=sheet.count.id, revision=1)


def corrected(sheet: Sheet, fact: CountCorrected, facts: Facts) -> CountNoted:
    """Another figure; the signatures under the former one don't hold for it."""
    _check_open(sheet)
    _figure(sheet)
    _check_figure(sheet, fact, facts)
    return CountNoted(count=sheet.count.id, revision=len(sheet.figures) + 1)


def signed(sheet: Sheet, fact: CountSigned, facts: Facts) -> CountNoted:
    """A signature under the figure in force."""
    _check_open(sheet)
    _figure(sheet)
    count = sheet.count
    is_counter = fact.by in count.counters
    roles = frozenset({policies.COUNTING_ROLE}) if is_counter else policies.SIGNING_ROLES
    facts.check_role(fact.by, roles, "/by")
    if any(each.signed_by == fact.by for each in sheet.standing):
        raise RuleViolation(f"`{fact.by}` has signed this figure", pointer="/by", rule="by")
    took_it = (count.collector, count.witness)
    if is_counter:
        deviates = fact.exception is not None and sheet.lacks_signer(facts.policy)
        deviations: tuple[str, ...] = ("signer_differs_from_counters",) if deviates else ()
    else:
        deviations = policies.of_signer(facts.policy, fact.by, took_it)
    concerned = {*took_it, *count.counters, fact.by}
    _check_exception(deviations, fact.exception, concerned, facts, pointer="/by")
    facts.check_code(fact.by, fact.code, "/code")
    return CountNoted(
        count=count.id,
        revision=len(sheet.figures),
        role="counter" if is_counter else "signer",
        deviations=deviations,
    )


def is_complete(sheet: Sheet, policy: Policy) -> bool:
    """Whether the last needed signature is there."""
    return not sheet.unsigned() and not sheet.lacks_signer(policy)


def adjusted(sheet: Sheet, fact: CountAdjusted, facts: Facts) -> CountNoted:
    """What an accepted count should have been: approved by a supervisor who didn't count it."""
    if sheet.acceptance is None:
        raise RuleViolation("this count isn't accepted yet: correct it", rule="accepted")
    facts.check_role(fact.by, frozenset({"count", "cage", "supervisor"}), "/by")
    cash.check_known(fact.denominations)
    approver, pointer = fact.authorised_by, "/authorised_by"
    facts.check_role(approver, frozenset({policies.SUPERVISING_ROLE}), pointer)
    if approver in sheet.count.counters or approver == fact.by:
        raise RuleViolation(
            "who approves neither counted nor asks for it",
            pointer=pointer,
            rule="approver_differs_from_counters",
        )
    facts.check_code(approver, fact.code, "/code")
    return CountNoted(count=sheet.count.id, revision=len(sheet.adjustments) + 1)


def _check_open(sheet: Sheet) -> None:
    if sheet.acceptance is not None:
        raise RuleViolation("this count is accepted: it can only be adjusted", rule="accepted")


def _figure(sheet: Sheet) -> None:
    if sheet.figure is None:
        raise RuleViolation("no amounts are entered yet", rule="entered_once")


def _check_figure(sheet: Sheet, fact: AmountsEntered | CountCorrected, facts: Facts) -> None:
    """Who counts says what he counted."""
    facts.check_role(fact.by, frozenset({policies.COUNTING_ROLE}), "/by")
    if fact.by not in sheet.count.counters:
        raise RuleViolation(f"`{fact.by}` doesn't count this box", pointer="/by", rule="by")
    cash.check_known(fact.denominations)


def _check_exception(
    deviations: tuple[str, ...],
    exception: SignedException | None,
    concerned: set[str | None],
    facts: Facts,
    *,
    pointer: str,
) -> None:
    """A deviation needs a supervisor's code, and he has no part in it."""
    if not deviations:
        return
    if exception is None:
        raise RuleViolation(
            f"against the house's policy ({', '.join(deviations)}) without a signed exception",
            pointer=pointer,
            rule=deviations[0],
        )
    place = "/exception/authorised_by"
    facts.check_role(exception.authorised_by, frozenset({policies.SUPERVISING_ROLE}), place)
    if exception.authorised_by in concerned:
        raise RuleViolation(
            f"`{exception.authorised_by}` has a part in it himself", pointer=place, rule="exception"
        )
    facts.check_code(exception.authorised_by, exception.code, "/exception/code")
