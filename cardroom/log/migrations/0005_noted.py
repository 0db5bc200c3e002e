"""The few events of which something is noted, by house and gaming day."""

from django.db import migrations, models
from django.db.models.functions import StrIndex
from django.db.models.lookups import GreaterThan


def _has(word: str) -> GreaterThan:
    text = models.Value(word, output_field=models.TextField())
    return GreaterThan(StrIndex(models.F("body"), text), 0)


class Migration(migrations.Migration):
    dependencies = [("log", "0004_by_day")]
    operations = [
        migrations.AddIndex(
            model_name="event",
            index=models.Index(
                fields=["house", "gaming_day"],
                condition=models.Q(_has('"irregularities"')) | models.Q(_has('"authorisation"')),
                name="log_event_noted",
            ),
        ),
    ]
