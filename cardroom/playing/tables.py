"""The tables to play at: each with the house's offerings, from how it stands now."""

from collections.abc import Iterator, Sequence
from datetime import date, datetime, time, timedelta
from random import Random
from typing import Final

import msgspec

from cardroom.gaming_day import gaming_day
from cardroom.house.records import OfferingRecord
from cardroom.house.view import HouseView
from cardroom.playing.recorder import Standing
from ledger.rules.fees import FeeWager, assess
from tables.rules.games import RULE_SETS
from tables.rules.ruleset import Limits
from tables.simulation.setting import FeeDue, Provider, Setting, Stake
from tables.simulation.table import Past, Table

# Rounds take about a minute; what is planned for one leaves room, so that play ends before now.
_PLANNED: Final = timedelta(seconds=100)
_ROOM: Final = timedelta(minutes=10)


def settings(house: HouseView, table: str) -> list[Setting]:
    """A setting for each offering of the house, by code."""
    return [_setting(house, table, code, record) for code, record in house.offerings.items()]


def simulated(table: str, standing: Standing, *, rounds: int, seed: str, now: datetime) -> Table:
    """A table to be played so many rounds, all of them before now and after its last event."""
    needed = rounds * _PLANNED + _ROOM
    starts_at = now - needed
    if standing.last_at is not None and standing.last_at > starts_at:
        starts_at = min(standing.last_at, now)
    past = Past(starts_at, standing.last_round, standing.holder, standing.hands)
    rng = Random(f"{seed}:{table}")  # noqa: S311 - play, no secret
    return Table(rng, past, pace=(now - starts_at) / needed)


def _setting(house: HouseView, table: str, code: str, record: OfferingRecord) -> Setting:
    starts = time.fromisoformat(house.gaming_day_starts)

    def day(instant: datetime) -> date:
        """The house's gaming day of an instant."""
        return gaming_day(instant, house.timezone, starts)

    def fees(stakes: Sequence[Stake], seat: int, player: str) -> Iterator[FeeDue]:
        """What the offering's schedule asks for."""
        wagers = [FeeWager(**stake._asdict()) for stake in stakes]
        for line in assess(record.fee_schedule, wagers, pd_seat=seat, pd_player=player):
            yield FeeDue(line.seat, line.player, line.role, line.fee_cents)

    return Setting(
        table=table,
        offering=code,
        rules=msgspec.structs.replace(
            RULE_SETS[record.game],
            seats=record.seats,
            decks=record.decks,
            coverage_policy=record.coverage_policy,
            limits={kind: Limits(*bounds) for kind, bounds in record.limits.items()},
        ),
        floor=house.authorisers[0],
        assess=fees,
        gaming_day=day,
        providers=tuple(Provider(company, badges) for company, badges in house.tppps.items()),
    )
