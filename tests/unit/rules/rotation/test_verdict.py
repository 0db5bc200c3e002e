"""Verdicts: a violation on any evidence, none on all of it alone."""

from datetime import date
from typing import Any

import msgspec
import pytest

from tables.rules.rotation import verdict
from tables.rules.rotation.breach import Breach
from tables.rules.rotation.findings import Finding, Place, found
from tables.rules.rotation.profiles import PROFILES, Rule, judging, most_hands
from tables.rules.rotation.verdict import Attestation, Known
from tests.rotation import DAY

TRUE = Attestation(9, 8)
TWENTY = ", ".join(map(str, range(1, 21)))


def known(**changes: Any) -> verdict.Evidence:
    """A day of nine rounds, eight of them dealt, attested as it was."""
    day = Known(last_round=9, rounds_dealt=8, attested=[TRUE])
    return verdict.evidence(msgspec.structs.replace(day, **changes))


def a_finding(rule: Rule = "R1", *, alert: bool = False, by: int | None = None) -> Finding:
    """What a rule of some profile found."""
    named = "two_hands" if rule.startswith("R") else "ca_2076"
    (profile,) = PROFILES[named]
    breach = Breach("so it was", (3, 1), is_alert=alert)
    finding = found(rule, breach, profile, Place(day=DAY, positions=(2, 3)))
    assert finding.positions == (1, 2, 3)
    return finding if by is None else Finding(**{**as_dict(finding), "superseded_by": by})


def as_dict(finding: Finding) -> dict[str, Any]:
    """Its fields."""
    return {name: getattr(finding, name) for name in finding.__struct_fields__}


def test_all_that_is_known_of_a_clean_day() -> None:
    evidence = known(attested=[Attestation(9, 7), TRUE])
    assert (evidence.complete, evidence.missing_rounds, evidence.reasons) == (True, (), ())
    assert verdict.of_table([], evidence) == "no_violation_found"


@pytest.mark.parametrize(
    ("changes", "reason"),
    [
        ({"missing": [4, 5]}, "missing rounds: 4, 5"),
        (
            {"missing": range(1, 23)},
            f"missing rounds: {', '.join(map(str, range(1, 21)))} and 2 more",
        ),
        ({"attested": []}, "the day is not attested"),
        ({"last_round": 10}, "attested 8 hands to round 9, known 8 to round 10"),
        ({"rounds_dealt": 9}, "attested 8 hands to round 9, known 9 to round 9"),
        ({"unidentified": [7]}, "unidentified player-dealer in rounds: 7"),
        ({"unanswered": [4, 7]}, "no acceptance of the position in rounds: 4, 7"),
        ({"unasked": 1}, "stopped 1 time before everyone is known to have declined"),
        ({"unstarted": [8]}, "no start of a game before rounds: 8"),
        ({"unended": 2}, "a game started 2 times that had not ended"),
        ({"backwards": 2}, "clocks ran backwards at 2 events"),
        ({"open_round": 9}, "round 9 is still open: a batch is to come"),
    ],
)
def test_on_thin_evidence_nothing_is_said(changes: dict[str, Any], reason: str) -> None:
    evidence = known(**changes)
    assert (evidence.complete, evidence.reasons) == (False, (reason,))
    assert verdict.of_table([], evidence) == "indeterminate"
    assert verdict.of_table([a_finding()], evidence) == "violations"


def test_alerts_shadows_and_what_was_superseded_count_for_nothing() -> None:
    others = [a_finding("R11"), a_finding("D1"), a_finding(by=9), a_finding("D2", alert=True)]
    assert [f.severity for f in others] == ["alert", "violation", "violation", "alert"]
    assert [f.shadow for f in others] == [False, True, False, True]
    assert verdict.of_table(others, known()) == "no_violation_found"
    assert verdict.of_table([*others, a_finding()], known()) == "violations"


@pytest.mark.parametrize(
    ("tables", "house"),
    [
        ([], "indeterminate"),
        (["no_violation_found"] * 2, "no_violation_found"),
        (["no_violation_found", "indeterminate"], "indeterminate"),
        (["no_violation_found", "indeterminate", "violations"], "violations"),
    ],
)
def test_a_house_is_as_its_worst_table(tables: list[Any], house: str) -> None:
    assert verdict.of_house(tables) == house


def test_profiles_judge_from_their_day_on_the_default_always() -> None:
    assert [p.label for p in judging("two_hands", DAY)] == ["two_hands 1"]
    assert [p.label for p in judging("ca_2076", DAY)] == ["two_hands 1", "ca_2076 1"]
    before = date(2026, 3, 31)
    assert [p.label for p in judging("ca_2076", before)] == ["two_hands 1"]
    assert judging("two_hands", date(1997, 12, 31)) == ()
    assert (most_hands(DAY), most_hands(date(1990, 1, 1))) == (2, 2)


def test_a_newer_version_judges_later_days_and_an_ended_one_none(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    (first,) = PROFILES["two_hands"]
    ended = msgspec.structs.replace(first, effective_to=date(2026, 12, 31))
    second = msgspec.structs.replace(
        first,
        version=2,
        effective_from=date(2026, 12, 1),
        settings=msgspec.structs.replace(first.settings, hands=3),
    )
    monkeypatch.setitem(PROFILES, "two_hands", (ended, second))
    assert [p.version for p in judging("two_hands", DAY)] == [1]
    assert [p.version for p in judging("two_hands", date(2026, 12, 15))] == [2]
    assert most_hands(date(2027, 1, 1)) == 3
    assert not ended.is_effective(date(2027, 1, 1))
