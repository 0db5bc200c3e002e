"""The row of a table."""
# ruff: noqa: DJ001 - null is what the state has there: nothing

from typing import ClassVar

from django.db import models


class TableRow(models.Model):
    """A table as its last event left it; its id is its stream's.

    `generation` names the one of several generations of round rows that is in force: a rebuild
    makes the next one beside it, and then changes this cell.
    """

    stream_id = models.BigIntegerField(primary_key=True)
    last_position = models.BigIntegerField()
    last_occurred_at = models.DateTimeField(null=True)
    offering_version = models.BigIntegerField(null=True)
    generation = models.IntegerField()
    ruleset_version = models.IntegerField(null=True)
    gaming_day = models.DateField(null=True)
    last_round = models.IntegerField()
    missing_rounds = models.IntegerField()
    open_round = models.IntegerField(null=True)
    run_hands = models.IntegerField()
    offer_next = models.SmallIntegerField(null=True)
    must_pass = models.BooleanField()
    must_stop = models.BooleanField()
    is_open = models.BooleanField()
    game_runs = models.BooleanField()
    is_paused = models.BooleanField()
    house = models.TextField()
    code = models.TextField()
    offering = models.TextField(null=True)
    dealer = models.TextField(null=True)
    run_holder = models.TextField(null=True)
    collection_box = models.TextField(null=True)
    jackpot_box = models.TextField(null=True)
    promo_box = models.TextField(null=True)

    class Meta:
        """A house's tables have codes of their own."""

        constraints: ClassVar = [
            models.UniqueConstraint(fields=["house", "code"], name="tables_table_code")
        ]

    def __str__(self) -> str:
        return f"{self.house} {self.code}"
