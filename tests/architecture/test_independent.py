"""What recomputes our figures imports nothing of ours, or it would share our mistakes."""

import ast
import sys

from tests.architecture.tree import parsed, tracked

INDEPENDENT = [path for path in tracked() if path.match("tests/independent/*.py")]


def test_recomputations_import_the_standard_library_alone() -> None:
    imported = set()
    for path in INDEPENDENT:
        for node in ast.walk(parsed(path)):
            if isinstance(node, ast.Import):
                imported |= {name.name.partition(".")[0] for name in node.names}
            elif isinstance(node, ast.ImportFrom):
                assert node.level == 0, path
                imported.add((node.module or "").partition(".")[0])
    assert imported
    assert imported <= sys.stdlib_module_names
