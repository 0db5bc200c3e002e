"""The engine: it finds the embedded server, and opens each role's connections as its user."""

import select
from typing import Any, Final

import psycopg
from django.db.backends.postgresql import base
from psycopg.pq import TransactionStatus

from cardroom.embedded.account import connecting
from cardroom.embedded.config import APPLICATION
from cardroom.embedded.server import Server
from cardroom.postgres.features import DatabaseFeatures
from cardroom.postgres.servers import embedded_server

_BROKEN: Final = {TransactionStatus.INERROR, TransactionStatus.UNKNOWN}


class DatabaseWrapper(base.DatabaseWrapper):
    """A connection that starts the embedded server when it doesn't answer, unless `up` does."""

    features_class = DatabaseFeatures

    def get_new_connection(self, conn_params: dict[str, Any]) -> Any:  # noqa: ANN401 - Django's
        """Connect; when nobody answers on the embedded server's socket, start it and try again.

        What runs under `up` leaves that to its guard, who may just have stopped it for good.
        """
        server = embedded_server()
        if server is None or conn_params.get("host") != str(server.sockets):
            return super().get_new_connection(conn_params)
        try:
            return self._connect(server, conn_params)
        except psycopg.OperationalError:
            if self.settings_dict["GUARDED"]:
                raise
            server.ensure(makes=False)
            return self._connect(server, conn_params)

    def is_usable(self) -> bool:
        """Whether the server is still there: a look at the socket instead of a question.

        An idle connection is only heard from when the server ends it, or warns.
        """
        raw = self.connection
        if raw is None or raw.info.transaction_status in _BROKEN:
            return False
        poll = select.poll()
        poll.register(raw.fileno(), select.POLLIN)
        return not poll.poll(0)

    def _connect(self, server: Server, conn_params: dict[str, Any]) -> Any:  # noqa: ANN401 - Django's
        """Connect as the operating system's user that may be this role."""
        uid = None if conn_params.get("user") == APPLICATION else server.owner_uid()
        with connecting(uid):
            return super().get_new_connection(conn_params)
