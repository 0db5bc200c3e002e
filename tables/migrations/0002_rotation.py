from django.db import migrations, models


class Migration(migrations.Migration):
    """Whose turn it is to be asked; rows from before say nothing of it until they are rebuilt."""

    dependencies = [("tables", "0001_initial")]
    operations = [
        migrations.AddField("tablerow", "offer_next", models.SmallIntegerField(null=True)),
        migrations.AddField(
            "tablerow", "must_pass", models.BooleanField(default=False), preserve_default=False
        ),
        migrations.AddField(
            "tablerow", "must_stop", models.BooleanField(default=False), preserve_default=False
        ),
    ]
