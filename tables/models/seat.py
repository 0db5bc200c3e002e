"""The row of a taken seat."""
# ruff: noqa: DJ001 - null is what the state has there: nothing

from typing import ClassVar

from django.db import models
from django.db.models.functions import Concat

from tables.models.table import TableRow


class SeatRow(models.Model):
    """Who sits there now; `id` is `stream.seat`, written by the database alone."""

    id = models.GeneratedField(
        expression=Concat("table_id", models.Value("."), "seat", output_field=models.TextField()),
        output_field=models.TextField(),
        db_persist=True,
        primary_key=True,
    )
    table = models.ForeignKey(
        TableRow, models.DO_NOTHING, db_column="stream_id", db_constraint=False, db_index=False
    )
    seat = models.SmallIntegerField()
    unidentified = models.BooleanField()
    player = models.TextField()
    kind = models.TextField()
    tppps = models.TextField(null=True)
    badge = models.TextField(null=True)

    class Meta:
        """A seat is taken once."""

        constraints: ClassVar = [
            models.UniqueConstraint(fields=["table", "seat"], name="tables_seat_number")
        ]

    def __str__(self) -> str:
        return f"{self.table_id}.{self.seat}"
