"""A stream: its events, and the head that a writer locks."""

from django.contrib.postgres.indexes import BrinIndex
from django.db import models
from django.db.models.functions import Cast

from cardroom.log.models.octets import is_digest
from cardroom.log.models.words import IS_NOTED


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
            models.CheckConstraint(condition=models.Q(is_digest("hash")), name="log_head_hash"),
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
                condition=models.Q(is_digest("hash"), is_digest("sameness")),
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
            # A day's events lie together, so a coarse index does.
            BrinIndex(fields=["gaming_day"], autosummarize=True, name="log_event_day"),
            # The few of which something is noted, as `by_day.noted` asks for them.
            models.Index(
                fields=["house", "gaming_day"], condition=IS_NOTED, name="log_event_noted"
            ),
        )

    def __str__(self) -> str:
        return f"{self.position} {self.type}"
