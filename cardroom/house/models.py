"""Houses, keys, secrets. What a house is stands in versions that are added and never changed."""

from typing import ClassVar, get_args

from django.contrib.postgres.fields import ArrayField
from django.db import models
from django.db.models.lookups import GreaterThanOrEqual

from cardroom.house.items import Kind


class House(models.Model):
    """A licensed establishment, known by its code for ever."""

    code = models.TextField(primary_key=True)
    created_at = models.DateTimeField()

    def __str__(self) -> str:
        return self.code


class Version(models.Model):
    """One version of one item of a house: a person, a table, an offering, the house's own settings.

    `kind` and `data` are those of `items.py` and `records.py`. A retired item keeps its data; it
    may come back with the next version.
    """

    house = models.ForeignKey(House, models.PROTECT, db_index=False)
    kind = models.TextField()
    code = models.TextField()
    version = models.IntegerField()
    data = models.JSONField()
    retired = models.BooleanField(default=False)
    created_at = models.DateTimeField()

    class Meta:
        """Versions count from 1; the last row of a house tells whether anything has changed."""

        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["house", "kind", "code", "version"], name="house_version_number"
            ),
            models.CheckConstraint(
                condition=models.Q(version__gte=1), name="house_version_from_one"
            ),
            models.CheckConstraint(
                condition=models.Q(kind__in=get_args(Kind)), name="house_version_kind"
            ),
        ]
        indexes: ClassVar = [models.Index(fields=["house", "-id"], name="house_version_last")]

    def __str__(self) -> str:
        return f"{self.house_id} {self.kind} {self.code} {self.version}"


class Key(models.Model):
    """A machine's key. The secret itself isn't kept; `digest` is its SHA-256, `prefix` finds it."""

    house = models.ForeignKey(House, models.PROTECT, db_index=False)
    name = models.TextField()
    scope = models.TextField()
    tables = ArrayField(models.TextField())
    prefix = models.TextField()
    digest = models.BinaryField()
    created_at = models.DateTimeField()
    expires_at = models.DateTimeField(null=True)
    revoked_at = models.DateTimeField(null=True)
    last_used_at = models.DateTimeField(null=True)

    class Meta:
        """A key that records at tables names them; another one is bound to none."""

        constraints: ClassVar = [
            models.UniqueConstraint(fields=["prefix"], name="house_key_prefix"),
            models.CheckConstraint(
                condition=models.Q(scope="tables", tables__len__gte=1)
                | models.Q(scope__in=["cage", "count", "audit"], tables=[]),
                name="house_key_tables",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.house_id} {self.name} {self.prefix}"


class Secret(models.Model):
    """What the one-time codes of a person are made of; a new one revokes the former.

    `last_step` is the time step of the last code accepted, 0 before any; `wrong_at` says when the
    last wrong codes came.
    """

    house = models.ForeignKey(House, models.PROTECT, db_index=False)
    person = models.TextField()
    secret = models.BinaryField()
    created_at = models.DateTimeField()
    revoked_at = models.DateTimeField(null=True)
    last_step = models.BigIntegerField()
    wrong_at = ArrayField(models.DateTimeField())

    class Meta:
        """One secret in force for each person, long enough that nobody guesses it."""

        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["house", "person"],
                condition=models.Q(revoked_at=None),
                name="house_secret_in_force",
            ),
            models.CheckConstraint(
                condition=models.Q(
                    GreaterThanOrEqual(
                        models.Func(
                            models.F("secret"),
                            function="octet_length",
                            output_field=models.IntegerField(),
                        ),
                        16,
                    )
                ),
                name="house_secret_length",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.house_id} {self.person}"
