"""Findings as people read them, and where two values first differ."""

from datetime import date

import msgspec
import pytest
from msgspec import UNSET

from cardroom.log import records
from cardroom.log.records import Head
from tables.verify.findings import Difference, Finding, difference, of_log

HEAD = Head(1, "EXAMPLE", "table:T01", 9, b"", None, None)


@pytest.mark.parametrize(
    ("stored", "replayed", "expected"),
    [
        ({"a": 1}, {"a": 1}, None),
        ([], [], None),
        (1, 1.0, Difference("", 1, 1.0)),
        ({"a": 1, "b": 2}, {"a": 1, "b": 3}, Difference("b", 2, 3)),
        ({"a": [{"b": 1}, {"b": 2}]}, {"a": [{"b": 1}, {"b": 5}]}, Difference("a[1].b", 2, 5)),
        ({"a": [1]}, {"a": [1, 2]}, Difference("a", [1], [1, 2])),
        ({"a": 1}, {}, Difference("a", 1, UNSET)),
        ({}, {"a": None}, Difference("a", UNSET, None)),
        ({"a": {}}, {"a": []}, Difference("a", {}, [])),
    ],
)
def test_the_first_difference_is_named_by_its_path(
    stored: object, replayed: object, expected: Difference | None
) -> None:
    assert difference(stored, replayed) == expected


@pytest.mark.parametrize(
    ("finding", "words"),
    [
        (
            Finding(kind="unprotected", detail="missing: a trigger"),
            "unprotected; missing: a trigger",
        ),
        (
            Finding.at(HEAD, "hash", None, position=7, detail="altered"),
            "EXAMPLE table:T01, position 7: hash; altered",
        ),
        (
            Finding.at(
                HEAD,
                "cell",
                Difference("day", date(2026, 11, 28), None),
                table="t",
                row="round 5",
            ),
            'EXAMPLE table:T01, t, round 5, day: cell; stored "2026-11-28"; replayed null',
        ),
        (
            Finding.at(HEAD, "decision", Difference("lines", "x" * 200, UNSET), position=7),
            f'EXAMPLE table:T01, position 7, lines: decision; stored "{"x" * 119}…',
        ),
    ],
)
def test_a_finding_is_one_line_that_says_where_and_what(finding: Finding, words: str) -> None:
    assert str(finding) == words


def test_a_finding_in_json_leaves_out_what_doesnt_apply() -> None:
    found = of_log(records.Finding("gap", "EXAMPLE", "table:T01", 4, "missing"))
    assert msgspec.json.decode(msgspec.json.encode(found)) == {
        "kind": "gap",
        "house": "EXAMPLE",
        "stream": "table:T01",
        "position": 4,
        "detail": "missing",
    }
