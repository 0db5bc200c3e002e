"""Box periods, and the signed records of counts."""

from django.contrib.postgres.fields import ArrayField
from django.db import migrations, models
from django.db.models.deletion import PROTECT


def _texts() -> "ArrayField[list[str], list[str]]":
    return ArrayField(models.TextField(), size=None)


def _record() -> list[tuple[str, "models.Field[object, object]"]]:
    return [
        ("id", models.UUIDField(primary_key=True, serialize=False)),
        ("position", models.BigIntegerField()),
        ("recorded_at", models.DateTimeField()),
        ("house", models.TextField()),
    ]


def _of_count() -> list[tuple[str, "models.Field[object, object]"]]:
    count = models.ForeignKey("ledger.count", PROTECT, db_index=False, db_constraint=False)
    return [*_record(), ("count", count), ("revision", models.IntegerField())]


class Migration(migrations.Migration):
    dependencies = [("ledger", "0001_initial")]
    operations = [
        migrations.CreateModel(
            name="BoxPeriod",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("stream_id", models.BigIntegerField()),
                ("put_on_position", models.BigIntegerField(null=True)),
                ("removed_position", models.BigIntegerField(null=True)),
                ("put_on_at", models.DateTimeField(null=True)),
                ("removed_at", models.DateTimeField(null=True)),
                ("gaming_day", models.DateField(null=True)),
                ("house", models.TextField()),
                ("table_code", models.TextField()),
                ("purpose", models.TextField()),
                ("box", models.TextField()),
                ("put_on_by", models.TextField(null=True)),
                ("removed_by", models.TextField(null=True)),
                ("witness", models.TextField(null=True)),
                ("came_off", models.TextField(null=True)),
                ("custody", models.TextField()),
            ],
            options={
                "indexes": [
                    models.Index(fields=["house", "removed_at"], name="ledger_boxperiod_removed"),
                    models.Index(fields=["house", "box"], name="ledger_boxperiod_box"),
                ],
                "constraints": [
                    models.UniqueConstraint(
                        fields=("stream_id", "put_on_position"), name="ledger_boxperiod_begun"
                    ),
                    models.UniqueConstraint(
                        fields=("stream_id", "removed_position"), name="ledger_boxperiod_ended"
                    ),
                    models.UniqueConstraint(
                        condition=models.Q(removed_position=None),
                        fields=("stream_id", "purpose"),
                        name="ledger_boxperiod_on_table",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="Count",
            fields=[
                *_record(),
                ("put_on_position", models.BigIntegerField(null=True)),
                ("removed_position", models.BigIntegerField()),
                ("policy_version", models.BigIntegerField()),
                ("removed_at", models.DateTimeField()),
                ("started_at", models.DateTimeField()),
                ("gaming_day", models.DateField()),
                ("boxes", models.IntegerField()),
                ("table_code", models.TextField()),
                ("purpose", models.TextField()),
                ("box", models.TextField()),
                ("shift", models.TextField(null=True)),
                ("collector", models.TextField()),
                ("witness", models.TextField(null=True)),
                ("received_by", models.TextField(null=True)),
                ("counters", _texts()),
                ("deviations", _texts()),
                ("exception_by", models.TextField(null=True)),
                ("exception_reason", models.TextField(null=True)),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(
                        fields=("house", "position"), name="ledger_count_position"
                    ),
                    models.UniqueConstraint(
                        fields=("house", "table_code", "removed_position"),
                        name="ledger_count_once",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="Figure",
            fields=[
                *_of_count(),
                ("total_cents", models.BigIntegerField()),
                ("denominations", models.JSONField()),
                ("entered_by", models.TextField()),
                ("reason", models.TextField(null=True)),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(
                        fields=("count", "revision"), name="ledger_figure_revision"
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="Signature",
            fields=[
                *_of_count(),
                ("signed_by", models.TextField()),
                ("role", models.TextField()),
                ("deviations", _texts()),
                ("exception_by", models.TextField(null=True)),
                ("exception_reason", models.TextField(null=True)),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(
                        fields=("count", "revision", "signed_by"), name="ledger_signature_once"
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="Acceptance",
            fields=[
                *_of_count(),
                ("total_cents", models.BigIntegerField()),
                ("recorded_cents", models.BigIntegerField()),
                ("table_position", models.BigIntegerField()),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(fields=("count",), name="ledger_acceptance_once"),
                ],
            },
        ),
        migrations.CreateModel(
            name="Adjustment",
            fields=[
                *_of_count(),
                ("total_cents", models.BigIntegerField()),
                ("denominations", models.JSONField()),
                ("adjusted_by", models.TextField()),
                ("authorised_by", models.TextField()),
                ("reason", models.TextField()),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(
                        fields=("count", "revision"), name="ledger_adjustment_revision"
                    ),
                ],
            },
        ),
    ]
