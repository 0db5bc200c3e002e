"""The engine: it finds the embedded server, and opens each role's connections as its user."""

import select
from typing import Any

import psycopg
from django.db.backends.postgresql import base

from cardroom.embedded.account import connecting
from cardroom.embedded.config import APPLICATION
from cardroom.embedded.server import Server
from cardroom.postgres.features import DatabaseFeatures
from cardroom.postgres.servers import embedded_server


class DatabaseWrapper(base.DatabaseWrapper):
    """A connection that starts the embedded server when it doesn't answer."""

    features_class = DatabaseFeatures

    def get_new_connection(self, conn_params: dict[str, Any]) -> Any:  # noqa: ANN401 - Django's
        """Connect; when nobody answers on the embedded server's socket, start it and try again."""
        server = embedded_server()
        if server is None or conn_params.get("host") != str(server.sockets):
            return super().get_new_connection(conn_params)
        try:
            return self._connect(server, conn_params)
        except psycopg.OperationalError:
            server.ensure()
            return self._connect(server, conn_params)

    def is_usable(self) -> bool:
        """Whether the server is still there: a look at the socket instead of a question.

        An idle connection is only heard from when the server ends it, or warns.
        """
        raw = self.connection
        if raw is None or raw.closed:
            return False
        poll = select.poll()
        poll.register(raw.fileno(), select.POLLIN)
        return not poll.poll(0)

    def _connect(self, server: Server, conn_params: dict[str, Any]) -> Any:  # noqa: ANN401 - Django's
        """Connect as the operating system's user that may be this role."""
        uid = None if conn_params.get("user") == APPLICATION else server.owner_uid()
        with connecting(uid):
            return super().get_new_connection(conn_params)
