"""The budget: a function fits on a screen, a file is one idea."""

import ast
from collections.abc import Sequence

from tests.architecture.tree import ROOT, definitions, modules


def _share_above(sizes: Sequence[int], budget: int) -> float:
    """The part of the sizes that is above the budget."""
    return sum(size > budget for size in sizes) / max(len(sizes), 1)


def test_functions_fit_on_a_screen() -> None:
    sizes = {
        f"{path}:{node.lineno} {node.name}": (node.end_lineno or 0) - node.lineno + 1
        for path in modules()
        for node in definitions(path)
        if not isinstance(node, ast.ClassDef)
    }
    assert {name: size for name, size in sizes.items() if size > 50} == {}
    long = {name: size for name, size in sizes.items() if size > 20}
    assert _share_above(list(sizes.values()), 20) <= 0.10, f"too many long functions: {long}"


def test_a_file_is_one_idea() -> None:
    sizes = {str(path): len((ROOT / path).read_text().splitlines()) for path in modules()}
    assert {name: size for name, size in sizes.items() if size > 300} == {}
    long = {name: size for name, size in sizes.items() if size > 150}
    assert _share_above(list(sizes.values()), 150) <= 0.10, f"too many long files: {long}"
