"""The row of what a round adds to a box period."""
# ruff: noqa: DJ001 - null is what the state has there: nothing

from typing import ClassVar

from django.db import models

from tables.models.table import TableRow


class FeeRow(models.Model):
    """Fees of a round in one place, as `tables.rounds.fee_places` has them.

    Rows come in the generations of the rounds' rows; the ledger reads those in force as
    `ledger_roundfee` (migration 0002). `items` is JSON, null where nothing is wrong.
    """

    pk = models.CompositePrimaryKey("table", "generation", "number", "purpose", "since")
    table = models.ForeignKey(
        TableRow, models.DO_NOTHING, db_column="stream_id", db_constraint=False, db_index=False
    )
    since = models.BigIntegerField()
    first_position = models.BigIntegerField()
    assessed_cents = models.BigIntegerField()
    corrections_cents = models.BigIntegerField()
    waived_cents = models.BigIntegerField()
    collected_cents = models.BigIntegerField()
    generation = models.IntegerField()
    number = models.IntegerField()
    gaming_day = models.DateField()
    purpose = models.TextField()
    items = models.TextField(null=True)

    class Meta:
        """Box periods are summed up by this index."""

        indexes: ClassVar = [
            models.Index(
                fields=["table", "purpose", "since", "gaming_day"], name="tables_fee_place"
            )
        ]

    def __str__(self) -> str:
        return f"{self.table_id} round {self.number} {self.purpose} {self.since}"
