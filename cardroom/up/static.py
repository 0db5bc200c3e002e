"""Static files: collected anew when what the packages bring has changed."""

import hashlib
from pathlib import Path

from django.conf import settings
from django.contrib.staticfiles.finders import get_finders
from django.core.management import call_command


def collect() -> None:
    """Collect the static files, unless they are those collected last."""
    stamp = Path(settings.STATIC_ROOT).with_suffix(".digest")
    digest = _digest()
    if not stamp.exists() or stamp.read_text() != digest:
        call_command("collectstatic", interactive=False, clear=True, verbosity=0)
        stamp.write_text(digest)


def _digest() -> str:
    """A digest of the names, sizes and times of all static files."""
    digest = hashlib.sha256()
    for finder in get_finders():
        for name, storage in finder.list([]):
            facts = Path(storage.path(name)).stat()
            digest.update(f"{name} {facts.st_size} {facts.st_mtime_ns}\n".encode())
    return digest.hexdigest()
