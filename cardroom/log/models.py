"""The log's tables. Only the store and the proofs touch them.

What a model cannot say (triggers, grants, the sequencer) stands in migration 0002.
"""

from django.db import models
from django.db.models.functions import Cast
from django.db.models.lookups import Exact


def _is_digest(field: str) -> Exact:
    """The column holds 32 bytes."""
    octets = models.Func(
        models.F(field), function="octet_length", output_field=models.IntegerField()
    )
    return Exact(octets, 32)


class Head(models.Model):
    """The end of a stream: the row that a writer locks, and moves with every append."""

    house = models.TextField()
    stream = models.TextField()
    position = models.BigIntegerField(default=0)
    hash = models.BinaryField()
    snapshot = models.BinaryField(null=True)
    open_round = models.IntegerField(null=True)

    class Meta:
        """One head for each stream of a house."""

        constraints = (
            models.UniqueConstraint(fields=["house", "stream"], name="log_head_stream"),
            models.CheckConstraint(condition=models.Q(position__gte=0), name="log_head_position"),
            models.CheckConstraint(condition=models.Q(_is_digest("hash")), name="log_head_hash"),
        )

    def __str__(self) -> str:
        return f"{self.house} {self.stream} {self.position}"


class Event(models.Model):
    """A recorded event; `id` only names the row, the client's id is `event_id`."""

    # A head is never removed (a trigger), so no constraint is paid for with each event.
    stream = models.ForeignKey(Head, models.PROTECT, db_index=False, db_constraint=False)
    position = models.BigIntegerField()
    occurred_at = models.DateTimeField()
    recorded_at = models.DateTimeField()
    gaming_day = models.DateField()
    round = models.IntegerField(null=True)
    version = models.SmallIntegerField()
    hash_version = models.SmallIntegerField()
    event_id = models.UUIDField()
    sameness = models.BinaryField()
    hash = models.BinaryField()
    house = models.TextField()
    type = models.TextField()
    recorded_by = models.TextField()
    body = models.TextField()
    payload = models.GeneratedField(
        expression=Cast("body", models.JSONField()),
        output_field=models.JSONField(),
        db_persist=False,
    )

    class Meta:
        """Positions and ids are unique, and a body is what it claims to be."""

        constraints = (
            models.UniqueConstraint(fields=["stream", "position"], name="log_event_position"),
            models.UniqueConstraint(fields=["house", "event_id"], name="log_event_id"),
            models.CheckConstraint(
                condition=models.Q(position__gte=1, version__gte=1, hash_version__gte=1),
                name="log_event_numbers",
            ),
            models.CheckConstraint(
                condition=models.Q(_is_digest("hash"), _is_digest("sameness")),
                name="log_event_digests",
            ),
            models.CheckConstraint(
                condition=models.Func(
                    models.F("body"),
                    template="%(expressions)s IS JSON OBJECT WITH UNIQUE KEYS",
                    output_field=models.BooleanField(),
                ),
                name="log_event_body",
            ),
        )
        indexes = (
            models.Index(
                fields=["stream", "round", "position"],
                condition=models.Q(round__isnull=False),
                name="log_event_round",
            ),
            models.Index(
                fields=["stream", "position"],
                condition=models.Q(round__isnull=True),
                name="log_event_roundless",
            ),
        )

    def __str__(self) -> str:
        return f"{self.position} {self.type}"


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
