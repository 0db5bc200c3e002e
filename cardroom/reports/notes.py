"""Reviewers' notes: what people say of a report, or of a thing in it. Each is an event.

They stand beside a report, not in it: a note changes no dataset, and holds for every revision.
"""

from datetime import datetime
from typing import Annotated, Final
from uuid import UUID

import msgspec
from msgspec import Meta, Struct

from cardroom import clock
from cardroom.errors import Forbidden, RuleViolation
from cardroom.gaming_day import gaming_day
from cardroom.house import houses, keys
from cardroom.log import store
from cardroom.log.records import Head, NewEvent, StoredEvent
from cardroom.reports.found import About, finds
from cardroom.reports.kinds import kind_of
from cardroom.reports.store import Kept, content_of
from cardroom.texts import Text, Token
from ledger import cage
from ledger.rules import saying
from ledger.rules.counting.facts import Said

NOTED: Final = "report.noted"
VERSION: Final = 1
REVIEWING: Final = frozenset({"floor", "cage", "supervisor", "compliance", "audit"})


class ReportNoted(Said, frozen=True, kw_only=True):
    """A reviewer's note: of the whole report, or of what is found at a table, round or event.

    `rule` is of a finding of the rotation, or an irregularity's code; `holder` tells findings apart
    that are of no table.
    """

    text: Text
    by: Token
    table: Token | None = None
    round: Annotated[int, Meta(ge=1, le=2**31 - 1)] | None = None
    position: Annotated[int, Meta(ge=1, le=2**63 - 1)] | None = None
    rule: Token | None = None
    holder: Token | None = None


class NoteAbout(Struct, frozen=True, kw_only=True):
    """What the service adds: which report, and the revision that lay before the reviewer."""

    kind: str
    period: str
    revision: int


class NoteView(Struct, frozen=True, kw_only=True):
    """A note as it is shown; `revision` is the one that it was made at."""

    id: UUID
    text: str
    by: str
    table: str | None
    round: int | None
    position: int | None
    rule: str | None
    holder: str | None
    revision: int
    noted_at: datetime


class NoteBody(Struct, frozen=True, kw_only=True):
    """A note as the log keeps it."""

    data: ReportNoted
    noted: NoteAbout


decode_body: Final = msgspec.json.Decoder(NoteBody).decode


def record(
    kept: Kept, *, content: bytes, recorded_by: str, is_withheld: bool = False
) -> tuple[NoteView, bool]:
    """Record a note of a report, as it was posted; whether it is new.

    From whom the report is withheld, says nothing of a finding. Raises Malformed, IdReused,
    Forbidden, and RuleViolation for a person who doesn't review or what the report doesn't find.
    """
    sent = saying.read(content, ReportNoted)
    about = NoteAbout(kind=kept.kind, period=kept.period, revision=kept.revision)
    same = saying.sameness(NOTED, f"{kept.kind} {kept.period}", sent.fact)
    with store.recording():
        head = store.lock(kept.house, cage.stream_of(kept.house))
        keys.check_runs(recorded_by, now=clock.now())
        is_new = not cage.is_known(head, sent.id, same)
        if is_new:
            _check(kept.house, sent.fact.by)
            _check_found(kept, sent.fact, is_withheld=is_withheld)
            _append(head, sent.id, same, saying.encode_body(sent.fact, about), recorded_by)
    (view,) = (view for view in of(kept) if view.id == sent.id)
    return view, is_new


def _check(house: str, person: str) -> None:
    roles = houses.facts(house).people.get(person, frozenset())
    if not roles & REVIEWING:
        needed = ", ".join(sorted(REVIEWING))
        raise RuleViolation(f"`{person}` has none of the roles {needed}", pointer="/by", rule="by")


def _check_found(kept: Kept, fact: ReportNoted, *, is_withheld: bool) -> None:
    if fact.rule is None:
        return
    if is_withheld:
        raise Forbidden("this report is withheld from you: say something of the whole of it")
    about = About(fact.rule, fact.table, fact.round, fact.position, fact.holder)
    if not finds(kind_of(kept.kind).read(content_of(kept)), about):
        detail = "this revision of the report finds no such thing there"
        raise RuleViolation(detail, pointer="/rule", rule="finding")


def _append(head: Head, event: UUID, same: bytes, body: bytes, recorded_by: str) -> None:
    now, facts = clock.now(), houses.facts(head.house)
    noted = NewEvent(
        id=event,
        type=NOTED,
        version=VERSION,
        occurred_at=now,
        gaming_day=gaming_day(now, facts.zone, facts.gaming_day_starts),
        round=None,
        body=body,
        sameness=same,
    )
    store.append(
        head,
        [noted],
        recorded_at=now,
        recorded_by=recorded_by,
        snapshot=None,
        open_round=head.open_round,
    )


def of(kept: Kept) -> list[NoteView]:
    """The notes of a report, whichever revision they were made at, in their order."""
    head = store.head(kept.house, cage.stream_of(kept.house))
    found = store.load_types(head, [NOTED], until=head.position) if head else []
    read = ((stored, decode_body(stored.body)) for stored in found)
    return [
        _view(stored, body)
        for stored, body in read
        if (body.noted.kind, body.noted.period) == (kept.kind, kept.period)
    ]


def _view(stored: StoredEvent, body: NoteBody) -> NoteView:
    said = msgspec.structs.asdict(body.data)
    return NoteView(id=stored.id, revision=body.noted.revision, noted_at=stored.recorded_at, **said)
