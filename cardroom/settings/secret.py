"""The secret key: made once on each installation, and kept with its data."""

import os
import secrets
from pathlib import Path


def kept_in(data: Path) -> str:
    """The installation's key; the first process makes it, however many start at once."""
    path = data / "secret_key"
    if not path.exists():
        _make(path)
    return path.read_text()


def _make(path: Path) -> None:
    """Write a key that only its owner can read, and let the first writer win."""
    path.parent.mkdir(parents=True, exist_ok=True)
    draft = path.with_name(f".secret_key.{os.getpid()}")
    draft.touch(mode=0o600)
    draft.write_text(secrets.token_urlsafe(48))
    try:
        path.hardlink_to(draft)
    except FileExistsError:
        return
    finally:
        draft.unlink()
