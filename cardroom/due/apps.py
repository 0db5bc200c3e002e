"""The app's place in Django."""

from django.apps import AppConfig


class DueConfig(AppConfig):
    """What is due, and the queues that say so."""

    name = "cardroom.due"
    label = "due"
