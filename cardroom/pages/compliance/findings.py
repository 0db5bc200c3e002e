"""Findings as rows: what was broken, its weight, where the evidence lies, who noted what."""

from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple
from urllib.parse import urlencode

from django.urls import reverse

from cardroom.pages.compliance.choosing import about
from cardroom.reports.evidence import Place, rounds_of
from cardroom.reports.notes import NoteView
from cardroom.reports.rotation.dataset import RotationFinding
from cardroom.reports.store import Kept

MOST: Final = 200


class Evidence(NamedTuple):
    """An event that proves a finding: its position, and the replay or the events that show it."""

    position: int
    url: str


class FindingRow(NamedTuple):
    """A finding as it is shown; `key` tells it from the others of the page."""

    key: str
    found: RotationFinding
    kind: str
    weight: str
    status: str
    round_url: str
    events_url: str
    evidence: list[Evidence]
    notes: list[NoteView]
    note_url: str


def rows(
    kept: Kept, findings: Sequence[RotationFinding], notes: Sequence[NoteView], back: str
) -> list[FindingRow]:
    """So many of them as one page holds, with where each piece of evidence lies."""
    shown = findings[:MOST]
    places = {(found.table, at) for found in shown if found.table for at in found.positions}
    rounds = rounds_of(kept.house, places)
    say = reverse("admin:report_note", args=[kept.id])
    return [
        _row(f"f{number}", found, rounds, about(found, notes), f"{say}?{_said(found, back)}")
        for number, found in enumerate(shown, 1)
    ]


def url_of(table: str, number: int | None, position: int) -> str:
    """Where an event is looked at: in the replay of its round, else among the table's events."""
    if number is not None:
        return f"{reverse('admin:round', args=[table, number])}?at={position}"
    return f"{reverse('admin:events', args=[table])}?at={position}"


def _row(
    key: str,
    found: RotationFinding,
    rounds: Mapping[Place, int | None],
    notes: list[NoteView],
    note_url: str,
) -> FindingRow:
    table, first = found.table or "", next(iter(found.positions), None)
    kind, weight, status = _weight(found, has_notes=bool(notes))
    evidence = [Evidence(at, url_of(table, rounds.get((table, at)), at)) for at in found.positions]
    return FindingRow(
        key=key,
        found=found,
        kind=kind,
        weight=weight,
        status=status,
        round_url=reverse("admin:round", args=[table, found.round]) if found.round else "",
        events_url=url_of(table, None, first) if table and first else "",
        evidence=evidence if table else [],
        notes=notes,
        note_url=note_url,
    )


def _said(found: RotationFinding, back: str) -> str:
    """What a note would be about, as an address asks for it."""
    first = next(iter(found.positions), None)
    say = {"table": found.table, "round": found.round, "rule": found.rule, "position": first}
    say |= {} if found.table else {"holder": found.holder}
    return urlencode({key: value for key, value in say.items() if value} | {"back": back})


def _weight(found: RotationFinding, *, has_notes: bool) -> tuple[str, str, str]:
    """Its shape, the word of its weight, and its status."""
    word = f"{found.severity}, in shadow" if found.shadow else found.severity
    if found.superseded_by is not None:
        return "off", word, f"superseded by event {found.superseded_by:,}"
    if found.shadow:
        return "off", word, "shown, not counted"
    status = "noted" if has_notes else "open"
    return ("breach" if found.severity == "violation" else "warn"), word, status
