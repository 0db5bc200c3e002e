"""The broker that carries nudges: queues in our own database, or RabbitMQ by CELERY_BROKER_URL."""

from typing import Any, Final

from django.conf import settings
from django.db import connections
from kombu import Exchange, Queue
from psycopg.conninfo import make_conninfo

from cardroom.due.kinds import FAST, QUEUES, REPORTS

EMBEDDED: Final = "pgmq://localhost"
TASK: Final = "cardroom.run_due"
# An older nudge says nothing that a newer one doesn't: it is dropped unread, in seconds.
LASTS_S: Final = 60

# How long a nudge that a dead worker has taken stays unseen, in seconds.
_UNSEEN_S: Final = {FAST: 60, REPORTS: 900}
# Whoever nudges never waits longer for a broker that doesn't answer, in seconds.
_PATIENCE_S: Final = 3


def is_embedded() -> bool:
    """Whether the queues lie in our own database."""
    url: str = settings.CELERY_BROKER_URL
    return url.startswith("pgmq:")


def queues() -> list[Queue]:
    """The queues: made by a migration in our database, and declared as quorum queues elsewhere."""
    if is_embedded():
        return [Queue(name, Exchange(""), routing_key=name, no_declare=True) for name in QUEUES]
    quorum = {"x-queue-type": "quorum"}
    return [Queue(name, Exchange(""), routing_key=name, queue_arguments=quorum) for name in QUEUES]


def transport_options(queue: str = FAST) -> dict[str, Any]:
    """How to reach the broker, and how a worker of this queue reads from it."""
    if not is_embedded():
        return {"connect_timeout": _PATIENCE_S}
    return {
        "conn_string": _conn_string(),
        # Installed by a migration, as the application may not.
        "init_extension": False,
        # A short query each second, and no long poll, whose transaction would hold vacuum back.
        "wait_time_seconds": 0,
        "polling_interval": 1,
        "visibility_timeout": _UNSEEN_S[queue],
        "pool_size": 2,
        "pool_timeout": _PATIENCE_S,
    }


def sending_options() -> dict[str, Any]:
    """The same for who only sends: one try more, at once, and no waiting for an answer."""
    once = {"max_retries": 1, "interval_start": 0, "interval_step": 0}
    patience = {} if is_embedded() else {"read_timeout": _PATIENCE_S, "write_timeout": _PATIENCE_S}
    return transport_options() | once | patience


def _conn_string() -> str:
    """Our own database as libpq takes it; in a URI the broker's client drops a socket's path."""
    where = connections["default"].settings_dict
    names = {"host": "HOST", "port": "PORT", "user": "USER", "password": "PASSWORD"}
    given = {key: where[name] for key, name in names.items() if where.get(name)}
    options = {
        key: value for key, value in where["OPTIONS"].items() if key.startswith(("ssl", "target_"))
    }
    return make_conninfo(dbname=where["NAME"], **given, **options)
