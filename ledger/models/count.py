"""Counts: the signed records of the count room. Nobody changes or removes one.

Each row stands for one event of the cage's stream and has its id; the fields are those of
`ledger.rules.counting.records`. The database itself holds them against the house's policy
(migration 0003).
"""
# ruff: noqa: DJ001 - null is what the event has there: nothing

from typing import ClassVar

from django.contrib.postgres.fields import ArrayField
from django.db import models


class Record(models.Model):
    """What every record has: the event's id and place."""

    id = models.UUIDField(primary_key=True)
    position = models.BigIntegerField()
    recorded_at = models.DateTimeField()
    house = models.TextField()

    class Meta:
        """Each kind has a table of its own."""

        abstract = True

    def __str__(self) -> str:
        return str(self.id)


class Count(Record):
    """A count that was started, of one box period."""

    put_on_position = models.BigIntegerField(null=True)
    removed_position = models.BigIntegerField()
    policy_version = models.BigIntegerField()
    removed_at = models.DateTimeField()
    started_at = models.DateTimeField()
    gaming_day = models.DateField()
    boxes = models.IntegerField()
    table_code = models.TextField()
    purpose = models.TextField()
    box = models.TextField()
    shift = models.TextField(null=True)
    collector = models.TextField()
    witness = models.TextField(null=True)
    received_by = models.TextField(null=True)
    counters = ArrayField(models.TextField())
    deviations = ArrayField(models.TextField())
    exception_by = models.TextField(null=True)
    exception_reason = models.TextField(null=True)

    class Meta:
        """A box that came off is counted once."""

        constraints: ClassVar = [
            models.UniqueConstraint(fields=["house", "position"], name="ledger_count_position"),
            models.UniqueConstraint(
                fields=["house", "table_code", "removed_position"], name="ledger_count_once"
            ),
        ]


class OfCount(Record):
    """A record of a count that was started; `revision` numbers figures, or adjustments."""

    count = models.ForeignKey(Count, models.PROTECT, db_index=False, db_constraint=False)
    revision = models.IntegerField()

    class Meta:
        """Each kind has a table of its own."""

        abstract = True


class Figure(OfCount):
    """What was counted."""

    total_cents = models.BigIntegerField()
    denominations = models.JSONField()
    entered_by = models.TextField()
    reason = models.TextField(null=True)

    class Meta:
        """Figures count from 1."""

        constraints: ClassVar = [
            models.UniqueConstraint(fields=["count", "revision"], name="ledger_figure_revision")
        ]


class Signature(OfCount):
    """Who signed which figure."""

    signed_by = models.TextField()
    role = models.TextField()
    deviations = ArrayField(models.TextField())
    exception_by = models.TextField(null=True)
    exception_reason = models.TextField(null=True)

    class Meta:
        """Nobody signs a figure twice."""

        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["count", "revision", "signed_by"], name="ledger_signature_once"
            )
        ]


class Acceptance(OfCount):
    """A count that is done: what it came to, and what the box should have held."""

    total_cents = models.BigIntegerField()
    recorded_cents = models.BigIntegerField()
    table_position = models.BigIntegerField()

    class Meta:
        """A count is accepted once."""

        constraints: ClassVar = [
            models.UniqueConstraint(fields=["count"], name="ledger_acceptance_once")
        ]


class Adjustment(OfCount):
    """What an accepted count should have been."""

    total_cents = models.BigIntegerField()
    denominations = models.JSONField()
    adjusted_by = models.TextField()
    authorised_by = models.TextField()
    reason = models.TextField()

    class Meta:
        """Adjustments count from 1."""

        constraints: ClassVar = [
            models.UniqueConstraint(fields=["count", "revision"], name="ledger_adjustment_revision")
        ]
