"""Reviews: who explained or signed what of a box period. Nobody changes or removes one."""
# ruff: noqa: DJ001 - null is what the event has there: nothing

from typing import ClassVar

from django.db import models


class Review(models.Model):
    """An event of the cage's stream, with its id; fields are those of `ReviewCells`.

    The database itself judges who may say what (migration 0004).
    """

    id = models.UUIDField(primary_key=True)
    position = models.BigIntegerField()
    recorded_at = models.DateTimeField()
    gaming_day = models.DateField()
    house = models.TextField()
    reconciliation = models.TextField()
    kind = models.TextField()
    said_by = models.TextField()
    text = models.TextField(null=True)
    findings = models.JSONField()

    class Meta:
        """An event is one review."""

        constraints: ClassVar = [
            models.UniqueConstraint(fields=["house", "position"], name="ledger_review_position")
        ]
        indexes: ClassVar = [
            models.Index(fields=["house", "reconciliation"], name="ledger_review_of")
        ]

    def __str__(self) -> str:
        return f"{self.reconciliation} {self.kind} {self.said_by}"
