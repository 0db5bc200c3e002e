"""Gaming days that are closed: nothing is posted on them any more."""

from typing import ClassVar

from django.db import models


class ClosedDay(models.Model):
    """A closed gaming day of a house, by the event that closed it; earlier days are closed too."""

    stream_id = models.BigIntegerField()
    position = models.BigIntegerField()
    gaming_day = models.DateField()
    house = models.TextField()

    class Meta:
        """A day is closed once."""

        constraints: ClassVar = [
            models.UniqueConstraint(fields=["house", "gaming_day"], name="ledger_closedday_day")
        ]

    def __str__(self) -> str:
        return f"{self.house} {self.gaming_day}"
