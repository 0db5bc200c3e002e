"""A mail server for tests: it speaks SMTP on a socket of its own, and keeps what it accepts."""

from collections.abc import Iterator
from contextlib import contextmanager
from email import message_from_bytes, policy
from email.message import EmailMessage
from socketserver import StreamRequestHandler, ThreadingTCPServer
from threading import Thread
from typing import Any


class Postbox(ThreadingTCPServer):
    """What was accepted, by whom it was to be read; `refuses` answers DATA with this line.

    With `hangs_up` it accepts a mail and ends the connection before it says so.
    """

    allow_reuse_address = True
    daemon_threads = True

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), _Session)
        self.mails: list[tuple[list[str], EmailMessage]] = []
        self.refuses = ""
        self.hangs_up = False

    @property
    def port(self) -> int:
        """Where it listens."""
        return int(self.server_address[1])

    def messages(self) -> list[EmailMessage]:
        """What was accepted, oldest first."""
        return [message for _, message in self.mails]


class _Session(StreamRequestHandler):
    """One connection."""

    server: Postbox

    def handle(self) -> None:
        """Answer line by line."""
        self.whom: list[str] = []
        self._say("220 postbox")
        while line := self.rfile.readline():
            word = line[:4].strip().upper()
            if word == b"QUIT":
                self._say("221 bye")
                return
            if word == b"DATA":
                if not self._data():
                    return
            elif word == b"RCPT":
                self.whom.append(line.decode().partition("<")[2].partition(">")[0])
                self._say("250 ok")
            else:
                self._say("250 ok")

    def _data(self) -> bool:
        """Take a mail; whether the connection goes on."""
        if self.server.refuses:
            self._say(self.server.refuses)
            return True
        self._say("354 go on")
        lines = []
        while (line := self.rfile.readline()) != b".\r\n":
            lines.append(line[1:] if line.startswith(b"..") else line)
        message: Any = message_from_bytes(b"".join(lines), policy=policy.default)
        self.server.mails.append((self.whom, message))
        if self.server.hangs_up:
            return False
        self._say("250 accepted")
        return True

    def _say(self, line: str) -> None:
        self.wfile.write(f"{line}\r\n".encode())


@contextmanager
def listening() -> Iterator[Postbox]:
    """A postbox that is open meanwhile."""
    with Postbox() as postbox:
        thread = Thread(target=postbox.serve_forever, kwargs={"poll_interval": 0.05}, daemon=True)
        thread.start()
        yield postbox
        postbox.shutdown()
        thread.join()
