"""Reviews: who explains what of a box, who signs it, and what is open again once it changes."""

import json
from collections.abc import Iterable
from typing import Any
from uuid import UUID

import pytest
from msgspec import Struct, structs

from cardroom.errors import Malformed, RuleViolation
from ledger.rules import saying
from ledger.rules.counting.facts import CountSigned
from ledger.rules.counting.judge import Facts
from ledger.rules.counting.policy import Policy
from ledger.rules.reconciliation import BoxFigures, Finding, judge
from ledger.rules.reconciliation.closing import open_items, signed_items
from ledger.rules.reconciliation.reviews import (
    Former,
    ReconciliationExplained,
    ReconciliationSigned,
    ReviewCells,
    ReviewKind,
    former,
    noted,
    reviewed,
    state_of,
)
from tests.reconciled import BOX, DAY, NOON, a_box, item


def review(kind: ReviewKind, by: str, found: Iterable[Finding], position: int = 1) -> ReviewCells:
    """What somebody said of findings."""
    return ReviewCells(
        id=UUID(int=position),
        house="CASES",
        position=position,
        recorded_at=NOON,
        reconciliation=BOX,
        gaming_day=DAY,
        kind=kind,
        said_by=by,
        text="a new dealer" if kind == "explained" else None,
        findings=noted(found),
    )


def said(box: BoxFigures, *reviews: ReviewCells) -> list[Finding]:
    """The findings of a box behind reviews."""
    return [reviewed(finding, reviews) for finding in box.findings]


def test_a_finding_is_open_then_explained_then_signed() -> None:
    box = a_box(counted=990)
    explained, signed = review("explained", "floor-7", box.findings), None
    signed = review("signed", "sup-1", box.findings, 2)
    assert state_of(said(box)) == "open"
    assert state_of(said(box, explained)) == "explained"
    (finding,) = said(box, explained, signed)
    assert (finding.status, finding.explained_by, finding.signed_by) == (
        "signed",
        "floor-7",
        "sup-1",
    )
    again = review("explained", "cage-1", box.findings, 3)
    (finding,) = said(box, explained, signed, again)
    assert (finding.status, finding.explained_by, finding.signed_by) == (
        "explained",
        "cage-1",
        None,
    )
    assert state_of([]) == "clear"


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (a_box(counted=990), a_box(counted=980)),
        (
            a_box(item("wrong_fee", 100), counted=1_100),
            a_box(item("wrong_fee", 200), counted=1_200),
        ),
        (
            a_box(item("wrong_fee", 100), counted=1_100),
            a_box(item("wrong_fee", 100, round=8), counted=1_100),
        ),
        (
            a_box(status="on_table", removed_position=None, removed_at=None),
            a_box(),
        ),
    ],
)
def test_a_finding_that_changes_is_open_again(before: BoxFigures, after: BoxFigures) -> None:
    reviews = (
        review("explained", "floor-7", before.findings),
        review("signed", "sup-1", before.findings),
    )
    assert state_of(said(before, *reviews)) == "signed"
    assert state_of(said(after, *reviews)) == "open"


FACTS = Facts(
    people={
        "floor-7": frozenset({"floor"}),
        "sup-1": frozenset({"supervisor"}),
        "sup-2": frozenset({"supervisor"}),
        "aud-1": frozenset({"audit"}),
    },
    tables=frozenset({"T01"}),
    policy=Policy(),
    policy_version=1,
    now=NOON,
    is_confirmed=lambda _, code: code == "123456",
)


def explanation(by: str = "floor-7", **more: Any) -> ReconciliationExplained:
    return ReconciliationExplained(text="a new dealer", by=by, **more)


def signature(by: str = "sup-1", code: str | None = "123456", **more: Any) -> ReconciliationSigned:
    return ReconciliationSigned(by=by, code=code, **more)


def test_who_explains_and_signs_what() -> None:
    box = a_box(item("wrong_fee", 100), counted=1_000)
    both = judge.explained(box.findings, explanation(), FACTS)
    assert [one.kind for one in both] == ["assess", "count"]
    (one,) = judge.explained(box.findings, explanation(findings=("count",)), FACTS)
    assert one.kind == "count"
    explained = said(box, review("explained", "floor-7", box.findings))
    assert judge.signed(explained, signature(), FACTS) == explained


@pytest.mark.parametrize(
    ("by", "code", "rule", "pointer"),
    [
        ("floor-7", "123456", "by", "/by"),
        ("nobody", "123456", "by", "/by"),
        ("sup-2", "123456", "by", "/by"),
        ("sup-1", "654321", "code", "/code"),
        ("sup-1", None, "code", "/code"),
    ],
)
def test_another_signs_by_his_code(by: str, code: str | None, rule: str, pointer: str) -> None:
    box = a_box(counted=990)
    explained = said(box, review("explained", "sup-2", box.findings))
    with pytest.raises(RuleViolation) as refusal:
        judge.signed(explained, signature(by, code), FACTS)
    assert (refusal.value.rule, refusal.value.pointer) == (rule, pointer)


def test_who_is_present_needs_no_code() -> None:
    box = a_box(counted=990)
    explained = said(box, review("explained", "sup-2", box.findings))
    present = structs.replace(FACTS, present=("sup-1",))
    assert judge.signed(explained, signature("sup-1", None), present) == explained
    with pytest.raises(RuleViolation, match="another signs"):
        judge.signed(explained, signature("sup-2", None), present)


def test_nothing_is_signed_unexplained_and_nothing_said_of_nothing() -> None:
    box = a_box(counted=990)
    with pytest.raises(RuleViolation, match="isn't explained"):
        judge.signed(box.findings, signature(), FACTS)
    with pytest.raises(RuleViolation, match="there is nothing to explain"):
        judge.explained(a_box(counted=1_000).findings, explanation(), FACTS)
    with pytest.raises(RuleViolation, match="there is no `assess` to explain"):
        judge.explained(box.findings, explanation(findings=("assess",)), FACTS)
    with pytest.raises(RuleViolation, match="has no role"):
        judge.explained(box.findings, explanation("aud-1"), FACTS)


def test_the_checklist_names_each_open_item_and_its_path() -> None:
    box = a_box(item("wrong_fee", 100), counted=1_000)
    found = (
        review("explained", "floor-7", box.findings[:1]),
        review("signed", "sup-1", box.findings[:1]),
    )
    now = structs.replace(box, findings=tuple(said(box, *found)))
    (missing,) = open_items([now])
    assert (missing.needs, missing.finding) == ("explanation", "count")
    assert missing.path == "/api/v1/reconciliations/T01.collection.9"
    (done,) = signed_items([now])
    assert (done.finding, done.cents, done.explained_by, done.signed_by) == (
        "assess",
        100,
        "floor-7",
        "sup-1",
    )


def test_a_code_is_no_part_of_what_was_said() -> None:
    content = b'{"id":"0190f0c2-7d60-7000-8000-000000000401","by":"sup-1","code":"123456"}'
    sent = saying.read(content, ReconciliationSigned)
    assert sent.fact.code == "123456"
    same = saying.sameness("reconciliation.signed", "T01.collection.9", sent.fact)
    assert same == saying.sameness(
        "reconciliation.signed", "T01.collection.9", signature(code=None)
    )
    assert same != saying.sameness("reconciliation.signed", "T01.collection.8", sent.fact)
    assert b"123456" not in saying.encode_body(sent.fact, structs.replace(sent.fact, code=None))


@pytest.mark.parametrize(
    "content",
    [b"", b"{}", b'{"id": 1}', b'{"id":"0190f0c2-7d60-7000-8000-000000000401","by":""}', b"\xff"],
)
def test_what_cannot_be_read_is_malformed(content: bytes) -> None:
    with pytest.raises(Malformed):
        saying.read(content, ReconciliationSigned)


@pytest.mark.parametrize(
    ("fact", "said", "pointer"),
    [
        (ReconciliationExplained, {"by": "sup-1", "text": "a dealer\u202e was new"}, "/text"),
        (ReconciliationSigned, {"by": "sup\u200b-1"}, "/by"),
        (
            CountSigned,
            {"by": "sup-1", "exception": {"authorised_by": "sup-2", "reason": "late\u2066"}},
            "/exception/reason",
        ),
    ],
)
def test_what_nobody_can_see_is_malformed_where_it_stands(
    fact: type[Struct], said: dict[str, Any], pointer: str
) -> None:
    content = json.dumps({"id": "0190f0c2-7d60-7000-8000-000000000401"} | said).encode()
    with pytest.raises(Malformed, match="an invisible character stands in it") as refused:
        saying.read(content, fact)
    assert refused.value.pointer == pointer
    seen = json.dumps(json.loads(content)).encode()
    for control in ("202e", "200b", "2066"):
        seen = seen.replace(f"\\u{control}".encode(), b"")
    assert isinstance(saying.read(seen, fact).fact, fact)


def test_a_finding_that_is_gone_or_has_changed_is_kept_with_who_vouched_for_it() -> None:
    box = a_box(counted=990)
    explained = review("explained", "floor-7", box.findings)
    signed = review("signed", "sup-1", box.findings, 2)
    assert former(box.findings, (explained, signed)) == []
    settled = a_box(counted=1_000)
    assert former(settled.findings, (explained, signed)) == [
        Former(kind="count", cents=-10, explained_by="floor-7", signed_by="sup-1")
    ]
    again = a_box(counted=980)
    later = review("explained", "cage-1", again.findings, 3)
    assert former(again.findings, (explained, later)) == [
        Former(kind="count", cents=-10, explained_by="floor-7")
    ]
