"""The log's tables; columns stand by size, so that rows waste no space."""

from django.db import migrations, models
from django.db.models.deletion import PROTECT
from django.db.models.functions import Cast
from django.db.models.lookups import Exact


def _id() -> "models.BigAutoField[int, int]":
    return models.BigAutoField(
        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
    )


def _stream() -> "models.ForeignKey[models.Model, models.Model]":
    return models.ForeignKey("log.head", PROTECT, db_index=False, db_constraint=False)


def _is_digest(field: str) -> Exact:
    octets = models.Func(
        models.F(field), function="octet_length", output_field=models.IntegerField()
    )
    return Exact(octets, 32)


class Migration(migrations.Migration):
    initial = True
    dependencies = [("cardroom", "0001_roles")]
    operations = [
        migrations.CreateModel(
            name="Head",
            fields=[
                ("id", _id()),
                ("position", models.BigIntegerField(default=0)),
                ("open_round", models.IntegerField(null=True)),
                ("house", models.TextField()),
                ("stream", models.TextField()),
                ("hash", models.BinaryField()),
                ("snapshot", models.BinaryField(null=True)),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(fields=("house", "stream"), name="log_head_stream"),
                    models.CheckConstraint(
                        condition=models.Q(position__gte=0), name="log_head_position"
                    ),
                    models.CheckConstraint(
                        condition=models.Q(_is_digest("hash")), name="log_head_hash"
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="Event",
            fields=[
                ("id", _id()),
                ("stream", _stream()),
                ("position", models.BigIntegerField()),
                ("occurred_at", models.DateTimeField()),
                ("recorded_at", models.DateTimeField()),
                ("gaming_day", models.DateField()),
                ("round", models.IntegerField(null=True)),
                ("version", models.SmallIntegerField()),
                ("hash_version", models.SmallIntegerField()),
                ("event_id", models.UUIDField()),
                ("sameness", models.BinaryField()),
                ("hash", models.BinaryField()),
                ("house", models.TextField()),
                ("type", models.TextField()),
                ("recorded_by", models.TextField()),
                ("body", models.TextField()),
                (
                    "payload",
                    models.GeneratedField(
                        expression=Cast("body", models.JSONField()),
                        output_field=models.JSONField(),
                        db_persist=False,
                    ),
                ),
            ],
            options={
                "indexes": [
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
                ],
                "constraints": [
                    models.UniqueConstraint(
                        fields=("stream", "position"), name="log_event_position"
                    ),
                    models.UniqueConstraint(fields=("house", "event_id"), name="log_event_id"),
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
                ],
            },
        ),
        migrations.CreateModel(
            name="Outbox",
            fields=[
                ("id", _id()),
                ("stream", _stream()),
                ("first_position", models.BigIntegerField()),
                ("last_position", models.BigIntegerField()),
            ],
            options={
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(first_position__lte=models.F("last_position")),
                        name="log_outbox_range",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="Feed",
            fields=[
                (
                    "event",
                    models.OneToOneField(
                        "log.event",
                        PROTECT,
                        primary_key=True,
                        serialize=False,
                        db_constraint=False,
                    ),
                ),
                ("cursor", models.BigIntegerField()),
                ("hash", models.BinaryField()),
                ("house", models.TextField()),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(fields=("house", "cursor"), name="log_feed_cursor"),
                ],
            },
        ),
    ]
