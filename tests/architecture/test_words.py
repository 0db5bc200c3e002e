"""What names and texts may say."""

import ast
import re
from pathlib import Path

import pytest

from tests.architecture.tree import Definition, definitions, modules, parsed, texts, tracked

VAGUE = {"util", "utils", "helper", "helpers", "common", "manager", "handler"}
# Split, so that this file doesn't break its own laws.
LATER = re.compile(r"\b(TO" + r"DO|FIX" + r"ME|XX" + r"X|HA" + r"CK)\b")
REGISTRIES = re.compile(
    "|".join(
        [
            "py" + r"pi\.org",
            "pythonhosted" + r"\.org",
            "npm" + r"js\.(com|org)",
            "deb" + r"ian\.org",
        ]
    )
)
# A number with its noun is said by `counted` alone.
PLURALS = re.compile(r"plural" + r"ize|'' if [^'\n]* == 1 else 's'")
WORDS = re.compile(r"[A-Z]?[a-z]+|[A-Z]+(?![a-z])")


def _words(name: str) -> set[str]:
    """The words of a name, in whatever case it is written."""
    return {word.lower() for word in WORDS.findall(name)}


def test_no_name_is_vague() -> None:
    named = [(path, part) for path in tracked() for part in (*path.parts[:-1], path.stem)]
    named += [(path, node.name) for path in modules() for node in definitions(path)]
    assert [f"{path}: {name}" for path, name in named if VAGUE & _words(name)] == []


def test_the_player_dealer_is_never_a_banker() -> None:
    """The glossary: a player-dealer never banks, and a collection fee is no rake."""
    named = [(path, node.name) for path in modules() for node in definitions(path)]
    forbidden = {"banker", "bank", "rake"}
    assert [f"{path}: {name}" for path, name in named if forbidden & _words(name)] == []


def test_a_number_is_said_with_its_noun_in_one_way() -> None:
    assert [str(path) for path, text in texts() if PLURALS.search(text)] == []


def test_nothing_is_put_off() -> None:
    assert [str(path) for path, text in texts() if LATER.search(text)] == []


def test_no_package_registry_is_named() -> None:
    assert [str(path) for path, text in texts() if REGISTRIES.search(text)] == []


@pytest.mark.parametrize("path", modules(), ids=str)
def test_everything_public_says_in_one_line_what_it_is(path: Path) -> None:
    public: list[Definition | ast.Module] = [parsed(path)]
    public += [node for node in definitions(path) if not node.name.startswith("_")]
    lines = [(ast.get_docstring(node) or "\n").partition("\n") for node in public]
    assert all(first for first, _, _ in lines), "a docstring is missing"
    ends = [first for first, _, _ in lines if not first.endswith((".", "?", ":"))]
    assert ends == []
