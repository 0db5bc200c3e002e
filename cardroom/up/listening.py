"""Where `up` listens; the socket is its own, so that a restarted web server takes it over."""

import http.client
import os
import socket
import struct
import time
from dataclasses import dataclass, replace
from ipaddress import ip_address
from typing import Final

import psutil

from cardroom.up.children import Child
from cardroom.up.errors import UpError

BACKLOG: Final = 2048
ANSWER_S: Final = 60.0
STEP_S: Final = 0.05
WILDCARDS: Final = {"0.0.0.0": "127.0.0.1", "::": "::1"}  # noqa: S104 - recognised, not bound


@dataclass(frozen=True)
class Address:
    """A host and a port; port 0 lets the system choose."""

    host: str
    port: int

    @property
    def url(self) -> str:
        """The address as a browser takes it."""
        return (
            f"http://[{self.host}]:{self.port}"
            if ":" in self.host
            else f"http://{self.host}:{self.port}"
        )

    @property
    def from_here(self) -> "Address":
        """The address as this machine itself reaches it."""
        return replace(self, host=WILDCARDS.get(self.host, self.host))

    def listener(self, *, stall_s: int) -> socket.socket:
        """A listening socket; a connection is given up when its client stalls for so long."""
        family = socket.AF_INET6 if ":" in self.host else socket.AF_INET
        try:
            found = socket.create_server((self.host, self.port), family=family, backlog=BACKLOG)
        except OSError as error:
            # A host that doesn't resolve has a number that isn't the system's.
            why = os.strerror(error.errno) if error.errno and error.errno > 0 else "unknown host"
            raise UpError(f"cannot listen on {self.url}: {why}") from error
        # Every connection inherits it: who stops in the middle of a request holds a thread no
        # longer than this.
        for option in (socket.SO_RCVTIMEO, socket.SO_SNDTIMEO):
            found.setsockopt(socket.SOL_SOCKET, option, struct.pack("ll", stall_s, 0))
        return found

    def bound_to(self, listener: socket.socket) -> "Address":
        """The address with the port that the system chose."""
        return replace(self, port=listener.getsockname()[1])

    def names(self) -> set[str]:
        """The hosts that a browser may name for this address."""
        if self.host not in WILDCARDS:
            return {_bracketed(self.host)}
        addresses = [one.address for many in psutil.net_if_addrs().values() for one in many]
        return {socket.gethostname(), *(_bracketed(one) for one in addresses if _is_ip(one))}

    def await_answer(self, web: Child) -> None:
        """Wait until the web server answers, or say that it doesn't."""
        deadline_s = time.monotonic() + ANSWER_S
        while not self._answers():
            if web.process.poll() is not None or time.monotonic() > deadline_s:
                raise UpError("the web server doesn't answer; what it said is above")
            time.sleep(STEP_S)

    def _answers(self) -> bool:
        """Whether a request comes back without a server's error."""
        connection = http.client.HTTPConnection(self.from_here.host, self.port, timeout=2)
        try:
            connection.request("GET", "/healthz")
            return connection.getresponse().status < http.client.INTERNAL_SERVER_ERROR
        except (OSError, http.client.HTTPException):
            return False
        finally:
            connection.close()


def is_loopback(listener: socket.socket) -> bool:
    """Whether only this machine can connect to it."""
    host: str = listener.getsockname()[0]
    return ip_address(host).is_loopback


def _is_ip(address: str) -> bool:
    """Whether an interface's address is one of the internet protocol's."""
    try:
        ip_address(address)
    except ValueError:
        return False
    return True


def _bracketed(host: str) -> str:
    """A host as Django compares it."""
    return f"[{host}]" if ":" in host else host
