"""The app's place in Django."""

from django.apps import AppConfig


class TablesConfig(AppConfig):
    """Games, tables, rounds."""

    name = "tables"
    label = "tables"
