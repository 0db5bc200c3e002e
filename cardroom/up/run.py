"""The order of things: database, schema, static files, web, demo, workers, `ready`; and back."""

import signal
import socket
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from typing import Final, NoReturn

from django.conf import settings
from django.core.management import call_command
from django.db import connections
from environs import Env
from rich.console import Console

from cardroom import demo as demo_house
from cardroom.due.kinds import QUEUES
from cardroom.embedded.served import serving
from cardroom.playing.recorder import NotRecordedError
from cardroom.postgres.servers import embedded_server
from cardroom.settings.databases import GUARDED
from cardroom.up import static
from cardroom.up.children import Child
from cardroom.up.database import Guard
from cardroom.up.errors import UpError
from cardroom.up.listening import Address, is_loopback
from cardroom.up.python import ROOT, module
from cardroom.up.workers import BEAT, command

DEMO_DATABASE: Final = "cardroom_demo"
ROUND_S: Final = 0.2
WEB_PATIENCE_S: Final = 10
STALL_S: Final = 20
# What a worker doesn't end in this time, the next one does again.
WORKER_PATIENCE_S: Final = 4
ENDINGS: Final = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)


def run(address: Address, *, demo: bool, say: Callable[[str], None]) -> None:
    """Have everything running until Ctrl-C or SIGTERM."""
    with interruptible(), ExitStack() as stack:
        stall_s = Env().int("WEB_STALL_SECONDS", STALL_S)
        listener = stack.enter_context(address.listener(stall_s=stall_s))
        address = address.bound_to(listener)
        tended: list[Guard | Child] = []
        if server := embedded_server():
            database = DEMO_DATABASE if demo else settings.CARDROOM_DATABASE
            stack.enter_context(serving(settings.CARDROOM_DATA, database))
            tended.append(guard := Guard(server))
            stack.callback(guard.stop)
            guard.make(database)
            _mean(database)
        call_command("migrate", verbosity=0)
        static.collect()
        tended.append(web := _web(address, listener.fileno()))
        stack.callback(web.stop, WEB_PATIENCE_S)
        address.await_answer(web)
        lines = _play(address, listener) if demo else []
        tended += _clockwork(stack)
        connections.close_all()
        _present(address, lines, say)
        while True:
            time.sleep(ROUND_S)
            for child in tended:
                child.tend()


@contextmanager
def interruptible() -> Iterator[None]:
    """End the block by Ctrl-C, SIGTERM or a closed terminal; the first of them is enough."""
    for ending in ENDINGS:
        signal.signal(ending, _interrupt)
    try:
        yield
    except KeyboardInterrupt:
        sys.stderr.write("stopped\n")


def _interrupt(*_: object) -> NoReturn:
    """Begin to stop, and let nothing interrupt the stopping."""
    for ending in ENDINGS:
        signal.signal(ending, signal.SIG_IGN)
    sys.stderr.write("stopping\n")
    raise KeyboardInterrupt


def _mean(database: str) -> None:
    """Let this process's connections mean this database."""
    connections.close_all()
    for alias in connections:
        connections.settings[alias]["NAME"] = database


def _web(address: Address, fd: int) -> Child:
    """The web server, on a socket that stays open when it has to be started again."""
    command = module("gunicorn", "--config", "python:cardroom.up.web")
    environment = {
        "CARDROOM_DATABASE": connections["default"].settings_dict["NAME"],
        "CARDROOM_DATA": str(settings.CARDROOM_DATA),  # it works in another directory
        GUARDED: "1",
        "ALLOWED_HOSTS": ",".join({*settings.ALLOWED_HOSTS, *address.names()}),
    }
    # Gunicorn imports from the directory it works in first.
    return Child("web", [*command, "--bind", f"fd://{fd}"], environment, fd=fd, cwd=ROOT)


def _clockwork(stack: ExitStack) -> list[Child]:
    """Workers and beat: two workers, so that a long report never keeps a day from opening."""
    environment = {"CARDROOM_DATABASE": connections["default"].settings_dict["NAME"]}
    started: list[Child] = []
    for role in (*QUEUES, BEAT):
        started.append(child := Child(role, command(role), environment))
        stack.callback(child.stop, WORKER_PATIENCE_S)
    stack.callback(_ask_to_end, started)
    return started


def _ask_to_end(children: Sequence[Child]) -> None:
    """Let all begin to end before the first is waited for."""
    for child in children:
        child.ask_to_end()


def _play(address: Address, listener: socket.socket) -> list[str]:
    """Have the demo's evening; what to say of it names keys only where nobody else can come."""
    console, url = Console(stderr=True), address.from_here.url
    try:
        return demo_house.play(console, url=url, show_keys=is_loopback(listener))
    except NotRecordedError as error:
        raise UpError(f"the demo: {error}") from error


def _present(address: Address, lines: Sequence[str], say: Callable[[str], None]) -> None:
    """Say where everything is, and last that it's ready."""
    where = "embedded PostgreSQL" if settings.EMBEDDED_POSTGRES else "PostgreSQL"
    say(f"back office    {address.url}/admin/")
    say(f"API            {address.url}/api/v1/")
    say(f"documentation  {address.url}/api/v1/docs")
    say(f"database       {connections['default'].settings_dict['NAME']} ({where})")
    for line in lines:
        say(line)
    say(f"ready {address.url}")
