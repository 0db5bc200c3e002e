"""The secret key: made once on each installation, and kept with its data."""

import secrets
from contextlib import suppress
from pathlib import Path
from tempfile import NamedTemporaryFile


def kept_in(data: Path) -> str:
    """The installation's key; the first process makes it, however many start at once."""
    path = data / "secret_key"
    if not path.exists():
        _make(path)
    return path.read_text()


def _make(path: Path) -> None:
    """Write a key that only its owner can read, and let the first writer win."""
    path.parent.mkdir(parents=True, exist_ok=True)
    # Made with mode 0600, under a name that nobody else has.
    with NamedTemporaryFile("w", dir=path.parent, prefix=".secret_key.") as draft:
        draft.write(secrets.token_urlsafe(48))
        draft.flush()
        with suppress(FileExistsError):
            path.hardlink_to(draft.name)
