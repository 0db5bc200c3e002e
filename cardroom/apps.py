"""The app's place in Django."""

from django.apps import AppConfig


class CardroomConfig(AppConfig):
    """The roof: commands, settings, the first migration."""

    name = "cardroom"
    label = "cardroom"
