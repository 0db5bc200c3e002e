"""The key that checkpoints are signed with: an Ed25519 key in a file, its public half beside it.

It is made on first use in `CARDROOM_DATA`; `CHECKPOINT_KEY` names a file of one's own instead,
which is never made. Whoever verifies needs the public half alone.
"""

import os
import stat
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from tempfile import NamedTemporaryFile
from typing import Final

from cryptography.exceptions import InvalidSignature, UnsupportedAlgorithm
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey
from cryptography.hazmat.primitives.serialization import (
    Encoding,
    NoEncryption,
    PrivateFormat,
    PublicFormat,
    load_pem_private_key,
    load_pem_public_key,
)
from django.conf import settings
from django.core.exceptions import ImproperlyConfigured

from cardroom.errors import Malformed

_OF_OTHERS: Final = stat.S_IRWXG | stat.S_IRWXO
_END: Final = "-----END PUBLIC KEY-----\n"


def signer() -> Ed25519PrivateKey:
    """The installation's key; ImproperlyConfigured when it is missing, readable to others, or none.

    The first process makes it, however many begin at once.
    """
    path = _place()
    public = _public_place(path)
    was_used = public.exists()  # asked first, for whoever makes a key leaves this half last
    if not path.exists():
        if settings.CHECKPOINT_KEY:
            raise ImproperlyConfigured(f"CHECKPOINT_KEY names {path}, which isn't there")
        if was_used:
            raise ImproperlyConfigured(
                f"{path} is missing, which earlier checkpoints were signed with: bring it back,"
                f" or put {public.name} aside and begin with a new key"
            )
        _leave(path, _private_pem(Ed25519PrivateKey.generate()), mode=0o600)
    key = _read(path)
    if not public.exists():
        with suppress(OSError):  # a key of one's own may lie where nothing is written
            _leave(public, public_pem(key.public_key()).encode(), mode=0o644)
    return key


def known_keys() -> list[Ed25519PublicKey]:
    """The public half of the installation's key, as far as there is one and it can be read."""
    path = _place()
    public = _public_place(path)
    if public.exists():
        return public_keys(public)
    try:
        return [_read(path).public_key()]
    except OSError:
        return []


def public_keys(path: Path) -> list[Ed25519PublicKey]:
    """The public keys in a file, one or several; Malformed when there is anything else in it."""
    try:
        text = path.read_text(encoding="ascii")
    except OSError as error:
        raise Malformed(f"{path}: {error.strerror}") from error
    except UnicodeDecodeError as error:
        raise Malformed(f"{path}: not a public key in PEM") from error
    *parts, rest = f"{text.strip()}\n".split(_END)
    if rest.strip() or not parts:
        raise Malformed(f"{path}: not a public key in PEM, as `checkpoint --public-key` prints it")
    return [_public_key(path, part + _END) for part in parts]


def public_pem(key: Ed25519PublicKey) -> str:
    """A public key as people keep it."""
    return key.public_bytes(Encoding.PEM, PublicFormat.SubjectPublicKeyInfo).decode()


def fits(signature: bytes, message: bytes, keys: Sequence[Ed25519PublicKey]) -> bool:
    """Whether one of the keys has signed the message."""
    for key in keys:
        with suppress(InvalidSignature):
            key.verify(signature, message)
            return True
    return False


def _place() -> Path:
    """Where the key lies."""
    data: Path = settings.CARDROOM_DATA
    return Path(settings.CHECKPOINT_KEY) if settings.CHECKPOINT_KEY else data / "checkpoint_key"


def _public_place(path: Path) -> Path:
    return path.with_name(f"{path.name}.pub")


def _read(path: Path) -> Ed25519PrivateKey:
    """The key in a file that only its owner can read."""
    mode = stat.S_IMODE(path.stat().st_mode)
    if mode & _OF_OTHERS:
        raise ImproperlyConfigured(
            f"{path} may be used by others (mode {mode:04o}), who could sign with it: chmod 600 it"
        )
    try:
        key = load_pem_private_key(path.read_bytes(), password=None)
    except (ValueError, TypeError, UnsupportedAlgorithm) as error:
        raise ImproperlyConfigured(f"{path} isn't an Ed25519 key in PEM") from error
    if not isinstance(key, Ed25519PrivateKey):
        raise ImproperlyConfigured(f"{path} is a key of another kind than Ed25519")
    return key


def _public_key(path: Path, pem: str) -> Ed25519PublicKey:
    try:
        key = load_pem_public_key(pem.encode())
    except (ValueError, UnsupportedAlgorithm) as error:
        raise Malformed(f"{path}: not a public key in PEM") from error
    if not isinstance(key, Ed25519PublicKey):
        raise Malformed(f"{path}: a public key of another kind than Ed25519")
    return key


def _private_pem(key: Ed25519PrivateKey) -> bytes:
    return key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())


def _leave(path: Path, content: bytes, *, mode: int) -> None:
    """Write a file, and let the first writer win."""
    path.parent.mkdir(parents=True, exist_ok=True)
    # Made with mode 0600, under a name that nobody else has.
    with NamedTemporaryFile(dir=path.parent, prefix=f".{path.name}.") as draft:
        draft.write(content)
        draft.flush()
        os.fchmod(draft.fileno(), mode)
        with suppress(FileExistsError):
            path.hardlink_to(draft.name)
