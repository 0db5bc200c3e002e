"""`load_house` and `issue_key` as people type them: results on stdout, a mistake as one line."""

from datetime import UTC, datetime
from pathlib import Path

import pytest

from cardroom import clock
from cardroom.house import keys
from cardroom.management.entry import run
from tests.cases import HOUSE_FILE

# A command closes its connections when it ends, so what it did must be committed.
pytestmark = pytest.mark.django_db(transaction=True)
HOUSE = HOUSE_FILE.read_text(encoding="utf-8")
Captured = pytest.CaptureFixture[str]


def typed(capsys: Captured, *words: object) -> tuple[int, str, str]:
    """Exit code, stdout and stderr of one command line."""
    capsys.readouterr()
    code = run(["manage.py", *map(str, words)])
    out, err = capsys.readouterr()
    return code, out, err


def test_load_house_prints_a_line_for_each_change_and_then_no_changes(capsys: Captured) -> None:
    code, out, err = typed(capsys, "load_house", HOUSE_FILE)
    assert (code, err) == (0, "")
    assert len(out.splitlines()) == 21
    assert "offering P215-A: version 1\n" in out
    assert typed(capsys, "load_house", HOUSE_FILE) == (0, "no changes\n", "")


def test_load_house_takes_the_marks_of_other_editors(capsys: Captured, tmp_path: Path) -> None:
    file = tmp_path / "house.toml"
    file.write_bytes(b"\xef\xbb\xbf" + HOUSE.replace("\n", "\r\n").encode())
    assert typed(capsys, "load_house", HOUSE_FILE)[0] == 0
    assert typed(capsys, "load_house", file) == (0, "no changes\n", "")


PERCENTAGE = (
    ":71: fee_schedules[FS-1].rates[2].fee_cents: expected a whole number, got a text in quotes:"
    " percentages and formulas cannot be expressed, a fee is flat whole cents"
)


@pytest.mark.parametrize(
    ("raw", "mistake"),
    [
        (HOUSE.replace("fee_cents = 200 }", 'fee_cents = "5%" }', 1).encode(), PERCENTAGE),
        (HOUSE.encode() + b"[tables\n", ":150: not TOML: Cannot declare"),
        (b"# caf\xe9\n", ":1: not TOML: not UTF-8"),
        (b"# one\n# caf\xe9\n", ":2: not TOML: not UTF-8"),
        (b"", ":1: house is missing"),
    ],
)
def test_load_house_says_in_one_line_where_a_file_is_wrong(
    capsys: Captured, tmp_path: Path, raw: bytes, mistake: str
) -> None:
    file = tmp_path / "house.toml"
    file.write_bytes(raw)
    code, out, err = typed(capsys, "load_house", file)
    assert (code, out) == (2, "")
    assert err.startswith(f"{file}{mistake}")
    assert err.count("\n") == 1


def test_load_house_without_a_file_it_can_read(capsys: Captured, tmp_path: Path) -> None:
    nowhere = tmp_path / "no.toml"
    assert typed(capsys, "load_house", nowhere) == (
        2,
        "",
        f"{nowhere}: No such file or directory\n",
    )
    assert typed(capsys, "load_house", tmp_path) == (2, "", f"{tmp_path}: Is a directory\n")
    assert typed(capsys, "load_house")[::2] == (
        2,
        "the following arguments are required: FILE\n",
    )


def test_issue_key_prints_the_key_alone(capsys: Captured) -> None:
    typed(capsys, "load_house", HOUSE_FILE)
    words = ["issue_key", "tablet", "--scope", "tables", "--table", "T01", "--table", "T02"]
    code, out, err = typed(capsys, *words)
    assert (code, err, out.count("\n")) == (0, "", 1)
    found = keys.authenticate(out.strip(), now=datetime(2026, 11, 29, tzinfo=UTC))
    assert found is not None
    assert (found.name, found.house, found.scope, found.tables) == (
        "tablet",
        "CASES",
        "tables",
        ("T01", "T02"),
    )


@pytest.mark.parametrize(
    ("words", "mistake"),
    [
        (["a", "--scope", "tables"], "a key of scope tables names at least one table"),
        (["a", "--scope", "tables", "--table", "T99"], "house CASES has no table T99"),
        (["a", "--scope", "all"], "unknown scope all; there are: tables, cage, count, audit"),
        (["a", "--scope", "cage", "--house", "NOWHERE"], "there is no house NOWHERE"),
        (["a"], "the following arguments are required: --scope"),
        (["--scope", "cage"], "the following arguments are required: NAME"),
    ],
)
def test_issue_key_says_a_mistake_in_one_line(
    capsys: Captured, words: list[str], mistake: str
) -> None:
    typed(capsys, "load_house", HOUSE_FILE)
    code, out, err = typed(capsys, "issue_key", *words)
    assert (code, out) == (2, "")
    assert err.startswith(mistake)
    assert err.count("\n") == 1


def test_issue_key_needs_the_house_named_unless_there_is_exactly_one(
    capsys: Captured, tmp_path: Path
) -> None:
    words = ["issue_key", "cage", "--scope", "cage"]
    none = "name a house, for there isn't exactly one; there are: none; load_house makes one\n"
    assert typed(capsys, *words) == (2, "", none)
    other = tmp_path / "other.toml"
    other.write_text(HOUSE.replace('"CASES"', '"OTHER"'), encoding="utf-8")
    typed(capsys, "load_house", HOUSE_FILE)
    typed(capsys, "load_house", other)
    assert typed(capsys, *words)[0] == 2
    assert typed(capsys, *words, "--house", "OTHER")[0] == 0


def key_of(token: str) -> str:
    """The prefix of a key that was printed."""
    return token.split("_")[1]


def test_a_key_is_listed_rotated_and_revoked_by_its_prefix(capsys: Captured) -> None:
    typed(capsys, "load_house", HOUSE_FILE)
    _, token, _ = typed(capsys, "issue_key", "table 1", "--scope", "tables", "--table", "T01")
    first = key_of(token)
    code, out, err = typed(capsys, "list_keys")
    assert (code, out, err) == (0, f"{first} tables T01 runs, never used: table 1\n", "")
    code, out, err = typed(capsys, "rotate_key", first, "--minutes", "60", "--reason", "new tablet")
    assert (code, err) == (0, "")
    second = key_of(out)
    assert keys.authenticate(out.strip(), now=clock.now()) is not None
    assert typed(capsys, "revoke_key", token.strip(), "--reason", "lost") == (0, "", "")
    assert keys.authenticate(token.strip(), now=clock.now()) is None
    old, new = typed(capsys, "list_keys", "--house", "CASES")[1].splitlines()
    assert old.startswith(f"{first} tables T01 ended 20")
    assert new.startswith(f"{second} tables T01 runs, used 20")
    told = typed(capsys, "house_history", "key")[1].splitlines()
    assert [line.partition(": ")[2] for line in told] == [
        f"key {first} issued to table 1 for tables at T01",
        f"key {second} issued to table 1 for tables at T01 in the place of {first}: new tablet",
        f"key {first} ends {told[2].partition('ends ')[2]}",
        f"key {first} ends {told[3].partition('ends ')[2]}",
    ]
    assert told[2].endswith(f", replaced by {second}: new tablet")
    assert told[3].endswith("Z: lost")
    for line in told:
        assert line[21:].startswith("operator: ")


@pytest.mark.parametrize(
    ("words", "mistake"),
    [
        (("revoke_key", "zz"), "house CASES has no key zz"),
        (("rotate_key", "zz"), "house CASES has no key zz"),
        (("rotate_key", "zz", "--minutes", "-1"), "--minutes: -1 isn't between 0 and 10080"),
        (("list_keys", "--house", "NOWHERE"), "there is no house NOWHERE"),
        (("house_history", "--house", "NOWHERE"), "there is no house NOWHERE"),
        (("house_history", "zz"), "a house has no zz; there are: house, shift, person, tppps,"),
        (("house_history", "person", "zz"), "nothing of person zz is on record"),
        (("house_file", "--at", "0001-01-01T00:00:00Z"), "there was no house CASES at 0001-01-01T"),
        (("house_file", "--at", "noon"), "'noon' is no instant as in 2026-11-28T20:00:00Z"),
        (("house_file", "--at", "2026-11-28T20:00"), "'2026-11-28T20:00' lacks its zone"),
        (("load_house", HOUSE_FILE, "--reason", ""), "who changes something and why is one line"),
    ],
)
def test_a_mistake_in_a_command_about_a_house_is_one_line(
    capsys: Captured, words: tuple[object, ...], mistake: str
) -> None:
    typed(capsys, "load_house", HOUSE_FILE)
    code, out, err = typed(capsys, *words)
    assert (code, out, err.count("\n")) == (2, "", 1)
    assert mistake in err


def test_a_house_is_written_as_a_file_that_changes_nothing(
    capsys: Captured, tmp_path: Path
) -> None:
    typed(capsys, "load_house", HOUSE_FILE)
    code, out, err = typed(capsys, "house_file")
    assert (code, err) == (0, "")
    file = tmp_path / "again.toml"
    file.write_text(out)
    assert typed(capsys, "load_house", file) == (0, "no changes\n", "")
    file.write_text(HOUSE.replace('roles = ["cage"]', 'roles = ["drop"]', 1))
    before = f"{clock.now():%Y-%m-%dT%H:%M:%S.%fZ}"
    typed(capsys, "load_house", file, "--reason", "moved to the drop team")
    assert typed(capsys, "house_file", "--at", before) == (0, out, "")
    assert typed(capsys, "house_file")[1] != out


def test_the_history_of_one_thing_says_who_when_and_why(capsys: Captured, tmp_path: Path) -> None:
    typed(capsys, "load_house", HOUSE_FILE)
    file = tmp_path / "house.toml"
    file.write_text(HOUSE.replace('roles = ["cage"]', 'roles = ["drop"]', 1))
    typed(capsys, "load_house", file, "--reason", "moved to the drop team")
    code, out, err = typed(capsys, "house_history", "person", "drop-1")
    assert (code, err) == (0, "")
    assert [line[21:] for line in out.splitlines()] == [
        "operator: person drop-1 version 1",
        "operator: person drop-1 version 2 after 1 (roles): moved to the drop team",
    ]
    assert len(typed(capsys, "house_history")[1].splitlines()) == 22
