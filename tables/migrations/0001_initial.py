"""The read models' tables; columns stand by size, so that rows waste no space."""

from django.db import migrations, models
from django.db.models.deletion import DO_NOTHING
from django.db.models.functions import Concat

DOT = models.Value(".")


def _id(*parts: str | models.Value) -> models.GeneratedField:
    return models.GeneratedField(
        expression=Concat(*parts, output_field=models.TextField()),
        output_field=models.TextField(),
        db_persist=True,
        primary_key=True,
        serialize=False,
    )


def _table() -> "models.ForeignKey[models.Model, models.Model]":
    return models.ForeignKey(
        "tables.tablerow", DO_NOTHING, db_column="stream_id", db_constraint=False, db_index=False
    )


class Migration(migrations.Migration):
    initial = True
    dependencies = [("cardroom", "0001_roles")]
    operations = [
        migrations.CreateModel(
            name="TableRow",
            fields=[
                ("stream_id", models.BigIntegerField(primary_key=True, serialize=False)),
                ("last_position", models.BigIntegerField()),
                ("last_occurred_at", models.DateTimeField(null=True)),
                ("offering_version", models.BigIntegerField(null=True)),
                ("generation", models.IntegerField()),
                ("ruleset_version", models.IntegerField(null=True)),
                ("gaming_day", models.DateField(null=True)),
                ("last_round", models.IntegerField()),
                ("missing_rounds", models.IntegerField()),
                ("open_round", models.IntegerField(null=True)),
                ("run_hands", models.IntegerField()),
                ("is_open", models.BooleanField()),
                ("game_runs", models.BooleanField()),
                ("is_paused", models.BooleanField()),
                ("house", models.TextField()),
                ("code", models.TextField()),
                ("offering", models.TextField(null=True)),
                ("dealer", models.TextField(null=True)),
                ("run_holder", models.TextField(null=True)),
                ("collection_box", models.TextField(null=True)),
                ("jackpot_box", models.TextField(null=True)),
                ("promo_box", models.TextField(null=True)),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(fields=("house", "code"), name="tables_table_code")
                ],
            },
        ),
        migrations.CreateModel(
            name="SeatRow",
            fields=[
                ("table", _table()),
                ("seat", models.SmallIntegerField()),
                ("unidentified", models.BooleanField()),
                ("player", models.TextField()),
                ("kind", models.TextField()),
                ("tppps", models.TextField(null=True)),
                ("badge", models.TextField(null=True)),
                ("id", _id("table_id", DOT, "seat")),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(fields=("table", "seat"), name="tables_seat_number")
                ],
            },
        ),
        migrations.CreateModel(
            name="RoundRow",
            fields=[
                ("table", _table()),
                ("opened_at", models.DateTimeField()),
                ("first_position", models.BigIntegerField()),
                ("last_position", models.BigIntegerField()),
                ("offering_version", models.BigIntegerField()),
                ("wager_cents", models.BigIntegerField()),
                ("assessed_cents", models.BigIntegerField()),
                ("collected_cents", models.BigIntegerField()),
                ("waived_cents", models.BigIntegerField()),
                ("refunded_cents", models.BigIntegerField()),
                ("stake_cents", models.BigIntegerField(null=True)),
                ("used_cents", models.BigIntegerField(null=True)),
                ("player_dealer_net_cents", models.BigIntegerField(null=True)),
                ("generation", models.IntegerField()),
                ("number", models.IntegerField()),
                ("gaming_day", models.DateField()),
                ("ruleset_version", models.IntegerField()),
                ("unrated_fees", models.IntegerField()),
                ("settlement_revision", models.IntegerField(null=True)),
                ("player_dealer_seat", models.SmallIntegerField()),
                ("covers_all", models.BooleanField(null=True)),
                ("exhausted", models.BooleanField(null=True)),
                ("phase", models.TextField()),
                ("game", models.TextField()),
                ("offering", models.TextField()),
                ("player_dealer", models.TextField()),
                ("holder", models.TextField()),
                ("settlement", models.TextField(null=True)),
                ("id", _id("table_id", DOT, "generation", DOT, "number")),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(
                        fields=("table", "generation", "number"), name="tables_round_number"
                    )
                ],
            },
        ),
        # Both are rewritten in place with every batch: room beside them keeps the indexes still.
        migrations.RunSQL("ALTER TABLE tables_tablerow SET (fillfactor = 50)"),
        migrations.RunSQL("ALTER TABLE tables_roundrow SET (fillfactor = 80)"),
    ]
