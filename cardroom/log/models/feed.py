"""The feed of a house, and what waits for its place in it."""

from django.db import models

from cardroom.log.models.stream import Event, Head


class Outbox(models.Model):
    """A batch of events without a place in the feed yet; the sequencer removes it."""

    stream = models.ForeignKey(Head, models.PROTECT, db_index=False, db_constraint=False)
    first_position = models.BigIntegerField()
    last_position = models.BigIntegerField()

    class Meta:
        """A batch holds something."""

        constraints = (
            models.CheckConstraint(
                condition=models.Q(first_position__lte=models.F("last_position")),
                name="log_outbox_range",
            ),
        )

    def __str__(self) -> str:
        return f"{self.first_position}-{self.last_position}"


class Feed(models.Model):
    """An event's place in the one fixed order of its house: 1, 2, 3 … without gaps, and chained."""

    event = models.OneToOneField(Event, models.PROTECT, primary_key=True, db_constraint=False)
    cursor = models.BigIntegerField()
    hash = models.BinaryField()
    house = models.TextField()

    class Meta:
        """One event for each cursor."""

        constraints = (models.UniqueConstraint(fields=["house", "cursor"], name="log_feed_cursor"),)

    def __str__(self) -> str:
        return f"{self.house} {self.cursor}"
