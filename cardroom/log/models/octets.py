"""Bytes of a fixed length, as constraints say it."""

from django.db import models
from django.db.models.lookups import Exact


def has_octets(field: str, count: int) -> Exact:
    """The column holds so many bytes."""
    octets = models.Func(
        models.F(field), function="octet_length", output_field=models.IntegerField()
    )
    return Exact(octets, count)


def is_digest(field: str) -> Exact:
    """The column holds a SHA-256."""
    return has_octets(field, 32)
