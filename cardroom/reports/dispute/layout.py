"""The dispute sheet's content: a round told, laid out as facts and tables."""

from collections.abc import Iterator
from typing import Final
from zoneinfo import ZoneInfo

from cardroom.money import dollars
from cardroom.reports.cells import local
from cardroom.reports.dispute.side_by_side import PLAYER, SEAT, change_sections, result
from cardroom.reports.document import Cell, Column, Document, Section
from tables import readings
from tables.replays import RoundReplay
from tables.rounds.replay import Explained, Revision, Step
from tables.rounds.replay.words import KINDS

_ORDER: Final = Column("order", "#", "number")
_LINES: Final = (
    _ORDER,
    SEAT,
    Column("wager", "Wager"),
    PLAYER,
    Column("stake", "Stake", "cents"),
    Column("result", "Result"),
    Column("paid", "Paid", "cents"),
    Column("collected", "Collected", "cents"),
    Column("returned", "Returned", "cents"),
    Column("left", "W left", "cents", missing="n/a"),
    Column("why", "Why, and the readings of the register"),
)
_FEES: Final = (
    Column("what", "What"),
    SEAT,
    PLAYER,
    Column("role", "As"),
    Column("amount", "Amount", "cents", missing="no tier"),
)
_NOTES: Final = (
    Column("position", "Position", "number"),
    Column("code", "Code"),
    Column("detail", "What was noted"),
    Column("authority", "Authority"),
)
_EVENTS: Final = (
    Column("position", "Position"),
    Column("at", "Happened at"),
    Column("event", "Event"),
    Column("recorded", "Recorded by"),
)
_READINGS: Final = (Column("id", "Id"), Column("text", "What is done"))


def lay_out(read: RoundReplay) -> Document:
    """The sheet's facts and tables."""
    now = read.told.now
    return Document(
        title="Dispute sheet",
        subtitle=f"{read.house_name}, table {read.table}, round {read.number:,}",
        zone=read.zone,
        marks=tuple(_marks(read)),
        facts=tuple(_facts(read)),
        charts=(),
        sections=(
            *(_settlement(read, revision) for revision in read.told.revisions[-1:]),
            *(section for change in read.told.changes for section in change_sections(read, change)),
            *([_fees(read)] if now.felt.dealt else []),
            _irregularities(read),
            _events(read),
            Section(
                name="readings",
                title="Readings of the register that these settlements rest on",
                columns=_READINGS,
                rows=readings.of(read.told.readings),
            ),
        ),
    )


def _marks(read: RoundReplay) -> Iterator[str]:
    """What nobody may overlook."""
    told, now = read.told, read.told.now
    if now.voided:
        yield "This round is voided: every wager was returned."
    elif not told.revisions:
        yield f"This round is not settled: {told.steps[-1].picture.follows}"
    elif told.changes:
        last = told.revisions[-1]
        yield f"Revision {last.number} is in force; earlier ones are shown beside it."
    if told.revisions and told.revisions[-1].by_floor:
        yield "The floor settled this round by hand; the rules were not applied."


def _facts(read: RoundReplay) -> Iterator[tuple[str, str]]:
    now = read.told.now
    felt, rules = now.felt, now.felt.offering.rules
    yield "House", f"{read.house_name} ({read.house})"
    yield "Table, round", f"{read.table}, {read.number:,}"
    yield "Game", f"{rules.title}, rule set {rules.game} version {rules.version}"
    yield "Offering", f"{felt.offering.code} version {felt.offering.version}"
    tables = sorted(felt.offering.paytables.items())
    yield "Pay tables", ", ".join(f"{KINDS[bet]} {one.name}" for bet, one in tables) or "none"
    yield "Gaming day", now.gaming_day.isoformat()
    yield "Opened", local(now.opened_at, read.zone)
    yield "Phase", now.phase
    yield "Player-dealer", f"{felt.player_dealer}, seat {felt.player_dealer_seat}"
    yield "Player-dealer's wager W", dollars(felt.wager_cents)
    yield "House dealer", read.dealer or "not reported"
    yield "Recorded up to", f"position {read.last_position:,} of the table's record"


def _settlement(read: RoundReplay, revision: Revision) -> Section:
    settled = revision.settlement
    taken_back = ", taken back by the void" if read.told.now.voided else ""
    return Section(
        name="settlement",
        title=f"Settlement, revision {revision.number}{taken_back}",
        columns=_LINES,
        rows=tuple(_line(one) for one in revision.lines),
        note=(
            f"{revision.coverage.sentence} Used {dollars(settled.used_cents)} of"
            f" {dollars(settled.wager_cents)}; the player-dealer's net is"
            f" {dollars(settled.player_dealer_net_cents)}. On every line the stake is what was"
            f" collected and what was returned. Coverage policy {settled.coverage_policy}:"
            f" {revision.coverage.policy_sentence}."
        ),
    )


def _line(one: Explained) -> tuple[Cell, ...]:
    line = one.line
    cited = f" [{', '.join(one.readings)}]" if one.readings else ""
    return (
        line.order,
        line.seat,
        one.what,
        line.player,
        line.stake_cents,
        result(one),
        line.paid_cents,
        line.collected_cents,
        line.returned_cents,
        one.left_cents,
        f"{one.sentence}{cited}",
    )


def _fees(read: RoundReplay) -> Section:
    found = read.fees
    rows: list[tuple[Cell, ...]] = [
        ("assessed", one.seat, one.player, one.role.replace("_", "-"), one.fee_cents)
        for one in found.assessed
    ]
    rows += [
        (f"{one.what}, {one.purpose}", one.seat, one.player, one.role.replace("_", "-"),
         one.amount_cents)
        for one in found.moved
    ]  # fmt: skip
    return Section(
        name="fees",
        title="Collection fees",
        columns=_FEES,
        rows=tuple(rows),
        keys=4,
        note="; ".join(map(str, found.exceptions)),
    )


def _irregularities(read: RoundReplay) -> Section:
    return Section(
        name="irregularities",
        title="What was noted, and who answers for it",
        columns=_NOTES,
        rows=tuple(
            (step.position, note.code, note.detail, _authority(step))
            for step in read.told.steps
            for note in step.notes
        ),
        keys=2,
    )


def _authority(step: Step) -> str:
    if step.authority is None:
        return ""
    how = step.authority.authorisation
    word = {"confirmed": ", confirmed by code", "claimed": ", claimed"}.get(how or "", "")
    return f"{step.authority.person}{word}: {step.authority.reason}"


def _clock(step: Step, read: RoundReplay) -> str:
    """By the clocks of the house; with its date where that isn't the round's."""
    zone = ZoneInfo(read.zone)
    at = step.occurred_at.astimezone(zone)
    is_same = at.date() == read.told.now.opened_at.astimezone(zone).date()
    return f"{at:%H:%M:%S}" if is_same else f"{at:%Y-%m-%d %H:%M:%S}"


def _events(read: RoundReplay) -> Section:
    return Section(
        name="events",
        title="Every event of the round, in the order recorded",
        columns=_EVENTS,
        rows=tuple(
            (
                f"{step.position:,}" + ("" if step.part is None else f", part {step.part}"),
                _clock(step, read),
                f"{'* ' if step.is_new else ''}{step.sentence}",
                "the service" if step.is_of_service else step.recorded_by,
            )
            for step in read.told.steps
        ),
        note="Parts are the events of a whole round given at once; * is new or different.",
    )
