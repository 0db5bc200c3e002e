"""Reports as they were made, which nobody changes or removes; and how far the feed was read."""

from typing import ClassVar

from django.contrib.postgres.fields import ArrayField
from django.db import models

from cardroom.house.models import House


class Report(models.Model):
    """One revision of a report. `period` is a gaming day or a month, as text.

    `dataset` is its canonical JSON, byte by byte; the database itself computes its digest, and lets
    revisions only follow each other (migration 0001).
    """

    house = models.ForeignKey(House, models.PROTECT, db_index=False)
    kind = models.TextField()
    period = models.TextField()
    gaming_day = models.DateField(null=True)
    revision = models.IntegerField()
    generated_at = models.DateTimeField()
    software_version = models.TextField()
    changes = ArrayField(models.TextField())
    dataset = models.BinaryField()
    digest = models.GeneratedField(
        expression=models.Func(models.F("dataset"), function="sha256"),
        output_field=models.BinaryField(),
        db_persist=True,
    )

    class Meta:
        """Of each report there is one revision 1, one revision 2, and so on."""

        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["house", "kind", "period", "revision"], name="reports_report_revision"
            ),
            models.CheckConstraint(
                condition=models.Q(revision__gte=1), name="reports_report_from_one"
            ),
        ]
        indexes: ClassVar = [
            models.Index(fields=["house", "gaming_day"], name="reports_report_day"),
            models.Index(fields=["house", "id"], name="reports_report_listed"),
        ]

    def __str__(self) -> str:
        return f"{self.house_id} {self.kind} {self.period} revision {self.revision}"


class Delivery(models.Model):
    """A revision that a mail server accepted, once, and the signed checkpoint that went with it.

    Nobody changes or removes it (migration 0002); addresses are people's, and only how many there
    were is on record.
    """

    report = models.OneToOneField(Report, models.PROTECT, primary_key=True)
    accepted_at = models.DateTimeField()
    recipients = models.IntegerField()
    cursor = models.BigIntegerField(null=True)
    hash = models.BinaryField(null=True)
    signed_at = models.DateTimeField(null=True)
    signature = models.BinaryField(null=True)

    class Meta:
        """A checkpoint is there whole or not at all."""

        constraints: ClassVar = [
            models.CheckConstraint(
                condition=models.Q(
                    cursor__gte=1,
                    hash__isnull=False,
                    signed_at__isnull=False,
                    signature__isnull=False,
                )
                | models.Q(
                    cursor__isnull=True,
                    hash__isnull=True,
                    signed_at__isnull=True,
                    signature__isnull=True,
                ),
                name="reports_delivery_checkpoint",
            ),
            models.CheckConstraint(
                condition=models.Q(recipients__gte=1), name="reports_delivery_to_somebody"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.report_id} accepted"


class Watch(models.Model):
    """How far a house's feed was looked through for what makes a kept report outdated."""

    house = models.OneToOneField(House, models.PROTECT, primary_key=True)
    cursor = models.BigIntegerField(default=0)

    def __str__(self) -> str:
        return f"{self.house_id} {self.cursor}"
