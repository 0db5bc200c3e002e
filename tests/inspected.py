"""Reports for the inspector made by hand, for tests of what is made of their datasets."""

from collections.abc import Sequence
from datetime import UTC, date, datetime, timedelta
from typing import Any, Final

from msgspec import structs

from cardroom.reports.dataset import TableBasis, Versioned
from cardroom.reports.integrity.dataset import ChainHead, FeedHead, Integrity, IntegrityFinding
from cardroom.reports.irregularities.dataset import (
    AuthorisedEvent,
    AuthoriserCount,
    CodeCount,
    DealerCount,
    IrregularItem,
    Irregularities,
)
from cardroom.reports.rotation.dataset import (
    Rotation,
    RotationDay,
    RotationEvidence,
    RotationFinding,
    RotationHolder,
    RotationSpan,
    RotationTable,
)

DAY: Final = date(2026, 11, 28)
BEGINS: Final = datetime(2026, 11, 28, 14, tzinfo=UTC)
HALF_HOURS: Final = 48
_LONG: Final = "P-" + "x" * 62


def head(kind: str, title: str, tables: int = 1, **changes: Any) -> dict[str, Any]:
    """The head of a dataset."""
    codes = [f"T{number:02d}" for number in range(1, tables + 1)]
    found = {
        "kind": kind,
        "house": "CASES",
        "house_name": "The Cases",
        "title": title,
        "gaming_day": DAY,
        "month": None,
        "from_": BEGINS,
        "to": BEGINS + timedelta(days=1),
        "zone": "America/Los_Angeles",
        "from_local": "2026-11-28T06:00:00-08:00",
        "to_local": "2026-11-29T06:00:00-08:00",
        "minutes": 1440,
        "has_ended": True,
        "tables": tuple(TableBasis(table=one, rounds=1300, last_position=81_000) for one in codes),
        "rulesets": (Versioned(name="pure-21.5", version=1),),
    }
    return found | changes


def a_finding(table: str | None, number: int, **changes: Any) -> RotationFinding:
    """A third hand in a row."""
    found = RotationFinding(
        gaming_day=DAY,
        table=table,
        round=number,
        rule="R1",
        severity="violation",
        shadow=False,
        profile="two_hands 1",
        holder="P-1001",
        at=BEGINS + timedelta(hours=6),
        positions=(21, 58, 95),
        detail="P-1001 is player-dealer for hand 3 in a row, 2 are allowed",
        superseded_by=None,
    )
    return structs.replace(found, **changes)


def holders(people: Sequence[str], hands: int) -> tuple[RotationHolder, ...]:
    """Each with one hand less than the one before."""
    counts = [max(hands - number, 1) for number in range(len(people))]
    return tuple(
        RotationHolder(
            holder=name,
            kind="tppps" if name == "KN" else "person",
            hands=count,
            share_per_mille=count * 1000 // sum(counts),
        )
        for name, count in zip(people, counts, strict=True)
    )


def a_table(code: str, people: Sequence[str], **changes: Any) -> RotationTable:
    """A table that dealt all day and night."""
    spans = tuple(
        RotationSpan(
            at=BEGINS + timedelta(minutes=30 * number),
            hands={name: 1 + (number + at) % 9 for at, name in enumerate(people) if number % 7},
        )
        for number in range(HALF_HOURS)
    )
    found = RotationTable(
        table=code,
        rounds=1300,
        last_position=81_000,
        verdict="no_violation_found",
        hands=1290,
        longest_run=2,
        offers=1200,
        accepted=1100,
        declined=100,
        stops=1,
        findings=0,
        evidence=RotationEvidence(complete=True, missing_rounds=(), reasons=()),
        holders=holders(people, 300),
        timeline=spans,
    )
    return structs.replace(found, **changes)


def rotation(size: int = 1, /, **changes: Any) -> Rotation:
    """A day of some tables: clean ones, thin evidence, violations."""
    codes = [f"T{number:02d}" for number in range(1, size + 1)]
    people = [
        ["KN", _LONG, *(f"P-{number}" for number in range(1, 2 + at % 11))] for at in range(size)
    ]
    thin = RotationEvidence(
        complete=False,
        missing_rounds=(*range(4, 31), 33),
        reasons=("missing rounds: 4, 5, 6 and 25 more", "the day is not attested"),
    )
    kinds: list[dict[str, Any]] = [
        {},
        {"verdict": "indeterminate", "evidence": thin},
        {"verdict": "violations", "findings": 2},
    ]
    own = [a_table(code, people[at], **kinds[at % 3]) for at, code in enumerate(codes)]
    findings = [a_finding(code, 3 + at) for at, code in enumerate(codes) if at % 3 == 2]
    findings += [
        a_finding("T01", 900, rule="D2", shadow=True, profile="ca_2076 1", superseded_by=81_000),
        a_finding(None, 901, rule="R11", severity="alert", round=None, at=None, holder=_LONG),
    ]
    report = Rotation(
        **head("rotation", "Rotation of the player-dealer", tables=size) | {"tables": tuple(own)},
        profiles=(Versioned(name="two_hands", version=1),),
        verdict="violations" if size > 2 else "no_violation_found",
        counted=len(findings) - 2,
        hands=1290 * size,
        tppps_hands=300 * size,
        longest_run=2,
        offers=1200 * size,
        accepted=1100 * size,
        declined=100 * size,
        stops=size,
        findings=tuple(findings),
        holders=holders([f"P-{number}" for number in range(1, 40)], 300),
        by_day=(
            RotationDay(
                gaming_day=DAY,
                verdict="no_violation_found",
                tables=size,
                hands=1290,
                longest_run=2,
                findings=0,
            ),
        ),
    )
    return structs.replace(report, **changes)


def an_item(table: str, position: int, **changes: Any) -> IrregularItem:
    """A breach that the floor let stand."""
    found = IrregularItem(
        gaming_day=DAY,
        table=table,
        position=position,
        round=17,
        event=None,
        at=BEGINS + timedelta(hours=6),
        type="decision.made",
        code="must_stand",
        detail="hit on 17",
        dealer="D-1",
        authorised_by="floor-7",
        authorisation="claimed",
        reason="dealt out of turn, both players agreed",
        recorded_by="key:7",
    )
    return structs.replace(found, **changes)


def irregularities(size: int = 1, /, **changes: Any) -> Irregularities:
    """A day of some items at several tables."""
    codes = ["must_stand", "authorisation_claimed", "late_batch", "rotation"]
    found = [
        an_item(
            f"T{1 + at % 9:02d}", 100 + at, code=codes[at % 4], dealer=None if at % 5 else "D-1"
        )
        for at in range(size)
    ]
    kept = {name: getattr(found[0], name) for name in AuthorisedEvent.__struct_fields__}
    report = Irregularities(
        **head("irregularities", "Irregularities"),
        items=tuple(found),
        authorised=(
            AuthorisedEvent(**kept | {"type": "fee.waived", "authorisation": "confirmed"}),
        ),
        by_code=tuple(
            CodeCount(code=f"{code}_{at}", items=30 - at, tables=9)
            for at, code in enumerate(codes * 8)
        ),
        by_dealer=(
            DealerCount(dealer="D-1", items=9, codes={"must_stand": 4, "late_batch": 5}),
            DealerCount(dealer=None, items=3, codes={"rotation": 3}),
        ),
        by_authoriser=(
            AuthoriserCount(
                authorised_by="floor-7",
                events=9,
                claimed=8,
                confirmed=1,
                types={"decision.made": 8, "fee.waived": 1},
            ),
        ),
    )
    return structs.replace(report, **changes)


def integrity(size: int = 1, /, **changes: Any) -> Integrity:
    """A whole log that nobody elsewhere has a checkpoint of."""
    report = Integrity(
        **head("integrity", "Integrity of the log"),
        ok=True,
        reasons=(),
        witnessed=False,
        roles_separated=False,
        roles="DATABASE_URL and DATABASE_OWNER_URL name the same role",
        verified=True,
        findings=(),
        findings_in_all=0,
        not_checked=("what was noted of irregularities, fee exceptions aside",),
        heads=tuple(
            ChainHead(
                stream=f"table:T{n:02d}", position=81_000 - n, hash="ab" * 32, verified=n != 2
            )
            for n in range(1, size + 1)
        ),
        feed=FeedHead(cursor=6_000_000, hash="cd" * 32),
        witness=None,
    )
    return structs.replace(report, **changes)


def a_broken_cell() -> IntegrityFinding:
    """A row that doesn't show what the log says."""
    return IntegrityFinding(
        kind="row",
        stream="table:T01",
        position=None,
        table="tables_roundrow",
        row="round 2",
        column="wager_cents",
        detail="CASES table:T01, tables_roundrow, round 2, wager_cents: row; stored 50001",
    )
