"""Settings, and what lies in `CARDROOM_DATA`."""

import shutil
import stat
from collections.abc import Iterator
from ipaddress import ip_address
from pathlib import Path
from typing import Final

from django.conf import settings as configured

from cardroom.doctor.signs import Sign, weak, wrong

LITTLE_ROOM_BYTES: Final = 5 * 2**30
NO_ROOM_BYTES: Final = 256 * 2**20
_SECRETS: Final = ("secret_key", "checkpoint_key")


def settings() -> Iterator[Sign]:
    """What the environment sets."""
    if configured.DEBUG:
        yield wrong("DEBUG is on, so an error shows its innards to whoever asks", "unset DEBUG")
    open_names = [name for name in configured.ALLOWED_HOSTS if not _is_here(name)]
    if open_names and not configured.HTTPS:
        names = ", ".join(open_names)
        yield weak(
            f"{names} may be asked for without TLS, so keys cross the network in clear text",
            "put a proxy that speaks TLS in front and set HTTPS=1",
        )


def room() -> Iterator[Sign]:
    """Who may read the secrets of this installation, and how much room is left."""
    data = Path(configured.CARDROOM_DATA)
    for path in (data / name for name in _SECRETS):
        if path.exists() and path.stat().st_mode & (stat.S_IRWXG | stat.S_IRWXO):
            yield wrong(f"others may read {path}", f"chmod 600 {path}")
    if not data.exists():
        return
    free_bytes = shutil.disk_usage(data).free
    if free_bytes < LITTLE_ROOM_BYTES:
        is_full = free_bytes < NO_ROOM_BYTES
        said = f"{free_bytes // 2**20} MiB are left where {data} lies"
        yield (wrong if is_full else weak)(said, "a full disk refuses every event: make room")


def _is_here(name: str) -> bool:
    """Whether a host's name is that of the machine itself."""
    try:
        return name == "localhost" or ip_address(name.strip("[]")).is_loopback
    except ValueError:
        return False
