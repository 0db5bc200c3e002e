"""A table as readers get it, made from its state alone."""

from datetime import date

from msgspec import UNSET, Struct, UnsetType

from tables.rounds.state import Round, Table
from tables.rounds.upcoming import Next, upcoming
from tables.rules.offering import Offering
from tables.views.rotation import RotationView, rotation_view


class SeatView(Struct, frozen=True, kw_only=True):
    """Who sits where."""

    seat: int
    player: str
    kind: str
    tppps: str | None
    badge: str | None
    unidentified: bool


class OpenRoundView(Struct, frozen=True, kw_only=True):
    """The round in play and its player-dealer; W in cents, null where that is withheld."""

    round: int
    phase: str
    player_dealer_seat: int
    player_dealer: str
    wager_cents: int | None


class TableView(Struct, frozen=True, kw_only=True):
    """The live state of a table.

    For scope `cage` the round in play has no W, and nothing is `next`, while it lies in a box that
    isn't counted, and `last_position` is that of the last event before which all may be told:
    `withheld` says so.
    """

    table: str
    open: bool
    offering: str | None
    game: str | None
    ruleset_version: int | None
    gaming_day: date | None
    dealer: str | None
    game_runs: bool
    paused: bool
    seats: tuple[SeatView, ...]
    boxes: dict[str, str]
    rotation: RotationView | None
    round: OpenRoundView | None
    last_round: int
    last_position: int
    next: tuple[Next, ...]
    withheld: bool | UnsetType = UNSET


def table_view(
    code: str, table: Table, *, last_position: int, offering: Offering | None
) -> TableView:
    """The live state of a table at a position; `offering` is the one that it is open with."""
    rules = None if offering is None else offering.rules
    return TableView(
        table=code,
        open=table.is_open,
        offering=table.offering if table.is_open else None,
        game=None if rules is None else rules.game,
        ruleset_version=table.ruleset_version if table.is_open else None,
        gaming_day=table.gaming_day,
        dealer=table.dealer,
        game_runs=table.game_runs,
        paused=table.is_paused,
        seats=tuple(
            SeatView(
                seat=number,
                player=seat.player,
                kind=seat.kind,
                tppps=seat.tppps,
                badge=seat.badge,
                unidentified=seat.unidentified,
            )
            for number, seat in sorted(table.seats.items())
        ),
        boxes={purpose: there.box for purpose, there in sorted(table.boxes.items())},
        rotation=rotation_view(table, None if offering is None else offering.rotation_profile),
        round=None if table.round is None else _open_round(table.round),
        last_round=table.last_round,
        last_position=last_position,
        next=upcoming(table, rules),
    )


def _open_round(now: Round) -> OpenRoundView:
    return OpenRoundView(
        round=now.number,
        phase=now.phase,
        player_dealer_seat=now.felt.player_dealer_seat,
        player_dealer=now.felt.player_dealer,
        wager_cents=now.felt.wager_cents,
    )
