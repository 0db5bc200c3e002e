"""The processes of the calendar: `python -m cardroom.up.workers fast|reports|beat`.

`up` and `docker/compose.yaml` run the same. A killed worker loses nothing: its work is taken up by
the next, from the rows of what is due.
"""

import os
import signal
import sys
import warnings
from typing import Any, Final

import django
from celery.signals import worker_ready
from environs import Env

from cardroom.up.death import PARENT, die_with_parent
from cardroom.up.python import module

BEAT: Final = "beat"
# No talk among workers: what they must know of each other stands in the database.
_WORKER: Final = (
    *("--quiet", "worker", "--pool", "solo"),
    *("--without-gossip", "--without-mingle", "--without-heartbeat"),
)
# A schedule without a file: after a start each nudge is sent once its time has passed again.
_BEAT: Final = ("--quiet", "beat", "--scheduler", "celery.beat:Scheduler")


def command(role: str) -> list[str]:
    """How a process of this role is started."""
    return module("cardroom.up.workers", role)


def _leave_ctrl_c_to_parent(**_: Any) -> None:
    """A terminal tells the whole group; the parent then says when to end."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def main(role: str) -> None:
    """Be a worker of this queue, or beat, until told to end."""
    if PARENT in os.environ:
        die_with_parent(Env().int(PARENT), signal.SIGKILL)
        worker_ready.connect(_leave_ctrl_c_to_parent)
    # Root may run it: messages are JSON, and unpickle nothing.
    warnings.filterwarnings("ignore", message="You're running the worker with superuser")
    from cardroom.celery import PREFETCH, app  # noqa: PLC0415 - the parent comes first
    from cardroom.due import broker, nudge  # noqa: PLC0415

    django.setup()
    if role == BEAT:
        app.conf.broker_transport_options = broker.sending_options()
        app.start([*_BEAT])
        return
    app.conf.worker_prefetch_multiplier = PREFETCH[role]
    app.conf.broker_transport_options = broker.transport_options(role)
    nudge.send(role)
    app.start([*_WORKER, "--queues", role, "--hostname", f"{role}@%h"])


if __name__ == "__main__":
    main(sys.argv[1])
