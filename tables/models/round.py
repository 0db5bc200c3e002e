"""The row of a round."""
# ruff: noqa: DJ001 - null is what the state has there: nothing

from collections.abc import Iterable
from typing import ClassVar, Self

import msgspec
from django.contrib.postgres.indexes import BrinIndex
from django.db import models
from django.db.models.functions import Concat

from tables.models.table import TableRow
from tables.rounds.events import RoundSettled
from tables.views.round import RoundSummary

_decode = msgspec.json.Decoder(RoundSettled).decode


class LiveRounds(models.QuerySet["RoundRow"]):
    """Rounds as they are shown."""

    def of(self, house: str, code: str) -> Self:
        """The rounds of one table, by number, in the generation that is in force."""
        in_force = models.Q(generation=models.F("table__generation"))
        return self.filter(in_force, table__house=house, table__code=code).order_by("number")


class RoundRow(models.Model):
    """A round with its money; `id` is `stream.generation.number`, written by the database alone."""

    id = models.GeneratedField(
        expression=Concat(
            "table_id",
            models.Value("."),
            "generation",
            models.Value("."),
            "number",
            output_field=models.TextField(),
        ),
        output_field=models.TextField(),
        db_persist=True,
        primary_key=True,
    )
    table = models.ForeignKey(
        TableRow, models.DO_NOTHING, db_column="stream_id", db_constraint=False, db_index=False
    )
    opened_at = models.DateTimeField()
    first_position = models.BigIntegerField()
    last_position = models.BigIntegerField()
    offering_version = models.BigIntegerField()
    wager_cents = models.BigIntegerField()
    assessed_cents = models.BigIntegerField()
    collected_cents = models.BigIntegerField()
    waived_cents = models.BigIntegerField()
    refunded_cents = models.BigIntegerField()
    stake_cents = models.BigIntegerField(null=True)
    used_cents = models.BigIntegerField(null=True)
    player_dealer_net_cents = models.BigIntegerField(null=True)
    generation = models.IntegerField()
    number = models.IntegerField()
    gaming_day = models.DateField()
    ruleset_version = models.IntegerField()
    unrated_fees = models.IntegerField()
    settlement_revision = models.IntegerField(null=True)
    player_dealer_seat = models.SmallIntegerField()
    covers_all = models.BooleanField(null=True)
    exhausted = models.BooleanField(null=True)
    phase = models.TextField()
    game = models.TextField()
    offering = models.TextField()
    player_dealer = models.TextField()
    holder = models.TextField()
    settlement = models.TextField(null=True)

    objects = LiveRounds.as_manager()

    class Meta:
        """A generation has each round once; a day's lie together, so a coarse index does."""

        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["table", "generation", "number"], name="tables_round_number"
            )
        ]
        indexes: ClassVar = [
            BrinIndex(fields=["gaming_day"], autosummarize=True, name="tables_round_day")
        ]

    def __str__(self) -> str:
        return f"{self.table_id} round {self.number}"

    @classmethod
    def last_positions(cls, house: str, code: str, numbers: Iterable[int]) -> dict[int, int]:
        """Where each of some rounds was last told of."""
        rows = cls.objects.of(house, code).filter(number__in=list(numbers))
        return dict(rows.values_list("number", "last_position"))

    @classmethod
    def summaries(cls, house: str, code: str, *, after: int, limit: int) -> list[RoundSummary]:
        """A table's rounds behind a number, with their present settlements."""
        rows = cls.objects.of(house, code).filter(number__gt=after)
        found = rows.values_list("number", "phase", "settlement")[:limit]
        return [
            RoundSummary(
                round=number,
                phase=phase,
                settlement=None if settled is None else _decode(settled),
            )
            for number, phase, settled in found
        ]
