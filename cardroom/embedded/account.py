"""As whom PostgreSQL runs: never root, and not the application's user where that can be helped."""

import os
import pwd
import shutil
import subprocess
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from threading import RLock
from typing import Final

from cardroom.embedded.binaries import bin_dir, environment
from cardroom.embedded.errors import EmbeddedError

SERVICE_USERS: Final = ("cardroom", "postgres", "nobody")

# Changing the effective user changes it for every thread, so whoever connects holds this.
_CONNECTING: Final = RLock()


@dataclass(frozen=True)
class Account:
    """The user of the server. `mapped`: root seen as that user, by a user namespace."""

    name: str
    uid: int
    gid: int
    mapped: bool = False

    @property
    def owner_uid(self) -> int:
        """To whom the server's files belong, seen from outside of its namespace."""
        return os.geteuid() if self.mapped else self.uid

    @property
    def separate(self) -> bool:
        """Whether the server runs as someone else than the application."""
        return self.owner_uid != os.geteuid()

    def run(
        self, *command: str | Path, text: str = "", holding: tuple[int, ...] = ()
    ) -> subprocess.CompletedProcess[str]:
        """Run a program as this user and take what it says.

        It reads `text` on its standard input and inherits the descriptors in `holding`.
        """
        user, group = (self.uid, self.gid) if self.separate else (None, None)
        return subprocess.run(
            [*self._namespace(), *map(str, command)],
            user=user,
            group=group,
            extra_groups=None if user is None else [],
            env=environment(),
            cwd="/",
            input=text,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            pass_fds=holding,
            check=False,
        )

    def _namespace(self) -> list[str]:
        """What makes root look like this user to the program, and to it alone."""
        if not self.mapped:
            return []
        return ["unshare", "--user", f"--map-user={self.uid}", f"--map-group={self.gid}", "--"]


def choose(home: Path, data: Path) -> Account:
    """The owner of the data; before there are any, ourselves, or for root a service user."""
    owner = data.stat().st_uid if data.exists() else None
    if os.geteuid() != 0:
        return _ourselves(owner, data)
    if owner:
        return _reachable(_named(pwd.getpwuid(owner)), home)
    services = [_named(entry) for name in SERVICE_USERS if (entry := _entry(name))]
    if owner is None and (able := next((who for who in services if _reaches(who, home)), None)):
        return able
    return _mapped(services, home)


def _ourselves(owner: int | None, data: Path) -> Account:
    """A plain user, who can only run what is his."""
    if owner not in {None, os.geteuid()}:
        raise EmbeddedError(f"{data} belongs to another user: run as its owner or as root")
    try:
        return _named(pwd.getpwuid(os.geteuid()))
    except KeyError as error:
        raise EmbeddedError(
            f"user {os.geteuid()} has no name on this machine: PostgreSQL refuses to run as it"
        ) from error


def _mapped(services: Sequence[Account], home: Path) -> Account:
    """Root in a namespace, where no service user can reach the programs or the data."""
    for who in services:
        account = Account(who.name, who.uid, who.gid, mapped=True)
        if shutil.which("unshare") and _reaches(account, home):
            return account
    raise EmbeddedError(_out_of_reach("any service user", home))


def _reachable(account: Account, home: Path) -> Account:
    """The account, when it can run the programs and enter the data's place."""
    if not _reaches(account, home):
        raise EmbeddedError(_out_of_reach(account.name, home))
    return account


def _out_of_reach(who: str, home: Path) -> str:
    """The sentence for a private directory above the environment or the data."""
    return (
        f"{who} cannot reach {bin_dir()} or {home}: move the environment and CARDROOM_DATA out of"
        " a 0700 directory, or run as a plain user"
    )


def _reaches(account: Account, home: Path) -> bool:
    """Tried, not computed: enter the place of the data and start a program."""
    script = 'cd "$1" && exec "$2" --version'
    probe = account.run("/bin/sh", "-c", script, "sh", home, bin_dir() / "postgres")
    return probe.returncode == 0


def _entry(name: str) -> pwd.struct_passwd | None:
    """A user of this machine by name."""
    try:
        return pwd.getpwnam(name)
    except KeyError:
        return None


def _named(entry: pwd.struct_passwd) -> Account:
    """A user of this machine as an account."""
    return Account(entry.pw_name, entry.pw_uid, entry.pw_gid)


@contextmanager
def connecting(uid: int | None) -> Iterator[None]:
    """Hold while a connection opens; with a uid, open it as that user (only root can)."""
    with _CONNECTING:
        ourselves = os.geteuid()
        if uid is None or uid == ourselves or ourselves != 0:
            yield
            return
        os.seteuid(uid)
        try:
            yield
        finally:
            os.seteuid(ourselves)
