"""The web servers: ours and the bare view's, under the same gunicorn with `up`'s own settings."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import Final, NamedTuple

import psutil

from cardroom.up.children import Child
from cardroom.up.listening import Address

OURS: Final = "cardroom.wsgi:application"
BARE: Final = "tests.benchmarks.bare:application"


class Web(NamedTuple):
    """A web server on 127.0.0.1, and its first process."""

    port: int
    pid: int


@contextmanager
def serving(application: str, settings: str, **environment: str) -> Iterator[Web]:
    """An application on a port of its own, until the block ends."""
    address = Address("127.0.0.1", 0)
    with address.listener(stall_s=20) as listener:
        address = address.bound_to(listener)
        fd = listener.fileno()
        gunicorn = [sys.executable, "-m", "gunicorn", "--config", "python:cardroom.up.web"]
        web = Child(
            application,
            [*gunicorn, "--bind", f"fd://{fd}", application],
            {"DJANGO_SETTINGS_MODULE": settings, **environment},
            fd=fd,
        )
        try:
            address.await_answer(web)
            yield Web(address.port, web.process.pid)
        finally:
            web.stop(patience_s=10)


def processor_s(*pids: int) -> float:
    """The processor time that these processes and all below them have taken so far."""
    taken = 0.0
    for pid in pids:
        first = psutil.Process(pid)
        for process in (first, *first.children(recursive=True)):
            with suppress(psutil.NoSuchProcess):
                times = process.cpu_times()
                taken += times.user + times.system
    return taken
