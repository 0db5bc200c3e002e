"""Rows: what the read models hold of a table, its seats and its rounds. Pure: state in, cells out.

Projection, rebuild and verification all ask here, so a row is defined once. A field is a column of
the same name; amounts are cents.
"""

from datetime import date, datetime
from typing import Any

import msgspec
from msgspec import Struct

from tables.rounds import codec, fee_exceptions, fee_places
from tables.rounds.events import RoundSettled
from tables.rounds.furniture import Seat
from tables.rounds.rotation.asking import asking
from tables.rounds.state import Round, Table

_encode = msgspec.json.Encoder().encode


class TableCells(Struct, frozen=True, kw_only=True):
    """A table as its last event left it; `missing_rounds` counts the numbers that were skipped."""

    house: str
    code: str
    last_position: int
    last_occurred_at: datetime | None
    is_open: bool
    game_runs: bool
    is_paused: bool
    offering: str | None
    offering_version: int | None
    ruleset_version: int | None
    gaming_day: date | None
    dealer: str | None
    last_round: int
    missing_rounds: int
    open_round: int | None
    run_holder: str | None
    run_hands: int
    must_pass: bool
    must_stop: bool
    offer_next: int | None
    collection_box: str | None
    jackpot_box: str | None
    promo_box: str | None


class SeatCells(Struct, frozen=True, kw_only=True):
    """Who sits there now."""

    seat: int
    player: str
    kind: str
    tppps: str | None
    badge: str | None
    unidentified: bool


class RoundCells(Struct, frozen=True, kw_only=True):
    """A round with its present settlement, if it has one and wasn't voided.

    `settlement` is the canonical JSON of the event's data, `stake_cents` the sum of its lines;
    `unrated_fees` counts the wagers that no tier of the schedule holds; what was collected, waived
    and refunded is of collection fees alone.
    """

    number: int
    phase: str
    gaming_day: date
    opened_at: datetime
    first_position: int
    last_position: int
    game: str
    ruleset_version: int
    offering: str
    offering_version: int
    player_dealer_seat: int
    player_dealer: str
    holder: str
    wager_cents: int
    assessed_cents: int
    unrated_fees: int
    collected_cents: int
    waived_cents: int
    refunded_cents: int
    settlement_revision: int | None = None
    covers_all: bool | None = None
    exhausted: bool | None = None
    stake_cents: int | None = None
    used_cents: int | None = None
    player_dealer_net_cents: int | None = None
    settlement: str | None = None


class FeeCells(Struct, frozen=True, kw_only=True):
    """What a round adds to one box period; `items` is the JSON of `FeeItem`s, null for none."""

    number: int
    purpose: str
    since: int
    gaming_day: date
    first_position: int
    assessed_cents: int
    corrections_cents: int
    waived_cents: int
    collected_cents: int
    items: str | None


def table_cells(house: str, code: str, table: Table, *, last_position: int) -> TableCells:
    """The row of a table."""
    was_opened, asked = table.offering_version > 0, asking(table)
    return TableCells(
        house=house,
        code=code,
        last_position=last_position,
        last_occurred_at=table.last_occurred_at,
        is_open=table.is_open,
        game_runs=table.game_runs,
        is_paused=table.is_paused,
        offering=table.offering if was_opened else None,
        offering_version=table.offering_version if was_opened else None,
        ruleset_version=table.ruleset_version if was_opened else None,
        gaming_day=table.gaming_day,
        dealer=table.dealer,
        last_round=table.last_round,
        missing_rounds=sum(high - low + 1 for low, high in table.missing),
        open_round=None if table.round is None else table.round.number,
        run_holder=None if table.run is None else table.run.holder,
        run_hands=0 if table.run is None else table.run.hands,
        must_pass=asked is not None and asked.must_pass,
        must_stop=asked is not None and asked.must_stop,
        offer_next=None if asked is None else asked.offer_next,
        collection_box=_box(table, "collection"),
        jackpot_box=_box(table, "jackpot"),
        promo_box=_box(table, "promo"),
    )


def _box(table: Table, purpose: str) -> str | None:
    there = table.boxes.get(purpose)
    return None if there is None else there.box


def seat_cells(table: Table) -> list[SeatCells]:
    """The rows of the taken seats, by number."""
    return [_seat(number, seat) for number, seat in sorted(table.seats.items())]


def _seat(number: int, seat: Seat) -> SeatCells:
    return SeatCells(
        seat=number,
        player=seat.player,
        kind=seat.kind,
        tppps=seat.tppps,
        badge=seat.badge,
        unidentified=seat.unidentified,
    )


def round_cells(now: Round) -> RoundCells:
    """The row of a round."""
    felt = now.felt
    fee_lines = now.assessed.lines if now.assessed is not None else ()
    moved = {"collected": 0, "waived": 0, "refunded": 0}
    for fee in now.fees:
        moved[fee.what] += fee.amount_cents if fee.purpose == fee_exceptions.PURPOSE else 0
    return RoundCells(
        number=now.number,
        phase=now.phase,
        gaming_day=now.gaming_day,
        opened_at=now.opened_at,
        first_position=now.first_position,
        last_position=now.last_position,
        game=felt.offering.rules.game,
        ruleset_version=felt.offering.rules.version,
        offering=felt.offering.code,
        offering_version=felt.offering.version,
        player_dealer_seat=felt.player_dealer_seat,
        player_dealer=felt.player_dealer,
        holder=now.holder,
        wager_cents=felt.wager_cents,
        assessed_cents=sum(line.fee_cents or 0 for line in fee_lines),
        unrated_fees=sum(line.fee_cents is None for line in fee_lines),
        collected_cents=moved["collected"],
        waived_cents=moved["waived"],
        refunded_cents=moved["refunded"],
        **_of_settlement(None if now.voided else now.settlement),
    )


def fee_cells(now: Round) -> list[FeeCells]:
    """The rows of what a round adds to box periods."""
    return [
        FeeCells(
            number=now.number,
            purpose=place.purpose,
            since=place.since,
            gaming_day=now.gaming_day,
            first_position=now.first_position,
            assessed_cents=place.assessed_cents,
            corrections_cents=place.corrections_cents,
            waived_cents=place.waived_cents,
            collected_cents=place.collected_cents,
            items=_encode(place.items).decode() if place.items else None,
        )
        for place in fee_places.places(now)
    ]


def _of_settlement(settled: RoundSettled | None) -> dict[str, Any]:
    if settled is None:
        return {}
    return {
        "settlement_revision": settled.revision,
        "covers_all": settled.covers_all,
        "exhausted": settled.exhausted,
        "stake_cents": sum(line.stake_cents for line in settled.lines),
        "used_cents": settled.used_cents,
        "player_dealer_net_cents": settled.player_dealer_net_cents,
        "settlement": codec.encode_fact(settled).decode(),
    }
