"""Celery: the calendar. A task is only a nudge to do what is due; the rows say what that is."""

import os
from typing import Any, Final

from celery import Celery, signals
from django.conf import settings

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "cardroom.settings")

from cardroom.due import broker
from cardroom.due.kinds import FAST, QUEUES, REPORTS

# A worker does one thing at a time; nudges for quick work may wait beside it.
PREFETCH: Final = {FAST: 8, REPORTS: 1}

app = Celery("cardroom", set_as_current=True)
app.set_default()  # for every thread, and not for this one alone
app.conf.update(
    broker_url=settings.CELERY_BROKER_URL,
    broker_transport_options=broker.transport_options(),
    broker_connection_retry_on_startup=True,
    broker_connection_max_retries=None,
    task_queues=broker.queues(),
    task_default_queue=FAST,
    task_default_exchange="",
    task_default_routing_key=FAST,
    task_create_missing_queues=False,
    task_serializer="json",
    accept_content=["json"],
    result_backend=None,
    task_ignore_result=True,
    # Whoever dies in mid-task has it delivered again, though beat would nudge anyway.
    task_acks_late=True,
    worker_enable_remote_control=False,
    worker_send_task_events=False,
    worker_concurrency=1,
    # A worker in the midst of a long task couldn't answer, and would be taken for dead.
    broker_heartbeat=0,
    worker_cancel_long_running_tasks_on_connection_loss=False,
    enable_utc=True,
    timezone="UTC",
    beat_schedule={
        f"nudge {queue}": {
            "task": broker.TASK,
            "schedule": settings.NUDGE_SECONDS,
            "args": [queue],
            "options": {"queue": queue, "expires": broker.LASTS_S},
        }
        for queue in QUEUES
    },
)


@app.task(name=broker.TASK)
def run_due(queue: str) -> None:
    """Do all that is due in a queue."""
    from cardroom import clockwork  # noqa: PLC0415 - who only nudges needn't know how to work

    clockwork.run_due(queues=[queue])


@signals.setup_logging.connect
def _keep_our_logs(**_: Any) -> None:
    """Logs are Django's business; Celery sets up none."""
