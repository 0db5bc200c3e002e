"""Events by gaming day: they lie in the order in which they came, so a coarse index does."""

import django.contrib.postgres.indexes
from django.db import migrations


class Migration(migrations.Migration):
    dependencies = [
        ("log", "0003_checkpoint"),
    ]

    operations = [
        migrations.AddIndex(
            model_name="event",
            index=django.contrib.postgres.indexes.BrinIndex(
                fields=["gaming_day"], autosummarize=True, name="log_event_day"
            ),
        ),
    ]
