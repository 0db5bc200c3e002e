"""The house's tables."""

import django.contrib.postgres.fields
import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    initial = True

    dependencies = [("cardroom", "0001_roles")]

    operations = [
        migrations.CreateModel(
            name="House",
            fields=[
                ("code", models.TextField(primary_key=True, serialize=False)),
                ("created_at", models.DateTimeField()),
            ],
        ),
        migrations.CreateModel(
            name="Key",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("name", models.TextField()),
                ("scope", models.TextField()),
                (
                    "tables",
                    django.contrib.postgres.fields.ArrayField(
                        base_field=models.TextField(), size=None
                    ),
                ),
                ("prefix", models.TextField()),
                ("digest", models.BinaryField()),
                ("created_at", models.DateTimeField()),
                ("expires_at", models.DateTimeField(null=True)),
                ("revoked_at", models.DateTimeField(null=True)),
                ("last_used_at", models.DateTimeField(null=True)),
                (
                    "house",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.PROTECT,
                        to="house.house",
                    ),
                ),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(fields=("prefix",), name="house_key_prefix"),
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(("scope", "tables"), ("tables__len__gte", 1)),
                            models.Q(("scope__in", ["cage", "count", "audit"]), ("tables", [])),
                            _connector="OR",
                        ),
                        name="house_key_tables",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="Version",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("kind", models.TextField()),
                ("code", models.TextField()),
                ("version", models.IntegerField()),
                ("data", models.JSONField()),
                ("retired", models.BooleanField(default=False)),
                ("created_at", models.DateTimeField()),
                (
                    "house",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.PROTECT,
                        to="house.house",
                    ),
                ),
            ],
            options={
                "indexes": [models.Index(fields=["house", "-id"], name="house_version_last")],
                "constraints": [
                    models.UniqueConstraint(
                        fields=("house", "kind", "code", "version"), name="house_version_number"
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("version__gte", 1)), name="house_version_from_one"
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            (
                                "kind__in",
                                (
                                    "house",
                                    "shift",
                                    "person",
                                    "tppps",
                                    "paytable",
                                    "fee_schedule",
                                    "offering",
                                    "table",
                                ),
                            )
                        ),
                        name="house_version_kind",
                    ),
                ],
            },
        ),
    ]
