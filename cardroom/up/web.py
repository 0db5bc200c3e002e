"""The web server's configuration, read by gunicorn: its names are gunicorn's."""

import gc
import os
import signal
from multiprocessing import cpu_count
from typing import Any

from environs import Env
from gunicorn import util  # type: ignore[import-untyped]

from cardroom.up.death import PARENT, die_with_parent
from cardroom.up.refusals import in_a_line, write_problem

_env = Env()

wsgi_app = "cardroom.wsgi:application"
worker_class = "gthread"
workers = _env.int("WEB_WORKERS", min(cpu_count(), 8))
# A long poll of the feed holds a thread while it waits.
threads = _env.int("WEB_THREADS", 16)
timeout = _env.int("WEB_TIMEOUT", 60)
graceful_timeout = 5
keepalive = 75
loglevel = "warning"
control_socket_disable = True
# How many things more than there were make a worker look for those that hold each other: a batch of
# sixty events makes hundreds that live until its answer, and hardly ever one of that kind.
_MADE = 10_000


def post_fork(arbiter: Any, worker: Any) -> None:  # noqa: ANN401 - gunicorn has no types
    """A worker without its master serves nobody; what it refuses itself, it refuses as we do."""
    die_with_parent(arbiter.pid, signal.SIGKILL)
    gc.set_threshold(_MADE)
    worker.log.error_log.addFilter(in_a_line)
    util.write_error = write_problem


if PARENT in os.environ:
    die_with_parent(_env.int(PARENT), signal.SIGTERM)
