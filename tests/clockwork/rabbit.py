"""A RabbitMQ of a test run's own: another port, another directory, gone afterwards."""

import os
import shutil
import signal
import socket
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from kombu import Connection, Queue

from cardroom.due.kinds import QUEUES
from tests.cluster import home
from tests.faults.places import PATIENCE_S, wait_until

PROGRAMS: Final = Path("/usr/lib/rabbitmq/bin")
IS_INSTALLED: Final = (PROGRAMS / "rabbitmq-server").exists()


class Rabbit:
    """A running broker."""

    def __init__(self, place: Path) -> None:
        self.port, distribution, names = free_ports(3)
        (place / "plugins").write_text("[].")
        (place / "rabbit.conf").write_text("disk_free_limit.absolute = 10MB\n")
        self.environment = {
            **os.environ,
            "HOME": str(place),
            "ERL_EPMD_ADDRESS": "127.0.0.1",
            "ERL_EPMD_PORT": str(names),
            "RABBITMQ_NODENAME": f"test{self.port}@localhost",
            "RABBITMQ_NODE_IP_ADDRESS": "127.0.0.1",
            "RABBITMQ_NODE_PORT": str(self.port),
            "RABBITMQ_DIST_PORT": str(distribution),
            "RABBITMQ_MNESIA_BASE": str(place),
            "RABBITMQ_LOG_BASE": str(place),
            "RABBITMQ_CONF_ENV_FILE": str(place / "none"),
            "RABBITMQ_CONFIG_FILE": str(place / "rabbit"),
            "RABBITMQ_ENABLED_PLUGINS_FILE": str(place / "plugins"),
        }
        self.process = subprocess.Popen(
            [PROGRAMS / "rabbitmq-server"],
            env=self.environment,
            stdout=subprocess.DEVNULL,
            start_new_session=True,
        )
        wait_until(self.answers)

    @property
    def url(self) -> str:
        """Where it is, as CELERY_BROKER_URL says it."""
        return f"amqp://guest:guest@127.0.0.1:{self.port}//"

    def answers(self) -> bool:
        """Whether it takes connections."""
        with socket.socket() as caller:
            return caller.connect_ex(("127.0.0.1", self.port)) == 0

    def control(self, *words: str) -> str:
        """What `rabbitmqctl` says to this."""
        return subprocess.run(
            [PROGRAMS / "rabbitmqctl", "--quiet", *words],
            env=self.environment,
            capture_output=True,
            text=True,
            check=True,
        ).stdout

    def forget(self) -> None:
        """Delete the queues with all that lies in them."""
        with Connection(self.url) as connection:
            for queue in QUEUES:
                Queue(queue)(connection.default_channel).delete()

    def stop(self) -> None:
        """End it, and the daemon that knows its name."""
        os.killpg(self.process.pid, signal.SIGTERM)
        self.process.wait(PATIENCE_S)
        subprocess.run(["epmd", "-kill"], env=self.environment, capture_output=True, check=False)


@contextmanager
def running() -> Iterator[Rabbit]:
    """A broker that is there for a while."""
    place = Path(tempfile.mkdtemp(prefix="cardroom-rabbit-", dir=home().parent))
    rabbit = Rabbit(place)
    try:
        yield rabbit
    finally:
        rabbit.stop()
        shutil.rmtree(place)


def free_ports(count: int) -> list[int]:
    """Ports that nobody listens on."""
    listeners = [socket.create_server(("127.0.0.1", 0)) for _ in range(count)]
    ports: list[int] = [listener.getsockname()[1] for listener in listeners]
    for listener in listeners:
        listener.close()
    return ports
