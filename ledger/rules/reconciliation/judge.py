"""Judging what people say of findings: of which, and by whom. Pure.

A refusal is a RuleViolation with the place in the body and the rule. The one-time code is asked for
last, so that a slip elsewhere costs nobody his code.
"""

from collections.abc import Sequence
from typing import Final

from cardroom.errors import RuleViolation
from ledger.rules.counting.judge import Facts
from ledger.rules.reconciliation.figures import Finding, FindingKind
from ledger.rules.reconciliation.reviews import ReconciliationExplained, ReconciliationSigned

EXPLAINING: Final = frozenset({"floor", "cage", "drop", "count", "supervisor", "compliance"})
SIGNING: Final = frozenset({"supervisor", "compliance"})


def explained(
    findings: Sequence[Finding], fact: ReconciliationExplained, facts: Facts
) -> list[Finding]:
    """The findings that are explained; RuleViolation when there is none, or by nobody who may."""
    facts.check_role(fact.by, EXPLAINING, "/by")
    unsigned = [one for one in findings if one.status != "signed"]
    return _named(unsigned, fact.findings, "to explain")


def signed(findings: Sequence[Finding], fact: ReconciliationSigned, facts: Facts) -> list[Finding]:
    """The findings that are signed: each explained as it stands, by somebody else."""
    facts.check_role(fact.by, SIGNING, "/by")
    unsigned = [one for one in findings if one.status != "signed"]
    found = _named(unsigned, fact.findings, "to sign")
    for one in found:
        if one.status == "open":
            raise RuleViolation(f"`{one.kind}` isn't explained as it stands now", rule="explained")
        if one.explained_by == fact.by:
            raise RuleViolation(
                f"`{fact.by}` has explained `{one.kind}`: another signs", pointer="/by", rule="by"
            )
    facts.check_code(fact.by, fact.code, "/code")
    return found


def _named(findings: Sequence[Finding], kinds: Sequence[FindingKind], what: str) -> list[Finding]:
    """Those that are named; all of them where none is."""
    for index, kind in enumerate(kinds):
        if not any(one.kind == kind for one in findings):
            raise RuleViolation(
                f"there is no `{kind}` {what}", pointer=f"/findings/{index}", rule="findings"
            )
    found = [one for one in findings if not kinds or one.kind in kinds]
    if not found:
        raise RuleViolation(f"there is nothing {what}", rule="findings")
    return found
