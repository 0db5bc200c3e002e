"""Marks: how far a verification came, kept beside the database so that another can go on there.

They lie in `CARDROOM_DATA`, out of reach of who may do everything in the database, and each bears
the installation's signature (its `SECRET_KEY`) for this database, this place and this name. What
doesn't is not used. A mark's hash must be that of the event it names, whoever goes on from it.
"""

import fcntl
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from datetime import date, datetime
from pathlib import Path
from typing import Final, Self
from urllib.parse import quote, unquote

import msgspec
from django.conf import settings
from django.core.signing import BadSignature, Signer

from cardroom.log.rows import rows

_LOCK: Final = "lock"
_DAY: Final = "before-"
_IDENTITY: Final = """
SELECT d.datname, d.oid::bigint, c.system_identifier
FROM pg_database d, pg_control_system() c WHERE d.datname = current_database()
"""


class Mark(msgspec.Struct, frozen=True, kw_only=True):
    """A place in a stream, or in a feed, up to which everything was found sound.

    `state` is what whoever goes on from there needs to know, `tally` what had been gone through on
    the way, and `day` the last gaming day of an event before it. `begun_at` names the run that left
    it. A `spoiled` mark is no place to go on from: something was found wrong before it since.
    """

    house: str
    stream: str
    position: int
    hash: bytes
    state: bytes
    begun_at: datetime
    day: date | None = None
    tally: dict[str, int] = msgspec.field(default_factory=dict)
    spoiled: bool = False


_encode = msgspec.json.Encoder().encode
_decode = msgspec.json.Decoder(Mark).decode


class Marks:
    """The marks of one database; `unusable` are those that didn't bear the signature."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self.unusable: list[Path] = []

    @classmethod
    def here(cls) -> Self:
        """Those of the database in use; another one under the same name has its own."""
        ((name, number, cluster),) = rows(_IDENTITY, {})
        data: Path = settings.CARDROOM_DATA
        return cls(data / "verification" / f"{quote(name, safe='')}-{number}-{cluster}")

    def prepare(self) -> None:
        """Make the place for them; OSError where nothing can be written."""
        self.root.mkdir(parents=True, exist_ok=True, mode=0o700)
        (self.root / _LOCK).touch(mode=0o600)

    @contextmanager
    def alone(self) -> Iterator[bool]:
        """Whether nobody else leaves marks meanwhile; a process that ends is no more in the way."""
        with (self.root / _LOCK).open("a") as turn:
            try:
                fcntl.flock(turn, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                yield False
            else:
                yield True

    def get(self, house: str, stream: str, name: str) -> Mark | None:
        """A mark by its name, unless it is missing or isn't ours."""
        path = self.path(house, stream, name)
        try:
            return _decode(self._signer(path).unsign(path.read_text()))
        except FileNotFoundError:
            return None
        except (BadSignature, msgspec.MsgspecError, UnicodeDecodeError):
            self.unusable.append(path)
            return None

    def put(self, name: str, mark: Mark) -> None:
        """Leave a mark, in place of the one of that name; a kill leaves the one or the other."""
        path = self.path(mark.house, mark.stream, name)
        path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        draft = path.with_name(f".{path.name}")
        draft.write_text(self._signer(path).sign(_encode(mark).decode()))
        draft.replace(path)

    def drop(self, house: str, stream: str, name: str) -> None:
        """Take a mark away."""
        with suppress(FileNotFoundError):
            self.path(house, stream, name).unlink()

    def days(self, house: str, stream: str) -> list[date]:
        """The gaming days that have a mark of their own, before their first event."""
        names = (path.name for path in self.path(house, stream, "").glob(f"{_DAY}????-??-??"))
        return sorted(date.fromisoformat(name.removeprefix(_DAY)) for name in names)

    def places(self, name: str) -> list[tuple[str, str]]:
        """House and stream of every mark of a name."""
        found = (path.parts[-3:-1] for path in self.root.glob(f"=*/=*/{name}"))
        return sorted((unquote(house[1:]), unquote(stream[1:])) for house, stream in found)

    def path(self, house: str, stream: str, name: str) -> Path:
        """Where a mark lies."""
        of_house, of_stream = (f"={quote(part, safe='')}" for part in (house, stream))
        return self.root / of_house / of_stream / name

    def _signer(self, path: Path) -> Signer:
        """A mark that is moved elsewhere doesn't fit there."""
        return Signer(salt=f"verification {path.relative_to(self.root.parent)}")


def day_name(day: date) -> str:
    """The name of the mark before a gaming day's first event."""
    return f"{_DAY}{day.isoformat()}"
