"""The event log as a Django app."""

from django.apps import AppConfig


class LogConfig(AppConfig):
    """The log: its tables, its store and its proofs."""

    name = "cardroom.log"
    label = "log"
