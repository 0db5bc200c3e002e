"""The files of the project, as git tracks them."""

import ast
import subprocess
from collections.abc import Iterator
from functools import cache
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
CODE = ("cardroom", "tables", "ledger", "api")

Definition = ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef


@cache
def tracked() -> tuple[Path, ...]:
    """Every file in git that is still there, relative to the top."""
    names = subprocess.run(
        ["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, text=True, check=True
    ).stdout
    return tuple(Path(name) for name in names.split("\0") if name and (ROOT / name).is_file())


@cache
def modules() -> tuple[Path, ...]:
    """The Python files of the product; migrations are data."""
    return tuple(
        path
        for path in tracked()
        if path.suffix == ".py" and path.parts[0] in CODE and "migrations" not in path.parts
    )


@cache
def parsed(path: Path) -> ast.Module:
    """A Python file as a tree."""
    return ast.parse((ROOT / path).read_text())


def definitions(path: Path) -> Iterator[Definition]:
    """The classes and functions of a file, inner ones too."""
    for node in ast.walk(parsed(path)):
        if isinstance(node, ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
            yield node


def texts() -> Iterator[tuple[Path, str]]:
    """The files that people read and write, with what they say."""
    for path in tracked():
        try:
            yield path, (ROOT / path).read_text()
        except UnicodeDecodeError:
            continue
