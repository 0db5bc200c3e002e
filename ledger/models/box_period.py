"""Box periods: which drop box hung at which table, from which event to which."""
# ruff: noqa: DJ001 - null is what the stream has there: nothing

from typing import ClassVar

from django.db import models


class BoxPeriod(models.Model):
    """A read model of a table's stream; its fields are those of `ledger.rules.boxes`."""

    stream_id = models.BigIntegerField()
    put_on_position = models.BigIntegerField(null=True)
    removed_position = models.BigIntegerField(null=True)
    put_on_at = models.DateTimeField(null=True)
    removed_at = models.DateTimeField(null=True)
    gaming_day = models.DateField(null=True)
    house = models.TextField()
    table_code = models.TextField()
    purpose = models.TextField()
    box = models.TextField()
    put_on_by = models.TextField(null=True)
    removed_by = models.TextField(null=True)
    witness = models.TextField(null=True)
    came_off = models.TextField(null=True)
    custody = models.TextField()

    class Meta:
        """An event begins and ends one period at most; of each purpose one box is on a table."""

        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["stream_id", "put_on_position"], name="ledger_boxperiod_begun"
            ),
            models.UniqueConstraint(
                fields=["stream_id", "removed_position"], name="ledger_boxperiod_ended"
            ),
            models.UniqueConstraint(
                fields=["stream_id", "purpose"],
                condition=models.Q(removed_position=None),
                name="ledger_boxperiod_on_table",
            ),
        ]
        indexes: ClassVar = [
            models.Index(fields=["house", "removed_at"], name="ledger_boxperiod_removed"),
            models.Index(fields=["house", "box"], name="ledger_boxperiod_box"),
            models.Index(fields=["house", "gaming_day"], name="ledger_boxperiod_day"),
            models.Index(
                fields=["house"],
                condition=models.Q(put_on_position=None),
                name="ledger_boxperiod_unknown",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.house} {self.table_code} {self.box} {self.purpose}"
