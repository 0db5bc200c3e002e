"""The app's place in Django."""

from django.apps import AppConfig


class ReportsConfig(AppConfig):
    """Reports as they were made, and how far the feed was looked through for new ones."""

    name = "cardroom.reports"
    label = "reports"
