"""The app's place in Django."""

from django.apps import AppConfig


class LedgerConfig(AppConfig):
    """Journals, fees, box periods, counts."""

    name = "ledger"
    label = "ledger"
