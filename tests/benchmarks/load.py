"""The load: a process of its own that keeps eight connections busy and counts what is answered.

Requests are whole bytes made beforehand, and of an answer only status and length are read, so that
the sender leaves the machine to whom it measures; its own share of the processor is told.
"""

import os
import socket
from collections.abc import Callable, Iterator, Sequence
from itertools import cycle
from multiprocessing import get_context
from multiprocessing.connection import Connection
from resource import RUSAGE_SELF, getrusage
from threading import Barrier, Thread
from time import monotonic
from types import TracebackType
from typing import Final, NamedTuple, Self

import psycopg

from tests.benchmarks.yardstick import INSERT

CREATED: Final = b"HTTP/1.1 201 "
_HEAD: Final = b"\r\n\r\n"
_CHUNK: Final = 65_536

Send = Callable[[bytes], None]


class Target(NamedTuple):
    """Where a block of load goes: a port on this machine, or else straight into PostgreSQL."""

    port: int = 0
    dsn: str = ""


class Block(NamedTuple):
    """So many seconds of load: for each connection what it sends, over and over if `again`."""

    target: Target
    queues: Sequence[Sequence[bytes]]
    seconds: float
    again: bool


class Done(NamedTuple):
    """What came of a block: how much each connection sent, and the sender's share of the machine.

    `exhausted` when a connection had nothing more to send.
    """

    sent: list[int]
    seconds: float
    share: float
    exhausted: bool

    @property
    def rate(self) -> float:
        """Answers a second."""
        return sum(self.sent) / self.seconds


class Load:
    """The process, started once; `run` has it do one block."""

    def __enter__(self) -> Self:
        context = get_context("spawn")
        self._pipe, theirs = context.Pipe()
        self._process = context.Process(target=_serve, args=(theirs,), daemon=True)
        self._process.start()
        return self

    def run(self, block: Block) -> Done:
        """Do a block; RuntimeError with what was answered when it was no 201."""
        self._pipe.send(block)
        match self._pipe.recv():
            case Done() as done:
                return done
            case failure:
                raise RuntimeError(failure)

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self._pipe.close()
        self._process.join()


def request(path: str, key: str, body: bytes) -> bytes:
    """A POST as it travels."""
    head = (
        f"POST {path} HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer {key}\r\n"
        f"Content-Type: application/json\r\nContent-Length: {len(body)}\r\n\r\n"
    )
    return head.encode() + body


def _serve(pipe: Connection) -> None:
    """Do blocks until nobody asks any more."""
    while True:
        try:
            block = pipe.recv()
        except EOFError:
            return
        try:
            pipe.send(_run(block))
        except Exception as error:  # noqa: BLE001 - it's told where it can be read
            pipe.send(f"{type(error).__name__}: {error}")


def _run(block: Block) -> Done:
    """All connections at once, each until the time is over."""
    writers = [_Writer(block, queue) for queue in block.queues]
    ready = Barrier(len(writers) + 1)
    threads = [Thread(target=writer.work, args=(ready,)) for writer in writers]
    for thread in threads:
        thread.start()
    ready.wait()
    started, used = monotonic(), _processor_s()
    for thread in threads:
        thread.join()
    seconds = monotonic() - started
    for writer in writers:
        if writer.error is not None:
            raise writer.error
    return Done(
        [writer.sent for writer in writers],
        seconds,
        (_processor_s() - used) / seconds / (os.cpu_count() or 1),
        any(writer.exhausted for writer in writers),
    )


class _Writer:
    """One connection's thread."""

    def __init__(self, block: Block, queue: Sequence[bytes]) -> None:
        self.block = block
        self.queue: Iterator[bytes] = cycle(queue) if block.again else iter(queue)
        self.sent = 0
        self.exhausted = False
        self.error: Exception | None = None

    def work(self, ready: Barrier) -> None:
        """Connect, wait for the others, send."""
        target = self.block.target
        try:
            with _Http(target.port) if target.port else _Plain(target.dsn) as connection:
                ready.wait()
                self._send(connection.send)
        except Exception as error:  # noqa: BLE001 - raised where all threads are joined
            self.error = error
            ready.abort()

    def _send(self, send: Send) -> None:
        end = monotonic() + self.block.seconds
        while monotonic() < end:
            message = next(self.queue, None)
            if message is None:
                self.exhausted = True
                return
            send(message)
            self.sent += 1


class _Http:
    """A kept connection to a web server."""

    def __init__(self, port: int) -> None:
        self._socket = socket.create_connection(("127.0.0.1", port))
        self._socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._socket.close()

    def send(self, message: bytes) -> None:
        """A request and its whole answer."""
        self._socket.sendall(message)
        got = self._socket.recv(_CHUNK)
        while (end := got.find(_HEAD)) < 0:
            got += self._more()
        left = _length(got[:end]) - (len(got) - end - len(_HEAD))
        while left > 0:
            more = self._more()
            left -= len(more)
            got += more
        if not got.startswith(CREATED):
            raise RuntimeError(got.decode(errors="replace"))

    def _more(self) -> bytes:
        more = self._socket.recv(_CHUNK)
        if not more:
            raise ConnectionError("the server hung up")
        return more


def _length(head: bytes) -> int:
    """The length that an answer's head announces."""
    _, _, behind = head.lower().partition(b"content-length:")
    return int(behind.split(b"\r\n", 1)[0])


class _Plain:
    """A connection of psycopg's own."""

    def __init__(self, dsn: str) -> None:
        self._connection = psycopg.connect(dsn, autocommit=True)
        self._connection.prepare_threshold = 1

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._connection.close()

    def send(self, message: bytes) -> None:
        """One insert, committed."""
        self._connection.execute(INSERT, {"batch": message.decode()})


def _processor_s() -> float:
    used = getrusage(RUSAGE_SELF)
    return used.ru_utime + used.ru_stime
