"""A nudge: a message that says no more than "look what is due"; a lost one is a delay."""

from collections import defaultdict
from threading import Lock, Thread
from typing import Final

import structlog
from celery import current_app
from django.db import transaction

from cardroom.due import broker
from cardroom.due.kinds import FAST

_log = structlog.get_logger(__name__)

# By queue: one thread sends, and at most one more waits for it, however many have nudged.
_sending: Final[defaultdict[str, Lock]] = defaultdict(Lock)
_waiting: Final[set[str]] = set()


def nudge(queue: str = FAST) -> None:
    """Have a worker of this queue look as soon as the transaction, if there is one, commits.

    Whoever nudges doesn't wait for the broker. The process has to have imported the Celery
    application.
    """
    transaction.on_commit(lambda: _send_beside(queue))


def _send_beside(queue: str) -> None:
    """Nudge in a thread of its own; one that waits to begin serves for this one too."""
    if queue not in _waiting:
        _waiting.add(queue)
        Thread(target=_send_in_turn, args=[queue], name=f"nudge {queue}", daemon=True).start()


def _send_in_turn(queue: str) -> None:
    """Nudge when the one before is through; what became due until then is covered."""
    with _sending[queue]:
        _waiting.discard(queue)
        send(queue)


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
