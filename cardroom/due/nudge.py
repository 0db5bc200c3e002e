"""A nudge: a message that says no more than "look what is due"; a lost one is a delay."""

from typing import Final

import structlog
from celery import current_app
from django.db import transaction

from cardroom.due import broker
from cardroom.due.kinds import FAST

# One try more, at once: beat will say the same.
_ONCE: Final = {"max_retries": 1, "interval_start": 0, "interval_step": 0}

_log = structlog.get_logger(__name__)


def nudge(queue: str = FAST) -> None:
    """Have a worker of this queue look at once, after the transaction; never fails, hardly waits.

    Without it beat's next one comes within half a minute. The process has to have imported the
    Celery application.
    """
    transaction.on_commit(lambda: _send(queue))


def _send(queue: str) -> None:
    """Send on a connection of its own, which is closed again: nudges are few."""
    try:
        with current_app.connection_for_write(
            transport_options=broker.transport_options() | _ONCE
        ) as connection:
            current_app.send_task(
                broker.TASK,
                args=[queue],
                queue=queue,
                expires=broker.LASTS_S,
                connection=connection,
                retry=False,
            )
    except Exception as error:  # noqa: BLE001 - what is due stands in its table all the same
        _log.warning("not nudged", queue=queue, error=str(error))
