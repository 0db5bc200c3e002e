"""What the web server refuses before the application hears of it: as problem documents too."""

from http import HTTPStatus
from logging import WARNING, LogRecord
from socket import socket
from typing import Final
from uuid import uuid4

import msgspec
from gunicorn import util  # type: ignore[import-untyped]

from api.errors import CONTENT_TYPE, problem

_UNKNOWN_CODING: Final = HTTPStatus.NOT_IMPLEMENTED


def in_a_line(record: LogRecord) -> bool:
    """Who stalled in the middle of a request is no fault of ours; one line without a traceback."""
    if record.exc_info and isinstance(record.exc_info[1], BlockingIOError):
        record.msg, record.args, record.exc_info = "a client stalled in its request", None, None
        record.levelno, record.levelname = WARNING, "WARNING"
    return True


def write_problem(sock: socket, status_int: int, reason: str, mesg: str) -> None:
    """Instead of gunicorn's page in HTML; what is too long or unknown to it cannot be read."""
    del reason
    found = problem("malformed", mesg)
    if status_int >= HTTPStatus.INTERNAL_SERVER_ERROR and status_int != _UNKNOWN_CODING:
        found = problem("internal", "something of ours broke")
    content = msgspec.json.encode(found)
    head = (
        f"HTTP/1.1 {found.status} {HTTPStatus(found.status).phrase}\r\n"
        f"Connection: close\r\n"
        f"Content-Type: {CONTENT_TYPE}\r\n"
        f"Content-Length: {len(content)}\r\n"
        f"Cache-Control: no-store\r\n"
        f"X-Request-ID: {uuid4().hex}\r\n\r\n"
    )
    util.write_nonblock(sock, head.encode() + content)
