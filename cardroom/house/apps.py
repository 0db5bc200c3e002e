"""The app's place in Django."""

from django.apps import AppConfig


class HouseConfig(AppConfig):
    """Houses, their people, offerings and keys."""

    name = "cardroom.house"
    label = "house"
