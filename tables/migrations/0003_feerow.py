"""Rows of what each round adds to box periods, and what the ledger reads of tables, as views."""

from django.db import migrations, models
from django.db.models.deletion import DO_NOTHING

# The ledger knows no table of this app: it reads these.
VIEWS = """
CREATE VIEW ledger_roundfee AS
SELECT t.house, t.code AS table_code, f.stream_id, f.number AS round, f.purpose, f.since,
    f.gaming_day, f.first_position, f.assessed_cents, f.corrections_cents, f.waived_cents,
    f.collected_cents, f.items
FROM tables_tablerow t
JOIN tables_feerow f ON f.stream_id = t.stream_id AND f.generation = t.generation;

CREATE VIEW ledger_standing AS
SELECT t.house, t.code AS table_code, t.stream_id, t.last_position,
    r.first_position AS open_since, r.gaming_day AS open_day
FROM tables_tablerow t
LEFT JOIN tables_roundrow r ON r.stream_id = t.stream_id AND r.generation = t.generation
    AND r.number = t.open_round;
"""
NO_VIEWS = "DROP VIEW ledger_roundfee, ledger_standing"


class Migration(migrations.Migration):
    dependencies = [("tables", "0002_rotation")]
    operations = [
        migrations.CreateModel(
            name="FeeRow",
            fields=[
                (
                    "pk",
                    models.CompositePrimaryKey(
                        "table",
                        "generation",
                        "number",
                        "purpose",
                        "since",
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
                ("since", models.BigIntegerField()),
                ("first_position", models.BigIntegerField()),
                ("assessed_cents", models.BigIntegerField()),
                ("corrections_cents", models.BigIntegerField()),
                ("waived_cents", models.BigIntegerField()),
                ("collected_cents", models.BigIntegerField()),
                ("generation", models.IntegerField()),
                ("number", models.IntegerField()),
                ("gaming_day", models.DateField()),
                ("purpose", models.TextField()),
                ("items", models.TextField(null=True)),
            ],
            options={
                "indexes": [
                    models.Index(
                        fields=["table", "purpose", "since", "gaming_day"],
                        name="tables_fee_place",
                    )
                ],
            },
        ),
        migrations.RunSQL(VIEWS, NO_VIEWS),
    ]
