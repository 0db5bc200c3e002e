"""What PostgreSQL 18 can do that Django 5.2 doesn't know yet."""

from django.db.backends.postgresql import features


class DatabaseFeatures(features.DatabaseFeatures):
    """Django's list, and columns that are computed when read."""

    supports_virtual_generated_columns = True
