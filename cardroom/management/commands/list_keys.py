"""`list_keys`: the API keys of a house, which still run and which have ended."""

from argparse import ArgumentParser
from datetime import datetime

from django.core.management.base import BaseCommand

from cardroom import clock
from cardroom.house import keys
from cardroom.management.house import add_house, house_of


class Command(BaseCommand):
    """Prints a line for each key, by the prefix that the key itself shows."""

    help = "List the keys of a house by prefix; no key can be printed again."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Which house."""
        add_house(parser)

    def handle(self, *, house: str | None, **_options: object) -> None:
        """Read and print."""
        now = clock.now()
        for key in keys.listed(house_of(house)):
            tables = f" {','.join(key.tables)}" if key.tables else ""
            used = "never used" if key.last_used_at is None else f"used {_text(key.last_used_at)}"
            self.stdout.write(
                f"{key.prefix} {key.scope}{tables} {_state(key, now)}, {used}: {key.name}"
            )


def _state(key: keys.KeyView, now: datetime) -> str:
    """Whether it runs, and until when."""
    end = min((at for at in (key.revoked_at, key.expires_at) if at is not None), default=None)
    if end is None:
        return "runs"
    return f"ended {_text(end)}" if end <= now else f"ends {_text(end)}"


def _text(at: datetime) -> str:
    return f"{at:%Y-%m-%dT%H:%M:%SZ}"
