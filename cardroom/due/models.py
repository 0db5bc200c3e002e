"""The table of what is due."""

from typing import ClassVar

from django.db import models

from cardroom.house.models import House


class Status(models.TextChoices):
    """What has become of a row; a failed one was given up after its last attempt."""

    PENDING = "pending"
    DONE = "done"
    FAILED = "failed"


class Row(models.Model):
    """One piece of work of a house and gaming day; `purpose` tells several of one kind apart.

    `available_at` is when it may be taken next: when it falls due, when a lease ends, when a
    failed attempt is tried again. `session_*` names the database session that holds the lease, and
    `fence` counts the leases.
    """

    house = models.ForeignKey(House, models.PROTECT, db_index=False)
    kind = models.TextField()
    gaming_day = models.DateField()
    purpose = models.TextField(default="")
    due_at = models.DateTimeField()
    available_at = models.DateTimeField()
    status = models.TextField(choices=Status.choices, default=Status.PENDING)
    attempts = models.IntegerField(default=0)
    fence = models.BigIntegerField(default=0)
    session_pid = models.IntegerField(null=True)
    session_since = models.DateTimeField(null=True)
    done_at = models.DateTimeField(null=True)
    error = models.TextField(default="")

    class Meta:
        """One row for each piece of work, for ever."""

        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["house", "kind", "gaming_day", "purpose"], name="due_row_once"
            ),
            models.CheckConstraint(
                condition=models.Q(status__in=Status.values), name="due_row_status"
            ),
            models.CheckConstraint(
                condition=models.Q(status=Status.DONE, done_at__isnull=False)
                | (~models.Q(status=Status.DONE) & models.Q(done_at=None)),
                name="due_row_done",
            ),
        ]
        indexes: ClassVar = [
            models.Index(
                fields=["due_at", "id"],
                condition=models.Q(status=Status.PENDING),
                name="due_row_pending",
            ),
        ]

    def __str__(self) -> str:
        purpose = f" {self.purpose}" if self.purpose else ""
        return f"{self.house_id} {self.gaming_day} {self.kind}{purpose}"
