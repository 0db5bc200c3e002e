"""The row of how far a table's rotation was judged on a gaming day."""

from django.db import models

from tables.models.table import TableRow


class RotationRow(models.Model):
    """A gaming day's rotation of a table up to a position, as `tables.rotation.keeping` has it.

    `story` is the JSON of a `tables.rounds.rotation.kept.Kept`; `since` and `low` are the position
    and the round that it begins with. `backwards` counts the clocks that ran backwards, the last of
    them heard of at `heard`. What another software or other profiles judged, as `judged_by` tells,
    is judged anew.
    """

    pk = models.CompositePrimaryKey("table", "gaming_day")
    table = models.ForeignKey(
        TableRow, models.DO_NOTHING, db_column="stream_id", db_constraint=False, db_index=False
    )
    position = models.BigIntegerField()
    since = models.BigIntegerField()
    heard = models.BigIntegerField()
    low = models.IntegerField()
    backwards = models.IntegerField()
    gaming_day = models.DateField()
    judged_by = models.TextField()
    story = models.TextField()

    def __str__(self) -> str:
        return f"{self.table_id} {self.gaming_day} to {self.position}"
