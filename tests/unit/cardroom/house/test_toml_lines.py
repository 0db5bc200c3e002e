"""Every key and element of a TOML document is found, on the line where a person would look."""

import tomllib
from collections.abc import Iterator

import pytest

from cardroom.house.toml_lines import Path, lines
from tests import cases

# Each scalar names its own line, so that the expectation can be read off the document.
TRICKY = '''\
# [not] = "a table"
"quoted key" = "line 2 # no comment, ] } , = "
dotted . 'and "quoted"' . "a.b" = "line 3"
many = """
[[people]] line 4 \\"""
code = "no key" """""
literal = \'\'\'line 7
x = 1 \\\'\'\'
when = 2026-01-31 06:00:09 # line 9
list = [ "line 10", # a comment, with ] and "
  "line 11",

  [ "line 13", ["line 13"], { a = "line 13", "b c" = { d = "line 13" } } ],
  { e = "line 14" }, "line 14"
  , """
line 15""",
]
[table]
sub.key = "line 19"
[table.deeper]
key = "line 21"
[[people]]
code = "line 23"
[people.address]
city = "line 25"
[[people.cards]]
rank = "line 27"
[[people.cards]]
rank = "line 29"
  [[ people ]]
	code = "line 31"
[[people.cards]]
rank = "line 33"
empty = []
none = {}
[last]
'''


def leaves(value: object, path: Path = ()) -> Iterator[tuple[Path, object]]:
    """Every path of a parsed document, with its value."""
    yield path, value
    if isinstance(value, dict):
        for key, inner in value.items():
            yield from leaves(inner, (*path, key))
    if isinstance(value, list):
        for index, inner in enumerate(value):
            yield from leaves(inner, (*path, index))


@pytest.mark.parametrize("ending", ["\n", "\r\n"])
def test_every_scalar_of_a_tricky_document_is_found_on_the_line_it_names(ending: str) -> None:
    found = lines(TRICKY.replace("\n", ending))
    scalars = 0
    for path, value in leaves(tomllib.loads(TRICKY)):
        if isinstance(value, str):
            assert f"line {found[path]}" in value, path
            scalars += 1
    assert scalars == 21
    assert found["when",] == 9


@pytest.mark.parametrize("text", [TRICKY, cases.HOUSE_FILE.read_text(encoding="utf-8"), "", "\n#"])
def test_nothing_that_tomllib_reads_is_missed_and_nothing_is_invented(text: str) -> None:
    read = {path for path, _ in leaves(tomllib.loads(text))} - {()}
    assert set(lines(text)) == read


def test_headers_are_found_on_their_own_lines() -> None:
    found = lines(TRICKY)
    assert found["table",] == 18
    assert found["table", "deeper"] == 20
    assert found["people",] == found["people", 0] == 22
    assert found["people", 1] == 30
    assert found["people", 1, "cards", 0] == 32
    assert found["last",] == 36
