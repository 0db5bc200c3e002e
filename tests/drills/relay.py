"""A relay between a client and its server: it passes every byte on, until a fault is asked for."""

import socket
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from threading import Event, Lock, Thread
from typing import Final, NoReturn, Self

_PIECE: Final = 65_536
PATIENCE_S: Final = 30.0

# A client's word to PostgreSQL that ends a transaction, and PostgreSQL's that it has ended.
COMMIT: Final = b"COMMIT\x00"
COMMITTED: Final = b"C\x00\x00\x00\x0bCOMMIT\x00"

Watch = Callable[[bytes], None]


class CutError(Exception):
    """Raised by who watches: this piece is lost, and the connection with it."""


def cut() -> NoReturn:
    """Lose the connection at this piece."""
    raise CutError


def pass_on(_piece: bytes) -> None:
    """Nothing is wrong with this piece."""


class Trap:
    """Springs once, before the first piece that holds these bytes and is so long is passed on."""

    def __init__(self, holds: bytes, act: Callable[[], object], *, at_least: int = 0) -> None:
        self.holds = holds
        self.at_least = at_least
        self.act = act
        self.sprung = Event()

    def __call__(self, piece: bytes) -> None:
        """Look at a piece."""
        if self.holds in piece and len(piece) >= self.at_least and not self.sprung.is_set():
            self.sprung.set()
            self.act()


class Relay:
    """Listens on a port of its own and speaks to a server's port, or to its socket in a file."""

    def __init__(self, server: int | Path) -> None:
        self.server = server
        self.asks: Watch = pass_on
        self.answers: Watch = pass_on
        self._lock = Lock()
        self._open: set[socket.socket] = set()
        self._threads: list[Thread] = []
        self._listener = socket.create_server(("127.0.0.1", 0))
        self.port: int = self._listener.getsockname()[1]

    def __enter__(self) -> Self:
        self._run(self._accept)
        return self

    def __exit__(self, *_: object) -> None:
        self._close(self._listener)
        with self._lock:
            left = list(self._open)
        for connection in left:
            self._close(connection)
        for thread in self._threads:
            thread.join(PATIENCE_S)

    def _run(self, work: Callable[..., None], *arguments: object) -> None:
        thread = Thread(target=work, args=arguments, daemon=True)
        self._threads.append(thread)
        thread.start()

    def _accept(self) -> None:
        while True:
            try:
                client, _ = self._listener.accept()
            except OSError:
                return
            try:
                server = self._connect()
            except OSError:
                client.close()
                continue
            with self._lock:
                self._open |= {client, server}
            self._run(self._pass, client, server, self._ask)
            self._run(self._pass, server, client, self._answer)

    def _ask(self, piece: bytes) -> None:
        self.asks(piece)

    def _answer(self, piece: bytes) -> None:
        self.answers(piece)

    def _connect(self) -> socket.socket:
        if isinstance(self.server, int):
            return socket.create_connection(("127.0.0.1", self.server))
        server = socket.socket(socket.AF_UNIX)
        try:
            server.connect(str(self.server))
        except OSError:
            server.close()
            raise
        return server

    def _pass(self, source: socket.socket, goal: socket.socket, watch: Watch) -> None:
        """Pass on what comes, until one side ends or the connection is cut."""
        with suppress(OSError, CutError):
            while piece := source.recv(_PIECE):
                watch(piece)
                goal.sendall(piece)
        self._close(source)
        self._close(goal)

    def _close(self, connection: socket.socket) -> None:
        with suppress(OSError):
            connection.shutdown(socket.SHUT_RDWR)
        connection.close()
        with self._lock:
            self._open.discard(connection)
