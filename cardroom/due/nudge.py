"""A nudge: a message that says no more than "look what is due"; a lost one is a delay."""

import structlog
from celery import current_app
from django.db import transaction

from cardroom.due import broker
from cardroom.due.kinds import FAST

_log = structlog.get_logger(__name__)


def nudge(queue: str = FAST) -> None:
    """Have a worker of this queue look as soon as the transaction, if there is one, commits.

    The process has to have imported the Celery application.
    """
    transaction.on_commit(lambda: send(queue))


def send(queue: str) -> None:
    """Nudge now; never fails, and hardly waits: beat will say the same within half a minute.

    On a connection of its own, which is closed again: nudges are few.
    """
    try:
        with current_app.connection_for_write(
            transport_options=broker.sending_options()
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
