"""The place of the static files, without which the web server's middleware warns; and workers."""

from tests.api.conftest import static_root
from tests.clockwork.conftest import broker_url, crew, rabbitmq

__all__ = ["broker_url", "crew", "rabbitmq", "static_root"]
