"""Rows of how far tables' rotation was judged on gaming days."""

from django.db import migrations, models
from django.db.models.deletion import DO_NOTHING


class Migration(migrations.Migration):
    dependencies = [("tables", "0004_round_days")]
    operations = [
        migrations.CreateModel(
            name="RotationRow",
            fields=[
                (
                    "pk",
                    models.CompositePrimaryKey(
                        "table",
                        "gaming_day",
                        blank=True,
                        editable=False,
                        primary_key=True,
                        serialize=False,
                    ),
                ),
                (
                    "table",
                    models.ForeignKey(
                        "tables.tablerow",
                        DO_NOTHING,
                        db_column="stream_id",
                        db_constraint=False,
                        db_index=False,
                    ),
                ),
                ("position", models.BigIntegerField()),
                ("since", models.BigIntegerField()),
                ("heard", models.BigIntegerField()),
                ("low", models.IntegerField()),
                ("backwards", models.IntegerField()),
                ("gaming_day", models.DateField()),
                ("judged_by", models.TextField()),
                ("story", models.TextField()),
            ],
        ),
    ]
