"""What the whole stack needs beside a database: the place of the static files."""

import fcntl
from pathlib import Path

import pytest
from django.conf import settings
from django.core.management import call_command


@pytest.fixture(scope="session", autouse=True)
def static_root() -> Path:
    """The directory that whitenoise looks into, so that it doesn't warn."""
    root = Path(settings.STATIC_ROOT)
    root.mkdir(parents=True, exist_ok=True)
    return root


@pytest.fixture(scope="session")
def static_files(static_root: Path) -> Path:
    """The static files, collected once for all runs."""
    with (static_root.parent / "static.turn").open("a") as turn:
        fcntl.flock(turn, fcntl.LOCK_EX)
        if not (static_root / "drf_spectacular_sidecar").exists():
            call_command("collectstatic", interactive=False, verbosity=0)
    return static_root
